/** An abort of Move code, as the API writes it in `vm_status` and in refusals of view functions. */
export interface Abort {
  /** `0x1::coin`. */
  readonly module: string;
  /** `EINSUFFICIENT_BALANCE`, where the module names its codes. */
  readonly name: string | undefined;
  /** `0x10006`. */
  readonly code: string;
  /** The module's comment on it. */
  readonly text: string | undefined;
}

/** Kinds of errors that the framework puts into the third byte of a code. @see 0x1::error */
const categories: Readonly<Record<number, string>> = {
  1: "invalid argument",
  2: "out of range",
  3: "invalid state",
  4: "not authenticated",
  5: "permission denied",
  6: "not found",
  7: "aborted",
  8: "already exists",
  9: "resource exhausted",
  10: "cancelled",
  11: "internal error",
  12: "not implemented",
  13: "unavailable",
};

/** Takes the text of an abort apart; `undefined` for other texts. */
export function parseAbort(text: string): Abort | undefined {
  const [, module, name, code, description] =
    /Move abort in (0x[0-9a-f]+::\w+): (?:(\w+)\()?(0x[0-9a-f]{1,16})\)?(?:: ([^\n]*))?/.exec(text) ?? [];
  if (module === undefined || code === undefined) return undefined;
  const said = description === undefined || description.trim() === "" ? undefined : description.trim();
  return { module, name, code, text: said };
}

/** Category of an error code by the framework's convention: `0x10006` is an invalid argument. */
export function abortCategory(code: string): string | undefined {
  const number = BigInt(code);
  return number >> 24n === 0n ? categories[Number(number >> 16n)] : undefined;
}
