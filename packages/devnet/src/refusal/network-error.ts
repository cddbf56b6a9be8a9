/**
 * Code of a {@link LocalNetworkError}.
 *
 * - `invalid_input`: a value that the member does not take; the network has not changed.
 * - `no_key`: a transaction was to be signed for an account whose key the network does not have.
 * - `refused`: the network was asked for something that it does not do, such as a view that fails.
 * - `not_found`: there is no such transaction, or no such snapshot.
 * - `unreachable`: no network for tests answers at the address.
 */
export type LocalNetworkErrorCode = "invalid_input" | "no_key" | "refused" | "not_found" | "unreachable";

/** Thrown by the members of a network; the text is for the person who wrote the test. */
export class LocalNetworkError extends Error {
  override readonly name = "LocalNetworkError";
  readonly code: LocalNetworkErrorCode;

  constructor(code: LocalNetworkErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The refusal of a value. @param what - names what was expected, e.g. `an amount` */
export function expectedInput(what: string, given: unknown, cause?: unknown): LocalNetworkError {
  const reason = cause instanceof Error ? `: ${cause.message}` : "";
  return new LocalNetworkError("invalid_input", `expected ${what}, got ${shown(given)}${reason}`, { cause });
}

/** Longest part of a value that an error repeats, characters. */
const shownLength = 60;

/** A value as an error shows it. */
function shown(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === "string") return JSON.stringify(value.slice(0, shownLength));
  if (typeof value === "bigint" || typeof value === "number" || typeof value === "boolean") return `${value}`;
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "a date that is none" : value.toISOString();
  return `a value of type ${Array.isArray(value) ? "list" : typeof value}`;
}
