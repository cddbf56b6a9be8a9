import type { ErrorCode } from "@ledger/types";
import Type from "typebox";
import { errorStatus } from "../contract/error.ts";

const ErrorCodeSchema = Type.Enum(Object.keys(errorStatus) as ErrorCode[], {
  title: "ApiErrorCode",
  type: "string",
  description: "What went wrong, for programs.",
});

/** The body of every refusal. */
export const ApiErrorSchema = Type.Object(
  {
    message: Type.String({ description: "What went wrong, for people. The wording may change." }),
    error_code: ErrorCodeSchema,
    vm_error_code: Type.Optional(
      Type.Integer({ format: "uint64", minimum: 0, description: "The virtual machine's own code, when it refused." }),
    ),
  },
  { title: "ApiError", description: "The answer when a request fails." },
);
