import { TypesError } from "@ledger/types";
import { MoveError, type MoveErrorCode } from "../errors.ts";
import { type JsonValue, jsonKind } from "./json-value.ts";

/**
 * A fault inside a value, on its way out: every struct and vector that it passes adds the member or index at which it
 * happened. {@link toMoveError} turns it into the error that callers see.
 */
export class ValueFault extends Error {
  readonly code: MoveErrorCode;
  readonly offset: number | undefined;
  /** The JSON type that was wanted, for faults of JSON. */
  readonly expected: string | undefined;
  /** From the innermost place outwards. */
  readonly segments: (string | number)[] = [];

  constructor(code: MoveErrorCode, reason: string, place: { offset?: number; expected?: string } = {}) {
    super(reason);
    this.code = code;
    this.offset = place.offset;
    this.expected = place.expected;
  }
}

/** Adds a place to a fault that passes; anything else passes unchanged. */
export function addSegment(error: unknown, segment: string | number): unknown {
  if (error instanceof ValueFault) error.segments.push(segment);
  return error;
}

/** The error that callers see in place of one that leaves a value of the given type. */
export function toMoveError(error: unknown, subject: string): unknown {
  if (!(error instanceof ValueFault)) return error;
  const { code, message, offset, expected, segments, cause } = error;
  return new MoveError(code, message, { offset, expected, subject, path: segments.reverse() }, { cause });
}

/** JSON that does not fit a type. `found` describes it without quoting it. */
export function jsonFault(expected: string, found: string): ValueFault {
  return new ValueFault("json_mismatch", `expected ${expected}, found ${found}`, { expected });
}

/** The value of a text in JSON. @throws {@link ValueFault} for what is no text, or one that `parse` refuses with a TypesError */
export function parseJsonText<T>(json: JsonValue | undefined, expected: string, parse: (text: string) => T): T {
  if (typeof json !== "string") throw jsonFault(expected, jsonKind(json));
  try {
    return parse(json);
  } catch (cause) {
    if (!(cause instanceof TypesError)) throw cause;
    const fault = new ValueFault("json_mismatch", cause.message, { expected });
    fault.cause = cause;
    throw fault;
  }
}
