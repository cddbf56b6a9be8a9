import { utf8Decoder } from "./utf8.ts";

/** A JSON value as it was sent: integers beyond 2^53 keep every digit as `bigint`, objects have no prototype. */
export type JsonInput =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly JsonInput[]
  | { readonly [member: string]: JsonInput };

/** Why a text is not JSON that the API reads. */
export class JsonFault extends Error {
  override readonly name = "JsonFault";
  /** Offset in the text, UTF-16 units. */
  readonly offset: number;

  constructor(fault: string, offset: number) {
    super(`${fault} at offset ${offset}`);
    this.offset = offset;
  }
}

/** Deepest nesting of arrays and objects that is read. */
const maxJsonDepth = 128;

/** Most values in one text, those inside others included: twice as many as the largest ordinary transaction, 64 KiB, has bytes. */
export const maxJsonValues = 128 * 1024;

/** Longest integer literal that is read: the 78 digits of 2^256 and a sign, with room for leading context. */
const maxIntegerDigits = 100;

/**
 * Reads UTF-8 JSON strictly (RFC 8259): no comments, no trailing commas, nothing after the value, no broken UTF-8,
 * no lone surrogates, at most {@link maxJsonDepth} levels and {@link maxJsonValues} values. A repeated member keeps its last value,
 * and zero its sign: unsigned types take no `-0`.
 *
 * `JSON.parse` is not used because it rounds long integers without a word and recurses as deep as the text asks.
 * @throws {@link JsonFault}
 */
export function parseJsonBytes(bytes: Uint8Array): JsonInput {
  let text: string;
  try {
    text = utf8Decoder.decode(bytes);
  } catch (cause) {
    throw new JsonFault(`invalid UTF-8${cause instanceof RangeError ? " (too long)" : ""}`, 0);
  }
  return parseJson(text);
}

/** Reads JSON text by the rules of {@link parseJsonBytes}. */
export function parseJson(text: string): JsonInput {
  const parser = new JsonParser(text);
  const value = parser.value(0);
  parser.end();
  return value;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const numberPattern = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

class JsonParser {
  readonly #text: string;
  #position = 0;
  #values = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(depth: number): JsonInput {
    this.#skipSpace();
    if (++this.#values > maxJsonValues) throw this.#fault(`more than ${maxJsonValues} values`);
    const first = this.#text[this.#position];
    switch (first) {
      case "{":
        return this.#object(depth + 1);
      case "[":
        return this.#array(depth + 1);
      case '"':
        return this.#string();
      case "t":
        return this.#word("true", true);
      case "f":
        return this.#word("false", false);
      case "n":
        return this.#word("null", null);
      default:
        return this.#number();
    }
  }

  end(): void {
    this.#skipSpace();
    if (this.#position < this.#text.length) throw this.#fault("unexpected text after the value");
  }

  #object(depth: number): JsonInput {
    this.#enter(depth);
    // Without a prototype `__proto__` is a member like any other.
    const members: Record<string, JsonInput> = Object.create(null);
    if (this.#closes("}")) return members;
    for (;;) {
      this.#skipSpace();
      if (this.#text.charCodeAt(this.#position) !== quote) throw this.#fault("expected a member name");
      const name = this.#string();
      this.#skipSpace();
      if (this.#text.charCodeAt(this.#position) !== colon) throw this.#fault("expected ':'");
      this.#position++;
      members[name] = this.value(depth);
      if (this.#closes("}")) return members;
      this.#comma();
    }
  }

  #array(depth: number): JsonInput {
    this.#enter(depth);
    const items: JsonInput[] = [];
    if (this.#closes("]")) return items;
    for (;;) {
      items.push(this.value(depth));
      if (this.#closes("]")) return items;
      this.#comma();
    }
  }

  #enter(depth: number): void {
    if (depth > maxJsonDepth) throw this.#fault(`nested deeper than ${maxJsonDepth} levels`);
    this.#position++;
  }

  #closes(bracket: "}" | "]"): boolean {
    this.#skipSpace();
    if (this.#text[this.#position] !== bracket) return false;
    this.#position++;
    return true;
  }

  #comma(): void {
    if (this.#text.charCodeAt(this.#position) !== comma) throw this.#fault("expected ',' or the closing bracket");
    this.#position++;
  }

  #string(): string {
    const text = this.#text;
    let start = ++this.#position;
    let value = "";
    for (let at = start; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit === quote) {
        this.#position = at + 1;
        const whole = value + text.slice(start, at);
        if (!whole.isWellFormed()) throw this.#fault("lone surrogate in a string");
        return whole;
      }
      if (unit === backslash) {
        this.#position = at;
        value += text.slice(start, at) + this.#escape();
        at = this.#position - 1;
        start = this.#position;
      } else if (unit < 0x20) {
        this.#position = at;
        throw this.#fault("control character in a string");
      }
    }
    this.#position = text.length;
    throw this.#fault("unterminated string");
  }

  #escape(): string {
    const kind = this.#text[this.#position + 1] ?? "";
    if (kind === "u") {
      const digits = this.#text.slice(this.#position + 2, this.#position + 6);
      if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw this.#fault("bad \\u escape");
      this.#position += 6;
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    const character = Object.hasOwn(escapes, kind) ? escapes[kind] : undefined;
    if (character === undefined) throw this.#fault("bad escape");
    this.#position += 2;
    return character;
  }

  #number(): number | bigint {
    numberPattern.lastIndex = this.#position;
    const literal = numberPattern.exec(this.#text)?.[0];
    if (literal === undefined) {
      throw this.#fault(this.#position < this.#text.length ? "expected a value" : "unexpected end, expected a value");
    }
    const value = Number(literal);
    if (Number.isSafeInteger(value)) {
      // A fraction that rounds to a whole number must not be taken for that number.
      if (/[.eE]/.test(literal) && !isExact(literal, value)) throw this.#fault("number with too many digits");
      this.#position += literal.length;
      return value;
    }
    if (/[.eE]/.test(literal)) {
      if (!Number.isFinite(value)) throw this.#fault("number out of range");
      this.#position += literal.length;
      return value;
    }
    if (literal.length > maxIntegerDigits) throw this.#fault("number out of range");
    this.#position += literal.length;
    return BigInt(literal);
  }

  #word<T extends boolean | null>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#position)) throw this.#fault("expected a value");
    this.#position += word.length;
    return value;
  }

  #skipSpace(): void {
    for (;;) {
      const unit = this.#text.charCodeAt(this.#position);
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return;
      this.#position++;
    }
  }

  #fault(fault: string): JsonFault {
    return new JsonFault(fault, this.#position);
  }
}

/** Returns true if a literal with a fraction or an exponent is exactly the whole number it was read as. */
function isExact(literal: string, value: number): boolean {
  const [mantissa = "", exponentText = "0"] = literal.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const digits = (whole + fraction).replace("-", "").replace(/^0+/, "");
  if (digits === "") return value === 0;
  const significant = digits.replace(/0+$/, "");
  const exponent = Number(exponentText) - fraction.length + (digits.length - significant.length);
  return exponent >= 0 && exponent <= 16 && Math.abs(value) === Number(significant) * 10 ** exponent;
}
