/** How the integers of an answer are read: all as `bigint`, or only those that a number does not hold exactly. */
export type IntegerForm = "bigint" | "number or bigint";

type Reviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown;
const parseWithSource = JSON.parse as (text: string, reviver: Reviver) => unknown;

/**
 * Parses JSON without rounding an integer: `JSON.parse` alone makes 2^53 of 2^53 + 1.
 *
 * @throws SyntaxError for text that is not JSON, and for an integer beyond 2^53 on a platform that does not tell its digits
 */
export function parseExactJson(text: string, form: IntegerForm = "number or bigint"): unknown {
  // Without sixteen digits in a row, where a number can begin, nothing is beyond 2^53.
  if (form === "number or bigint" && !/(?:^|[\s:,[])-?[0-9]{16}/.test(text)) return JSON.parse(text) as unknown;
  return parseWithSource(text, (_, value, context) => {
    if (typeof value !== "number" || (form !== "bigint" && Number.isSafeInteger(value))) return value;
    const digits = context?.source ?? (Number.isSafeInteger(value) ? value.toString() : undefined);
    if (digits === undefined) throw new SyntaxError("this platform does not read integers above 2^53 exactly");
    return /^-?[0-9]+$/.test(digits) ? BigInt(digits) : value;
  });
}

/** Writes JSON; a `bigint` is written as the API takes wide integers, as a decimal string. */
export function formatExactJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => (typeof member === "bigint" ? member.toString() : member));
}
