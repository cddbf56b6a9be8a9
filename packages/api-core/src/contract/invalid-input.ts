import { MoveError } from "@ledger/move";
import { TypesError } from "@ledger/types";
import { ApiError } from "./error.ts";

/**
 * Answers a client's meaningless value with `invalid_input`, and lets every other fault pass.
 * @param what - begins the message, e.g. `key is invalid`
 */
export function invalidInput(what: string, cause: unknown): unknown {
  if (!(cause instanceof MoveError || cause instanceof TypesError)) return cause;
  return new ApiError("invalid_input", `${what}: ${describeFault(cause)}`, { cause });
}

/** The fault of a value or of an argument, with the values that a client needs to find it. */
function describeFault(cause: MoveError | TypesError): string {
  if (cause instanceof TypesError) return cause.message;
  const { argument, expected, message, subject } = cause;
  if (cause.code === "argument_count" && Array.isArray(expected)) {
    return `expected ${expected.length} arguments [${expected.join(", ")}], got ${cause.actual}`;
  }
  if (argument !== undefined && typeof expected === "string") {
    return `parse arguments[${argument}] failed, expect ${expected}: ${message}`;
  }
  return subject === undefined || message.includes(subject) ? message : `${message}: ${subject}`;
}
