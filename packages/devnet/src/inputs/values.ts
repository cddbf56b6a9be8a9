import { expectedInput } from "../refusal/network-error.ts";

/**
 * The occasions at which a network makes blocks, besides those on demand: `auto` for every transaction at once, an interval, both, or
 * `manual` for neither.
 */
export type Mining = "auto" | "manual" | { readonly intervalMs: number; readonly auto?: boolean | undefined };

/** Longest interval that a timer keeps, milliseconds. */
const longestInterval = 2 ** 31 - 1;

/** Reads when blocks are made. @throws LocalNetworkError `invalid_input` */
export function toMining(given: unknown): Mining {
  if (given === "auto" || given === "manual") return given;
  if (typeof given === "object" && given !== null) expectMembers(given, ["intervalMs", "auto"]);
  const { intervalMs, auto } = (given ?? {}) as { readonly intervalMs?: unknown; readonly auto?: unknown };
  const isInterval = typeof intervalMs === "number" && intervalMs >= 1 && intervalMs <= longestInterval;
  if (!isInterval || (auto !== undefined && typeof auto !== "boolean"))
    throw expectedInput('"auto", "manual", or { intervalMs, auto? } with an interval of at least a millisecond', given);
  return { intervalMs, ...(auto !== undefined && { auto }) };
}

/** True if every transaction makes a block at once. */
export function minesAtOnce(mining: Mining): boolean {
  return mining === "auto" || (typeof mining === "object" && mining.auto === true);
}

/** Reads bytes. @param what - names them in the error @throws LocalNetworkError `invalid_input` */
export function toBytes(given: Uint8Array, what: string): Uint8Array {
  if (!(given instanceof Uint8Array)) throw expectedInput(`the bytes of ${what}`, given);
  return given;
}

/** Reads bytes that may be left out, where they stand for a removal. @throws LocalNetworkError `invalid_input` */
export function toBytesOrNothing(given: Uint8Array | undefined, what: string): Uint8Array | undefined {
  return given === undefined ? undefined : toBytes(given, what);
}

/** Reads a text. @param what - names it in the error @throws LocalNetworkError `invalid_input` */
export function toText(given: string, what: string): string {
  if (typeof given !== "string") throw expectedInput(what, given);
  return given;
}

/** Reads true or false. @throws LocalNetworkError `invalid_input` */
export function toFlag(given: boolean): boolean {
  if (typeof given !== "boolean") throw expectedInput("true or false", given);
  return given;
}

/** How an account is impersonated. */
export interface ImpersonationOptions {
  /**
   * True, and when absent: a transaction of the account may be signed with any key. False: one that is signed needs the account's own key,
   * and only one that carries no key, such as the sender that is returned gives, needs none.
   */
  readonly anyKey?: boolean | undefined;
}

/** @throws LocalNetworkError `invalid_input` */
export function takesAnyKey(options: ImpersonationOptions = {}): boolean {
  expectMembers(options, namesOf<ImpersonationOptions>({ anyKey: true }));
  return toFlag(options.anyKey ?? true);
}

/** The names of a type's members. @param names - each once: one too many or too few does not compile */
export function namesOf<T>(names: Readonly<Record<keyof T, true>>): readonly string[] {
  return Object.keys(names);
}

/**
 * Checks that an object of options has no others than these: one that is misspelt must not pass in silence.
 *
 * @throws LocalNetworkError `invalid_input`
 */
export function expectMembers(options: object, known: readonly string[]): void {
  if (typeof options !== "object" || options === null) throw expectedInput("an object of options", options);
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined) throw expectedInput(`the options ${known.join(", ")}`, unknown);
}
