import { type Codec, defineCodec } from "./codec.ts";
import type { Reader } from "./reader.ts";
import type { Writer } from "./writer.ts";

/** A codec that vectors recognise as that of a byte, so that `vector(u8)` is a `Uint8Array`. */
export interface ByteCodec extends Codec<number> {
  /** Items of this type are kept as bytes. */
  readonly isByte: true;
}

/** A codec that enumerations recognise as that of a variant without a value. */
export interface UnitCodec extends Codec<undefined> {
  /** Variants of this type have no `value`. */
  readonly isUnit: true;
}

/** A boolean: one byte, 0 or 1. */
export const bool: Codec<boolean> = /* @__PURE__ */ defineCodec<boolean>({
  name: "bool",
  fixedSize: 1,
  minSize: 1,
  read(reader) {
    const byte = reader.u8();
    if (byte > 1) throw reader.error("invalid_bool", "bool", reader.position - 1);
    return byte === 1;
  },
  write(writer, value) {
    if (typeof value !== "boolean") throw writer.error("wrong_type", "bool");
    writer.u8(value ? 1 : 0);
  },
});

/** The absent value, of no bytes. As a variant of an enumeration: one without a value. */
export const unit: UnitCodec = /* @__PURE__ */ Object.assign(
  /* @__PURE__ */ defineCodec<undefined>({
    name: "()",
    fixedSize: 0,
    minSize: 0,
    read: () => undefined,
    write(writer, value) {
      if (value !== undefined) throw writer.error("wrong_type", "()");
    },
  }),
  { isUnit: true as const },
);

/** A number of 0 to 2^32 - 1 in as few bytes as it takes: the form of lengths and variant indices. */
export const uleb128: Codec<number> = /* @__PURE__ */ defineCodec<number>({
  name: "uleb128",
  minSize: 1,
  read: (reader) => reader.uleb128(),
  write(writer, value) {
    if (typeof value !== "number" || value >>> 0 !== value) throw refusal(writer, "uleb128", value);
    writer.uleb128(value);
  },
});

/** Unsigned, 8 bits. */
export const u8: ByteCodec = /* @__PURE__ */ Object.assign(
  /* @__PURE__ */ defineCodec<number>({
    name: "u8",
    fixedSize: 1,
    minSize: 1,
    read: (reader) => reader.u8(),
    write(writer, value) {
      if (typeof value !== "number" || (value & 0xff) !== value) throw refusal(writer, "u8", value);
      writer.u8(value);
    },
  }),
  { isByte: true as const },
);

/** Unsigned, 16 bits. */
export const u16: Codec<number> = /* @__PURE__ */ defineCodec<number>({
  name: "u16",
  fixedSize: 2,
  minSize: 2,
  read: (reader) => reader.u16(),
  write(writer, value) {
    if (typeof value !== "number" || (value & 0xffff) !== value) throw refusal(writer, "u16", value);
    writer.u16(value);
  },
});

/** Unsigned, 32 bits. */
export const u32: Codec<number> = /* @__PURE__ */ defineCodec<number>({
  name: "u32",
  fixedSize: 4,
  minSize: 4,
  read: (reader) => reader.u32(),
  write(writer, value) {
    if (typeof value !== "number" || value >>> 0 !== value) throw refusal(writer, "u32", value);
    writer.u32(value);
  },
});

/** Signed, 8 bits. */
export const i8: Codec<number> = /* @__PURE__ */ defineCodec<number>({
  name: "i8",
  fixedSize: 1,
  minSize: 1,
  read: (reader) => (reader.u8() << 24) >> 24,
  write(writer, value) {
    if (typeof value !== "number" || (value << 24) >> 24 !== value) throw refusal(writer, "i8", value);
    writer.u8(value & 0xff);
  },
});

/** Signed, 16 bits. */
export const i16: Codec<number> = /* @__PURE__ */ defineCodec<number>({
  name: "i16",
  fixedSize: 2,
  minSize: 2,
  read: (reader) => (reader.u16() << 16) >> 16,
  write(writer, value) {
    if (typeof value !== "number" || (value << 16) >> 16 !== value) throw refusal(writer, "i16", value);
    writer.u16(value & 0xffff);
  },
});

/** Signed, 32 bits. */
export const i32: Codec<number> = /* @__PURE__ */ defineCodec<number>({
  name: "i32",
  fixedSize: 4,
  minSize: 4,
  read: (reader) => reader.u32() | 0,
  write(writer, value) {
    if (typeof value !== "number" || (value | 0) !== value) throw refusal(writer, "i32", value);
    writer.u32(value >>> 0);
  },
});

const maxSafeHigh = 0x1f_ffff;

/**
 * A u64 as a number, for counts and times that stay below 2^53: larger ones are refused in both directions, so that none
 * is rounded.
 */
export const u64Number: Codec<number> = /* @__PURE__ */ defineCodec<number>({
  name: "u64",
  fixedSize: 8,
  minSize: 8,
  read(reader: Reader) {
    const start = reader.position;
    const low = reader.u32();
    const high = reader.u32();
    if (high > maxSafeHigh) throw reader.error("out_of_range", "u64 up to 2^53-1", start);
    return high * 0x1_0000_0000 + low;
  },
  write(writer: Writer, value) {
    if (!Number.isSafeInteger(value) || value < 0) throw refusal(writer, "u64 up to 2^53-1", value);
    writer.u32(value >>> 0);
    writer.u32(Math.floor(value / 0x1_0000_0000));
  },
});

function refusal(writer: Writer, name: string, value: unknown): Error {
  return writer.error(typeof value === "number" ? "out_of_range" : "wrong_type", name);
}
