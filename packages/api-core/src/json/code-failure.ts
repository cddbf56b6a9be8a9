import type { Failure } from "@ledger/vm";

/** The JSON of a failure of code. */
export function failureJson({ kind, message, place, calls }: Failure) {
  return {
    kind,
    message,
    ...(place !== undefined && { place }),
    calls: calls.map(({ function: name, codeOffset, place: at }) => ({
      function: name,
      code_offset: codeOffset,
      ...(at !== undefined && { place: at }),
    })),
  };
}
