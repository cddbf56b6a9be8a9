import { type JsonValue, MoveError } from "@ledger/move";
import { TypesError } from "@ledger/types";
import { ApiError } from "./error.ts";
import type { JsonInput } from "./json.ts";
import { echoJson } from "./json-echo.ts";

/**
 * Answers a client's meaningless value with `invalid_input`, and lets every other fault pass.
 * @param what - begins the message, e.g. `key is invalid`
 * @param args - of a call, to name them when their number is wrong
 */
export function invalidInput(what: string, cause: unknown, args?: readonly JsonInput[]): unknown {
  if (!(cause instanceof MoveError || cause instanceof TypesError)) return cause;
  return new ApiError("invalid_input", `${what}: ${describeFault(cause, args)}`, { cause });
}

/** Returns true if a call named a module or a function that does not exist. */
export function isMissingFunction(cause: unknown): boolean {
  return cause instanceof MoveError && (cause.code === "module_not_found" || cause.code === "function_not_found");
}

/** The fault of a value or of an argument, with the values that a client needs to find it. */
function describeFault(cause: MoveError | TypesError, args: readonly JsonInput[] | undefined): string {
  if (cause instanceof TypesError) return cause.message;
  const { argument, expected, message, subject } = cause;
  if (cause.code === "argument_count" && Array.isArray(expected)) {
    const given = args === undefined ? "" : `: ${echoJson(args)}`;
    return `expected ${expected.length} arguments [${expected.join(", ")}], got ${cause.actual}${given}`;
  }
  if (argument !== undefined && typeof expected === "string") {
    const fault = cause.cause instanceof MoveError ? cause.cause.message : cause.reason;
    return `parse arguments[${argument}] failed, expect ${expected}: ${fault}`;
  }
  return subject === undefined || message.includes(subject) ? message : `${message}: ${subject}`;
}

/**
 * A value of a request as the Move package takes it. An integer beyond 2^53 stays a `bigint`, which fits no Move type: it is
 * refused by its kind, where a rounded number would be refused by a value that the client did not send.
 */
export function toMoveJson(value: JsonInput): JsonValue {
  return value as JsonValue;
}
