import { type Codec, defineCodec } from "./codec.ts";
import type { Reader } from "./reader.ts";
import type { Writer } from "./writer.ts";

/** Unsigned, 64 bits. */
export const u64: Codec<bigint> = /* @__PURE__ */ unsigned("u64", 1);
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
  const max = (1n << BigInt(bits)) - 1n;
  return defineCodec<bigint>({
    name,
    fixedSize: 8 * words,
    minSize: 8 * words,
    read: words === 1 ? (reader) => reader.u64() : (reader) => readWords(reader, words),
    write(writer, value) {
      if (typeof value !== "bigint") throw writer.error("wrong_type", name);
      if (value < 0n || value > max) throw writer.error("out_of_range", name);
      if (words === 1) writer.u64(value);
      else writeWords(writer, value, words);
    },
  });
}

function signed(name: string, words: number): Codec<bigint> {
  const bits = 64 * words;
  const half = 1n << BigInt(bits - 1);
  return defineCodec<bigint>({
    name,
    fixedSize: 8 * words,
    minSize: 8 * words,
    read: (reader) => BigInt.asIntN(bits, readWords(reader, words)),
    write(writer, value) {
      if (typeof value !== "bigint") throw writer.error("wrong_type", name);
      if (value < -half || value >= half) throw writer.error("out_of_range", name);
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
