import Type from "typebox";

const SourceLineSchema = Type.Object(
  {
    file: Type.String(),
    line: Type.Integer({ minimum: 1 }),
    text: Type.String({ description: "The line itself." }),
  },
  { title: "SourceLine", description: "A line of Move source." },
);

/** How code failed. */
export const CodeFailureSchema = Type.Object(
  {
    kind: Type.Enum(["abort", "arithmetic", "vector", "resource", "variant", "out_of_gas", "limit", "other"]),
    message: Type.String({ description: "What went wrong, with the values behind it." }),
    place: Type.Optional(SourceLineSchema),
    calls: Type.Array(
      Type.Object(
        {
          function: Type.String({ description: "E.g. `0x1::coin::transfer`; `script` for a script." }),
          code_offset: Type.Integer({ minimum: 0, description: "The instruction that the function had come to." }),
          place: Type.Optional(SourceLineSchema),
        },
        { title: "FailedCall", description: "A call that was open when code failed." },
      ),
      { description: "The calls that were open, innermost first." },
    ),
  },
  {
    title: "CodeFailure",
    description:
      "How code failed. It has lines of packages that were published with their sources and source maps; `place` is the innermost one.",
  },
);
