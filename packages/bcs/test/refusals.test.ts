import { describe, expect, test } from "vitest";
import {
  type AnyCodec,
  at,
  BcsError,
  type BcsErrorCode,
  bool,
  brand,
  bytes,
  type Codec,
  enumeration,
  fixedArray,
  fixedBytes,
  i8,
  i16,
  i32,
  i64,
  i256,
  lazy,
  map,
  newtype,
  option,
  Reader,
  set,
  string,
  struct,
  transform,
  tuple,
  u8,
  u16,
  u32,
  u64,
  u64Array,
  u64Number,
  u128,
  u256,
  uleb128,
  unit,
  vector,
  withSource,
} from "../src/index.ts";

function refusalOf(action: () => unknown): BcsError {
  try {
    action();
  } catch (error) {
    if (error instanceof BcsError) return error;
    throw error;
  }
  throw new Error("was not refused");
}

const input = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/\w\w/g) ?? [], (byte) => Number.parseInt(byte, 16));

const Choice = enumeration("Choice", { A: unit, B: u8, Far: at(300, u8) });
const Pair = struct("Pair", { first: u8, second: string });

describe("inputs", () => {
  const rows: readonly (readonly [AnyCodec, string, BcsErrorCode, offset: number])[] = [
    [u8, "", "unexpected_end", 0],
    [u16, "01", "unexpected_end", 0],
    [u32, "010203", "unexpected_end", 0],
    [u64, "01020304050607", "unexpected_end", 0],
    [u128, "01", "unexpected_end", 0],
    [u64Number, "000000000000100000", "trailing_bytes", 8],
    [u64Number, "0000000000002000", "out_of_range", 0],
    [bool, "02", "invalid_bool", 0],
    [bool, "0100", "trailing_bytes", 1],
    [option(u8), "02", "invalid_option_tag", 0],
    [uleb128, "8000", "uleb128_not_minimal", 0],
    [uleb128, "ff8000", "uleb128_not_minimal", 0],
    [uleb128, "8080808000", "uleb128_not_minimal", 0],
    [uleb128, "8080808010", "uleb128_overflow", 0],
    [uleb128, "ffffffffff", "uleb128_overflow", 0],
    [uleb128, "ffffffff", "unexpected_end", 4],
    [vector(unit), "ffffffff0f", "length_too_large", 0],
    [vector(unit), "81804000", "length_too_large", 0],
    [vector(u8), "8080808008", "length_too_large", 0],
    [vector(u16), "02010002", "unexpected_end", 0],
    [u64Array, "0100", "unexpected_end", 0],
    [fixedArray(u16, 2), "010002", "unexpected_end", 0],
    [string, "02c328", "invalid_utf8", 0],
    [string, "03eda080", "invalid_utf8", 0],
    [string, "02c080", "invalid_utf8", 0],
    [string, "04f4908080", "invalid_utf8", 0],
    [string, "05616263", "unexpected_end", 0],
    [fixedBytes(4), "010203", "unexpected_end", 0],
    [Choice, "02", "unknown_variant", 0],
    [Choice, "ad0200", "unknown_variant", 0],
    [map(u8, u8), "0202000100", "map_not_ascending", 3],
    [map(u8, u8), "0201000100", "map_not_ascending", 3],
    [map(string, u8), "020262610001620000", "map_not_ascending", 5],
    [set(u8), "020201", "map_not_ascending", 2],
  ];
  test.each(rows)("case %#", (codec, hex, code, offset) => {
    expect(refusalOf(() => codec.decode(input(hex)))).toMatchObject({ code, offset });
  });

  test("the input must be bytes", () => {
    for (const value of ["0x00", [0], new ArrayBuffer(1), new Uint16Array(1), undefined]) {
      expect(refusalOf(() => bool.decode(value as never))).toMatchObject({
        code: "wrong_type",
        expected: "Uint8Array",
      });
    }
  });

  test("a refused transform keeps its cause", () => {
    const cause = new TypeError("odd");
    const even = transform(u8, {
      name: "Even",
      decode: (n) => {
        if (n % 2 === 1) throw cause;
        return n;
      },
      encode: (n: number) => {
        if (n % 2 === 1) throw cause;
        return n;
      },
    });
    const wrapped = struct("S", { items: vector(even) });
    expect(refusalOf(() => wrapped.decode(input("020203")))).toMatchObject({
      code: "invalid_value",
      offset: 2,
      path: "items[1]",
      expected: "Even",
      cause,
    });
    expect(refusalOf(() => wrapped.encode({ items: [1] }))).toMatchObject({
      code: "invalid_value",
      path: "items[0]",
      cause,
    });
  });

  test("keys that a lossy transform makes equal are refused", () => {
    const parity = transform(u8, { decode: (n) => n % 2, encode: (n: number) => n });
    expect(refusalOf(() => map(parity, unit).decode(input("020103"))).code).toBe("duplicate_key");
    expect(refusalOf(() => set(parity).decode(input("020103"))).code).toBe("duplicate_key");
  });

  test("an option hidden in an option is refused where it would lose its form", () => {
    const hidden = option(newtype("N", option(u8)));
    expect(refusalOf(() => hidden.decode(input("0100"))).code).toBe("invalid_value");
    expect(hidden.decode(input("010107"))).toBe(7);
  });
});

describe("values", () => {
  const rows: readonly (readonly [AnyCodec, unknown, BcsErrorCode])[] = [
    [bool, 1, "wrong_type"],
    [bool, undefined, "wrong_type"],
    [unit, null, "wrong_type"],
    ...[u8, u16, u32, uleb128, u64Number, i8, i16, i32].flatMap((codec): [AnyCodec, unknown, BcsErrorCode][] => [
      [codec, 1.5, "out_of_range"],
      [codec, Number.NaN, "out_of_range"],
      [codec, Number.POSITIVE_INFINITY, "out_of_range"],
      [codec, 2 ** 53, "out_of_range"],
      [codec, "1", "wrong_type"],
      [codec, 1n, "wrong_type"],
      [codec, null, "wrong_type"],
      [codec, undefined, "wrong_type"],
      [codec, true, "wrong_type"],
      [codec, Symbol.iterator, "wrong_type"],
      [codec, { valueOf: () => 1 }, "wrong_type"],
    ]),
    [u8, 256, "out_of_range"],
    [u8, -1, "out_of_range"],
    [u16, 0x1_0000, "out_of_range"],
    [u32, 0x1_0000_0000, "out_of_range"],
    [u32, -1, "out_of_range"],
    [i8, 128, "out_of_range"],
    [i8, -129, "out_of_range"],
    [i16, 0x8000, "out_of_range"],
    [i32, 0x8000_0000, "out_of_range"],
    [u64Number, -1, "out_of_range"],
    ...[u64, u128, u256, i64, i256].flatMap((codec): [AnyCodec, unknown, BcsErrorCode][] => [
      [codec, 1, "wrong_type"],
      [codec, "1", "wrong_type"],
      [codec, "", "wrong_type"],
      [codec, undefined, "wrong_type"],
      [codec, 2n ** 256n, "out_of_range"],
      [codec, -(2n ** 256n), "out_of_range"],
    ]),
    [u64, 2n ** 64n, "out_of_range"],
    [u64, -1n, "out_of_range"],
    [i64, 2n ** 63n, "out_of_range"],
    [vector(u64), [1n, 2n ** 64n], "out_of_range"],
    [vector(u64), [1n, 2], "wrong_type"],
    [vector(u64), new BigUint64Array(1), "wrong_type"],
    [string, 5, "wrong_type"],
    [string, "\ud800", "lone_surrogate"],
    [string, `${"long ".repeat(20)}\udfff`, "lone_surrogate"],
    [bytes, [1], "wrong_type"],
    [bytes, "00", "wrong_type"],
    [fixedBytes(2), new Uint8Array(3), "wrong_length"],
    [fixedBytes(2), [1, 2], "wrong_type"],
    [vector(u8), [1], "wrong_type"],
    [vector(u16), { length: 0 }, "wrong_type"],
    [vector(u16), new Array(2), "wrong_type"],
    [vector(unit), new Array(0x10_0001).fill(undefined), "length_too_large"],
    [fixedArray(u8, 2), [1], "wrong_length"],
    [fixedArray(u8, 2), "ab", "wrong_type"],
    [tuple([u8, u8]), [1], "wrong_length"],
    [tuple([u8, u8]), [1, 2, 3], "wrong_length"],
    [tuple([u8, u8]), {}, "wrong_type"],
    [u64Array, [1n], "wrong_type"],
    [Pair, null, "wrong_type"],
    [Pair, 5, "wrong_type"],
    [Pair, {}, "wrong_type"],
    [Pair, { first: 1 }, "wrong_type"],
    [Choice, { kind: "C" }, "unknown_variant"],
    [Choice, { kind: "toString" }, "unknown_variant"],
    [Choice, { kind: "A", value: 1 }, "wrong_type"],
    [Choice, { kind: "B" }, "wrong_type"],
    [Choice, "A", "wrong_type"],
    [map(u8, u8), { 1: 2 }, "wrong_type"],
    [map(u8, u8), new Set([1]), "wrong_type"],
    [set(u8), [1], "wrong_type"],
    [
      map(bytes, u8),
      new Map([
        [new Uint8Array(1), 1],
        [new Uint8Array(1), 2],
      ]),
      "duplicate_key",
    ],
    [set(bytes), new Set([new Uint8Array(1), new Uint8Array(1)]), "duplicate_key"],
    [withSource(u8), 5, "wrong_type"],
  ];
  test.each(rows.map(([codec, value, code]) => [codec.name, codec, value, code] as const))(
    "%s: case %#",
    (_name, codec, value, code) => {
      expect(refusalOf(() => codec.encode(value)).code).toBe(code);
      expect(refusalOf(() => codec.size(value)).code).toBe(code);
    },
  );

  test("nothing of a refused value reaches the target", () => {
    const target = new Uint8Array(8).fill(0xee);
    expect(refusalOf(() => Pair.encodeInto({ first: 1, second: 2 as never }, target)).path).toBe("second");
    expect(refusalOf(() => Pair.encodeInto({ first: 1, second: "too long" }, target)).code).toBe("target_too_small");
    for (const offset of [-1, 0.5, 9, Number.NaN]) {
      expect(refusalOf(() => u8.encodeInto(1, target, offset)).code).toBe("target_too_small");
    }
    expect(refusalOf(() => u8.encodeInto(1, [] as never)).code).toBe("wrong_type");
    expect(target).toEqual(new Uint8Array(8).fill(0xee));
  });

  test("a refused value leaves the encoder as it was", () => {
    const before = Pair.encode({ first: 1, second: "x" });
    refusalOf(() => vector(Pair).encode([{ first: 1, second: "x" }, {} as never]));
    expect(Pair.encode({ first: 1, second: "x" })).toEqual(before);
  });

  test("an encoder may run inside another", () => {
    const nested = transform(bytes, {
      decode: (b) => Pair.decode(b),
      encode: (p: { first: number; second: string }) => Pair.encode(p),
    });
    const value = { first: 7, second: "inner" };
    const codec = tuple([nested, nested]);
    expect(codec.decode(codec.encode([value, value]))).toEqual([value, value]);
  });
});

describe("schemas", () => {
  test.each([
    ["an index twice", () => enumeration("E", { A: unit, B: at(0, unit) })],
    ["an index that is no u32", () => enumeration("E", { A: at(-1, unit) })],
    ["an index beyond u32", () => enumeration("E", { A: at(2 ** 32 - 1, unit), B: unit })],
    ["no variants", () => enumeration("E", {})],
    ["a variant name that looks like an index", () => enumeration("E", { 7: unit })],
    ["a field name that looks like an index", () => struct("S", { 7: u8 })],
    ["a field named __proto__", () => struct("S", { ["__proto__"]: u8 })],
    ["a negative size", () => fixedBytes(-1)],
    ["a broken size", () => fixedArray(u8, 1.5)],
    ["an option of an option", () => option(option(u8))],
    ["an option of nothing", () => option(unit)],
  ])("%s is refused", (_what, build) => {
    expect(refusalOf(build).code).toBe("invalid_schema");
  });

  test("indices follow the declaration, and count on from one that is set", () => {
    const codec = enumeration("E", { A: unit, B: at(5, unit), C: unit });
    expect([...codec.encode({ kind: "C" })]).toEqual([6]);
    expect(codec.decode(input("05"))).toEqual({ kind: "B" });
    expect(refusalOf(() => codec.decode(input("01"))).code).toBe("unknown_variant");
    expect([...Choice.encode({ kind: "Far", value: 9 })]).toEqual([0xac, 0x02, 9]);
  });

  test("enumerations with many variants find them all", () => {
    const names = Array.from({ length: 40 }, (_, i) => `V${i}`);
    const codec = enumeration("Many", Object.fromEntries(names.map((name) => [name, unit])));
    for (const [i, kind] of names.entries()) expect([...codec.encode({ kind })]).toEqual([i]);
  });
});

describe("places", () => {
  const Deep = struct("Transaction", {
    writeSet: tuple([
      enumeration("WriteSet", { None: unit, V0: struct("V0", { payload: struct("P", { args: vector(u16) }) }) }),
    ]),
    entries: map(u8, struct("Entry", { id: u8 })),
    raw: withSource(fixedArray(bool, 2)),
  });
  type DeepInput = Parameters<typeof Deep.encode>[0];
  const value: DeepInput = {
    writeSet: [{ kind: "V0", value: { payload: { args: [1, 2, 3, 4] } } }],
    entries: new Map([[1, { id: 2 }]]),
    raw: { value: [true, false] },
  };

  test("a path leads to the refused input", () => {
    const encoded = Deep.encode(value);
    const cut = refusalOf(() => Deep.decodePrefix(encoded.subarray(0, 4)));
    expect(cut).toMatchObject({
      path: "writeSet.0.value.payload.args",
      code: "unexpected_end",
      expected: "vector<u16>",
    });
    const broken = encoded.slice();
    broken[broken.length - 1] = 7;
    expect(refusalOf(() => Deep.decode(broken))).toMatchObject({
      path: "raw.value[1]",
      code: "invalid_bool",
      offset: encoded.length - 1,
    });
  });

  test("a path leads to the refused value, the text names type and place", () => {
    const args = [1, 2, 3, 0x1_0000];
    const error = refusalOf(() => Deep.encode({ ...value, writeSet: [{ kind: "V0", value: { payload: { args } } }] }));
    expect(error).toMatchObject({
      code: "out_of_range",
      expected: "u16",
      path: "writeSet.0.value.payload.args[3]",
      offset: 8,
    });
    expect(error.message).toBe("out_of_range at byte 8, in writeSet.0.value.payload.args[3] (expected u16)");
    expect(error.name).toBe("BcsError");
    const entries = new Map([[1, { id: 300 }]]);
    expect(refusalOf(() => Deep.encode({ ...value, entries })).path).toBe("entries[0].id");
  });

  test("the text never holds the input", () => {
    const error = refusalOf(() => vector(string).decode(input("010553454352ff")));
    expect(error.message).not.toContain("SECR");
    expect(refusalOf(() => struct("S", { a: u8 }).encode({ a: "SECRET" as never })).message).not.toContain("SECRET");
  });

  test("a reader's own use has the inner path", () => {
    const reader = new Reader(input("0102"));
    expect(refusalOf(() => struct("S", { a: u8, b: vector(u32) }).read(reader)).path).toBe("b");
  });

  test("a path is cut where it stops telling anything", () => {
    interface Nest {
      readonly inner: Nest | undefined;
    }
    const nest: Codec<Nest> = struct("Nest", { inner: option(lazy<Nest>("Nest", () => nest)) });
    const error = refusalOf(() => nest.decode(new Uint8Array(400).fill(1)));
    expect(error.path).toBe(`${Array(32).fill("inner").join(".")}…`);
  });

  test("a brand is the same codec under another name", () => {
    const Id = brand<number & { readonly __id: true }>(u8, "Id");
    expect(Id.name).toBe("Id");
    expect(Id.read).toBe(u8.read);
    expect([...Id.encode(7 as never)]).toEqual([7]);
  });
});
