import { type Codec, defineCodec } from "./codec.ts";
import { BcsError } from "./errors.ts";
import type { Reader } from "./reader.ts";
import type { Writer } from "./writer.ts";

// Values of a vector that are written before more room is made.
const block = 4096;

/** Unsigned, 64 bits. */
export const u64: Codec<bigint> = /* @__PURE__ */ defineCodec<bigint>({
  name: "u64",
  fixedSize: 8,
  minSize: 8,
  read: (reader) => reader.u64(),
  write(writer, value) {
    if (!isU64(value)) throw refusal(writer, "u64", value);
    writer.u64(value);
  },
  sequence: {
    read(reader, length) {
      const bytes = reader.bytes(length * 8);
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
      const values = new Array<bigint>(length);
      for (let i = 0; i < length; i++) values[i] = view.getBigUint64(i * 8, true);
      return values;
    },
    write(writer, values) {
      const { length } = values;
      // Room is made for values that are there: an array without items may claim any length.
      for (let start = 0; start < length; start += block) {
        const end = Math.min(start + block, length);
        writer.reserve((end - start) * 8);
        const { view, position } = writer;
        for (let i = start; i < end; i++) {
          const value = values[i]!;
          if (!isU64(value)) throw BcsError.within(refusal(writer, "u64", value), i);
          view.setBigUint64(position + (i - start) * 8, value, true);
        }
        writer.position = position + (end - start) * 8;
      }
    },
  },
});
/** Unsigned, 128 bits. */
export const u128: Codec<bigint> = /* @__PURE__ */ unsigned("u128", 2);
/** Unsigned, 256 bits. */
export const u256: Codec<bigint> = /* @__PURE__ */ unsigned("u256", 4);
/** Signed, 64 bits, two's complement. */
export const i64: Codec<bigint> = /* @__PURE__ */ signed("i64", 1);
/** Signed, 128 bits, two's complement. */
export const i128: Codec<bigint> = /* @__PURE__ */ signed("i128", 2);
/** Signed, 256 bits, two's complement. */
export const i256: Codec<bigint> = /* @__PURE__ */ signed("i256", 4);

function unsigned(name: string, words: number): Codec<bigint> {
  const bits = 64 * words;
  return defineCodec<bigint>({
    name,
    fixedSize: 8 * words,
    minSize: 8 * words,
    read: (reader) => readWords(reader, words),
    write(writer, value) {
      if (typeof value !== "bigint" || BigInt.asUintN(bits, value) !== value) throw refusal(writer, name, value);
      writeWords(writer, value, words);
    },
  });
}

function signed(name: string, words: number): Codec<bigint> {
  const bits = 64 * words;
  return defineCodec<bigint>({
    name,
    fixedSize: 8 * words,
    minSize: 8 * words,
    read: (reader) => BigInt.asIntN(bits, readWords(reader, words)),
    write(writer, value) {
      if (typeof value !== "bigint" || BigInt.asIntN(bits, value) !== value) throw refusal(writer, name, value);
      writeWords(writer, BigInt.asUintN(bits, value), words);
    },
  });
}

function readWords(reader: Reader, words: number): bigint {
  const start = reader.position;
  let value = 0n;
  reader.bytes(8 * words); // refuses a short input before the parts are read
  for (let i = words - 1; i >= 0; i--) {
    reader.position = start + 8 * i;
    value = (value << 64n) | reader.u64();
  }
  reader.position = start + 8 * words;
  return value;
}

function writeWords(writer: Writer, value: bigint, words: number): void {
  let rest = value;
  for (let i = 0; i < words; i++) {
    writer.u64(rest);
    rest >>= 64n;
  }
}

function isU64(value: bigint): boolean {
  // Cutting a bigint to its size and comparing takes half the time of two comparisons with the bounds.
  return typeof value === "bigint" && BigInt.asUintN(64, value) === value;
}

function refusal(writer: Writer, name: string, value: unknown): BcsError {
  return writer.error(typeof value === "bigint" ? "out_of_range" : "wrong_type", name);
}
