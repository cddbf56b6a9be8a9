import type { ErrorCode } from "@ledger/types";
import Type from "typebox";
import { errorStatus } from "../contract/error.ts";
import { optionalMember } from "./member.ts";

const ErrorCodeSchema = Type.Enum(Object.keys(errorStatus) as ErrorCode[], {
  title: "ApiErrorCode",
  type: "string",
  description: "Error code, for programs.",
});

/** The body of every refusal. */
export const ApiErrorSchema = Type.Object(
  {
    message: Type.String({ description: "Error message, for people. The wording may change." }),
    error_code: ErrorCodeSchema,
    vm_error_code: optionalMember(
      Type.Integer({
        format: "uint64",
        minimum: 0,
        description: "Status code of the virtual machine, when it refused the request; else `null`.",
        "x-doc": { type: ["integer", "null"] },
      }),
    ),
  },
  { title: "ApiError", description: "The answer to a request that failed." },
);
