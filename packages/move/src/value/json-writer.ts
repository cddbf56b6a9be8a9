import { MoveError } from "../errors.ts";
import { utf8Decoder, utf8Encoder } from "./utf8.ts";

const digits = "0123456789abcdef";
const highDigits = new Uint8Array(256);
const lowDigits = new Uint8Array(256);
for (let byte = 0; byte < 256; byte++) {
  highDigits[byte] = digits.charCodeAt(byte >> 4);
  lowDigits[byte] = digits.charCodeAt(byte & 15);
}

/** The byte after the backslash, for bytes that have a short escape; 1 for those that need `\u00..`. */
const escapes = new Uint8Array(128);
escapes.fill(1, 0, 0x20);
for (const [byte, letter] of [
  [0x08, "b"],
  [0x09, "t"],
  [0x0a, "n"],
  [0x0c, "f"],
  [0x0d, "r"],
  [0x22, '"'],
  [0x5c, "\\"],
] as const) {
  escapes[byte] = letter.charCodeAt(0);
}

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const longestLoop = 24;

/** Options of {@link JsonWriter}. */
export interface JsonWriterOptions {
  /** Most bytes of output; 64 MiB by default. */
  readonly limit?: number;
  /** First allocation in bytes. */
  readonly capacity?: number;
}

/**
 * A growing buffer of JSON text in UTF-8, whose methods throw {@link MoveError} `value_too_large` at its limit. Values are
 * written into it straight from their bytes, without a tree or strings in between; a page of many values shares one writer.
 *
 * @example
 * ```ts
 * const output = new JsonWriter();
 * output.beginObject().member("version").integerString(7n);
 * output.member("changes").beginArray().endArray();
 * output.endObject();
 * output.text(); // => '{"version":"7","changes":[]}'
 * ```
 */
export class JsonWriter {
  /** Bytes written so far. */
  length = 0;
  readonly limit: number;
  #bytes: Uint8Array<ArrayBuffer>;

  constructor(options: JsonWriterOptions = {}) {
    this.limit = options.limit ?? 64 * 1024 * 1024;
    this.#bytes = new Uint8Array(Math.min(options.capacity ?? 1024, this.limit));
  }

  /** A view of what was written, valid until the next write. */
  view(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.length);
  }

  /** The text that was written. */
  text(): string {
    return utf8Decoder.decode(this.view());
  }

  /** Drops everything after a length that the writer had before, as after a value that turned out malformed. */
  truncate(length: number): void {
    this.length = Math.min(length, this.length);
  }

  /** Makes room for `size` more bytes and returns the buffer, which the next call may replace. */
  reserve(size: number): Uint8Array {
    const needed = this.length + size;
    if (needed > this.#bytes.length) this.#grow(needed);
    return this.#bytes;
  }

  #grow(needed: number): void {
    if (needed > this.limit) throw new MoveError("value_too_large", `the JSON text is longer than ${this.limit} bytes`);
    const grown = new Uint8Array(Math.min(Math.max(needed, this.#bytes.length * 2), this.limit));
    grown.set(this.#bytes.subarray(0, this.length));
    this.#bytes = grown;
  }

  byte(value: number): void {
    const bytes = this.reserve(1);
    bytes[this.length++] = value;
  }

  /** Bytes that are JSON text already. */
  raw(piece: Uint8Array): void {
    const size = piece.length;
    const bytes = this.reserve(size);
    const at = this.length;
    // A call of `set` costs more than a short loop.
    if (size > longestLoop) bytes.set(piece, at);
    else for (let i = 0; i < size; i++) bytes[at + i] = piece[i]!;
    this.length = at + size;
  }

  /** Text that is JSON already. */
  rawText(text: string): void {
    this.raw(utf8Encoder.encode(text));
  }

  /** Opens an object. */
  beginObject(): this {
    this.byte(openBrace);
    return this;
  }

  endObject(): void {
    this.byte(closeBrace);
  }

  /** Opens an array. */
  beginArray(): this {
    this.byte(openBracket);
    return this;
  }

  endArray(): void {
    this.byte(closeBracket);
  }

  /** Starts the next item of the open array; its value is to be written next. */
  item(): this {
    this.#separate();
    return this;
  }

  /** Starts the next member of the open object; its value is to be written next. */
  member(name: string): this {
    this.#separate();
    this.string(name);
    this.byte(colon);
    return this;
  }

  /** Members of the open object from plain data; those that are `undefined` are left out. */
  members(values: object): void {
    const text = JSON.stringify(values);
    if (text.length <= 2) return;
    this.#separate();
    this.rawText(text.slice(1, -1));
  }

  /** A value of plain data, as `JSON.stringify` writes it. */
  data(value: object | string | number | boolean | null): void {
    this.rawText(JSON.stringify(value));
  }

  /** A comma, unless the array or object has just been opened: no other JSON text ends in an opening bracket. */
  #separate(): void {
    const last = this.#bytes[this.length - 1];
    if (last !== openBrace && last !== openBracket) this.byte(comma);
  }

  /** A JSON string. */
  string(text: string): void {
    const encoded = utf8Encoder.encode(text);
    this.utf8String(encoded, 0, encoded.length);
  }

  /** A JSON string of well-formed UTF-8 bytes. */
  utf8String(source: Uint8Array, start: number, end: number): void {
    // Room for the worst case, every byte as \u00XX, is made only when a byte needs escaping.
    const bytes = this.reserve(end - start + 2);
    let at = this.length;
    bytes[at++] = quote;
    for (let i = start; i < end; i++) {
      const byte = source[i]!;
      if (byte < 0x80 && escapes[byte] !== 0) {
        this.length = at;
        this.#escapedRest(source, i, end);
        return;
      }
      bytes[at++] = byte;
    }
    bytes[at++] = quote;
    this.length = at;
  }

  #escapedRest(source: Uint8Array, start: number, end: number): void {
    const bytes = this.reserve((end - start) * 6 + 1);
    let at = this.length;
    for (let i = start; i < end; i++) {
      const byte = source[i]!;
      const letter = byte < 0x80 ? escapes[byte]! : 0;
      if (letter === 0) {
        bytes[at++] = byte;
        continue;
      }
      bytes[at++] = 0x5c;
      if (letter !== 1) {
        bytes[at++] = letter;
        continue;
      }
      bytes[at++] = 0x75;
      bytes[at++] = 0x30;
      bytes[at++] = 0x30;
      bytes[at++] = highDigits[byte]!;
      bytes[at++] = lowDigits[byte]!;
    }
    bytes[at++] = quote;
    this.length = at;
  }

  /** An integer of at most 2^53 − 1 in size, as decimal digits without quotes. */
  integer(value: number): void {
    const bytes = this.reserve(17);
    if (value >= 0) {
      this.length = writeDigits(bytes, this.length, value);
    } else {
      bytes[this.length] = 0x2d;
      this.length = writeDigits(bytes, this.length + 1, -value);
    }
  }

  /** An integer of any size as decimal digits without quotes. */
  bareInteger(value: bigint): void {
    this.rawText(value.toString());
  }

  /** A little-endian u64 as a string of decimal digits. */
  u64String(source: Uint8Array, start: number): void {
    const low = wordAt(source, start);
    const high = wordAt(source, start + 4);
    const bytes = this.reserve(22);
    let at = this.length;
    bytes[at++] = quote;
    if (high < 0x20_0000) at = writeDigits(bytes, at, high * 0x1_0000_0000 + low);
    else at = writeText(bytes, at, ((BigInt(high) << 32n) | BigInt(low)).toString());
    bytes[at++] = quote;
    this.length = at;
  }

  /** An integer of any size as a string of decimal digits. */
  integerString(value: bigint): void {
    const text = value.toString();
    const bytes = this.reserve(text.length + 2);
    let at = this.length;
    bytes[at++] = quote;
    at = writeText(bytes, at, text);
    bytes[at++] = quote;
    this.length = at;
  }

  /** Two lower-case hex digits for each byte, without quotes or prefix. */
  hexDigits(source: Uint8Array, start: number, end: number): void {
    this.length = writeHex(this.reserve(2 * (end - start)), this.length, source, start, end);
  }

  /** `"0x…"` with two digits a byte. */
  hexString(source: Uint8Array, start: number, end: number): void {
    const bytes = this.reserve(2 * (end - start) + 4);
    let at = writeHex(bytes, writePrefix(bytes, this.length), source, start, end);
    bytes[at++] = quote;
    this.length = at;
  }

  /** `"0x…"` without leading zeros: an address of 32 bytes. */
  addressString(source: Uint8Array, start: number): void {
    const end = start + 32;
    let first = start;
    while (first < end - 1 && source[first] === 0) first++;
    const bytes = this.reserve(68);
    let at = writePrefix(bytes, this.length);
    const lead = source[first]!;
    if (lead < 16) {
      bytes[at++] = lowDigits[lead]!;
      first++;
    }
    at = writeHex(bytes, at, source, first, end);
    bytes[at++] = quote;
    this.length = at;
  }
}

/** A little-endian u32. */
export function wordAt(bytes: Uint8Array, at: number): number {
  return (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0;
}

// The functions below write into a buffer with room enough and return where they stopped.

function writePrefix(bytes: Uint8Array, at: number): number {
  bytes[at] = quote;
  bytes[at + 1] = 0x30;
  bytes[at + 2] = 0x78;
  return at + 3;
}

function writeHex(bytes: Uint8Array, at: number, source: Uint8Array, start: number, end: number): number {
  let to = at;
  for (let i = start; i < end; i++) {
    const byte = source[i]!;
    bytes[to] = highDigits[byte]!;
    bytes[to + 1] = lowDigits[byte]!;
    to += 2;
  }
  return to;
}

function writeText(bytes: Uint8Array, at: number, text: string): number {
  const { length } = text;
  for (let i = 0; i < length; i++) bytes[at + i] = text.charCodeAt(i);
  return at + length;
}

/** Decimal digits of an integer from 0 to 2^53 − 1. */
function writeDigits(bytes: Uint8Array, at: number, value: number): number {
  if (value < 10) {
    bytes[at] = 0x30 + value;
    return at + 1;
  }
  let count = 2;
  for (let bound = 100; value >= bound && count < 16; bound *= 10) count++;
  let to = at + count;
  let rest = value;
  // Nine digits at a time stay within 32-bit arithmetic.
  while (rest > 0x7fff_ffff) {
    const high = Math.floor(rest / 1e9);
    let low = rest - high * 1e9;
    for (let i = 0; i < 9; i++) {
      const quotient = (low / 10) | 0;
      bytes[--to] = 0x30 + low - quotient * 10;
      low = quotient;
    }
    rest = high;
  }
  do {
    const quotient = (rest / 10) | 0;
    bytes[--to] = 0x30 + rest - quotient * 10;
    rest = quotient;
  } while (rest > 0);
  return at + count;
}
