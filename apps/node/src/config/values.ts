import { InvalidArgumentError } from "commander";
import * as Type from "typebox";
import type { Value } from "./option.ts";

/** An option without a value: it is there or not. */
export const isSet: Value<boolean> = { schema: Type.Boolean(), parse: Boolean };

/** Any text. */
export const text: Value<string> = { schema: Type.String(), parse: (given) => given };

/** One of some words. */
export function oneOf<const Word extends string>(...words: readonly Word[]): Value<Word> {
  // Commander refuses the others by itself.
  return { schema: Type.Enum([...words]), parse: (given) => given as Word };
}

/** A switch. */
export const onOff: Value<"on" | "off"> = oneOf("on", "off");

/**
 * A text of a form.
 *
 * @param expected - names it, for people
 * @param read - makes the value of the text and of what its groups match; the value is the text when absent
 */
export function form<T = string>(
  pattern: RegExp,
  expected: string,
  read: (...parts: readonly string[]) => T = (whole) => whole as T,
): Value<T> {
  return {
    schema: Type.String({ pattern: pattern.source }),
    parse(given) {
      const parts = pattern.exec(given);
      if (parts === null) throw new InvalidArgumentError(`expected ${expected}.`);
      return read(...parts);
    },
  };
}

/** A whole number. @param expected - names it, for people */
export function whole(
  minimum: number,
  maximum: number,
  expected = `a number from ${minimum} to ${maximum}`,
): Value<number> {
  return {
    schema: Type.Integer({ minimum, maximum }),
    parse(given) {
      const value = /^\d{1,18}$/.test(given) ? Number(given) : -1;
      if (value < minimum || value > maximum) throw new InvalidArgumentError(`expected ${expected}.`);
      return value;
    },
  };
}

/** A word that stands for itself, or a value. */
export function orWord<const Word extends string, T>(word: Word, value: Value<T>): Value<Word | T> {
  return {
    schema: Type.Union([value.schema, Type.Literal(word)]),
    parse: (given) => (given === word ? word : value.parse(given)),
  };
}

/** A value that YAML takes for a number where it is written in hexadecimal digits. */
export function orHex<T>(value: Value<T>): Value<T> {
  return { ...value, schema: Type.Union([value.schema, Type.Integer()]) };
}

/** Several values: an option is repeated, or has commas between its values, or is a list in a configuration file. */
export function list<T>(item: Value<T>): Value<readonly T[]> {
  return {
    schema: item.schema,
    isList: true,
    parse: (given, previous = []) => [...previous, ...given.split(",").map((part) => item.parse(part.trim()))],
    check: (values) => values.map((value) => item.check?.(value)).find((reason) => reason !== undefined),
  };
}

/** A whole number of any size, such as `1000`. */
export const count: Value<bigint> = {
  schema: Type.Integer({ minimum: 0 }),
  parse(given) {
    if (!/^\d{1,18}$/.test(given)) throw new InvalidArgumentError("expected a whole number.");
    return BigInt(given);
  },
};

/** Milliseconds from one block to the next: at least 10, or 0 for no such blocks. */
export const interval: Value<number> = {
  ...form(/^(?:0+|0*[1-9]\d{1,6})$/, "milliseconds, at least 10, or 0", Number),
  schema: Type.Union([Type.Literal(0), Type.Integer({ minimum: 10, maximum: 9_999_999 })]),
};

/** Processes or threads. @param what - names them, for people */
export const workers = (what: string): Value<number> => whole(1, 64, `a number of ${what}, 1 to 64`);

const secondsOf: Readonly<Record<string, bigint>> = { s: 1n, m: 60n, h: 3_600n, d: 86_400n };

/** A time span such as `90s`, `15m`, `36h` or `7d`; microseconds. */
export const timeSpan: Value<bigint> = form(
  /^(\d{1,9})([smhd])$/,
  "a time span, such as 90s, 15m, 36h or 7d",
  (_, digits = "", unit = "") => BigInt(digits) * secondsOf[unit]! * 1_000_000n,
);

const bytesOf: Readonly<Record<string, number>> = { MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40 };

/** A size such as `500MiB` or `20GiB`; bytes. */
export const size: Value<number> = form(
  /^(\d{1,6})(MiB|GiB|TiB)$/,
  "a size, such as 500MiB or 20GiB",
  (_, digits, unit = "") => Number(digits) * bytesOf[unit]!,
);

/** A share, such as `1/100`; the lower number. */
export const share: Value<number> = form(/^1\/([1-9]\d{0,8})$/, "a share, such as 1/100", (_, digits) =>
  Number(digits),
);

/** Returns true if a URL carries a user name or a password: it could not be fetched, and the password would be in logs. */
export function hasCredentials(url: string): boolean {
  if (/^\s*[a-z][a-z0-9+.-]*:\/\/[^/?#]*@/i.test(url)) return true;
  // What is written in another way and read as one all the same.
  const { username, password } = URL.parse(url) ?? {};
  return Boolean(username || password);
}

function refuseCredentials(url: string): string | undefined {
  return hasCredentials(url) ? "the URL must not contain a user name or password." : undefined;
}

/** The API root of a node. */
export const url: Value<string> = {
  schema: Type.String({ pattern: "^https?://[^\\s/?#@]+([/?#]\\S*)?$" }),
  parse(given) {
    // Refused when all options are read: the refusal of one value prints the value.
    if (hasCredentials(given)) return given;
    if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol)) {
      throw new InvalidArgumentError("expected the URL of a node's API, such as https://node.example/v1.");
    }
    return given;
  },
  check: refuseCredentials,
};

/** A file or folder of this machine, or its URL on a server. */
export const place: Value<string> = { ...text, check: refuseCredentials };
