import type { ErrorCode } from "@ledger/types";
import Type from "typebox";
import { errorStatus } from "../contract/error.ts";

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
    vm_error_code: Type.Optional(
      Type.Integer({
        format: "uint64",
        minimum: 0,
        description: "Status code of the virtual machine, when it refused the request.",
      }),
    ),
  },
  { title: "ApiError", description: "The answer to a request that failed." },
);
