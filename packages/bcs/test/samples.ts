import fc, { type Arbitrary, type IRawProperty } from "fast-check";
import {
  type AnyCodec,
  BcsError,
  bool,
  brand,
  bytes,
  type Codec,
  enumeration,
  fixedArray,
  fixedBytes,
  i8,
  i8Array,
  i16,
  i16Array,
  i32,
  i32Array,
  i64,
  i64Array,
  i128,
  i256,
  lazy,
  lenientBytes,
  lenientInteger,
  lenientOption,
  map,
  newtype,
  option,
  record,
  set,
  string,
  struct,
  transform,
  tuple,
  u8,
  u16,
  u16Array,
  u32,
  u32Array,
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

/** A codec with values that it must carry. */
export interface Sample {
  readonly name: string;
  readonly codec: AnyCodec;
  readonly values: Arbitrary<unknown>;
}

function sample<T, Input>(codec: Codec<T, Input>, values: Arbitrary<Input>, name: string = codec.name): Sample {
  return { name, codec, values };
}

const bits = (n: number) => fc.bigInt({ min: 0n, max: (1n << BigInt(n)) - 1n });
const signedBits = (n: number) => fc.bigInt({ min: -(1n << BigInt(n - 1)), max: (1n << BigInt(n - 1)) - 1n });
const integer = (min: number, max: number) => fc.integer({ min, max });
const wellFormed = fc.oneof(
  fc.string({ unit: "binary", maxLength: 90 }),
  fc.string({ maxLength: 90 }),
  fc.constant("\ufeff"),
);
const byteArray = fc.uint8Array({ maxLength: 90 });

type Tree =
  | { readonly kind: "Leaf"; readonly value: number }
  | { readonly kind: "Branch"; readonly value: readonly Tree[] };
const tree: Codec<Tree> = enumeration("Tree", { Leaf: u8, Branch: vector(lazy<Tree>("Tree", () => tree)) });
const { tree: trees } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "small" },
    fc.record({ kind: fc.constant("Leaf" as const), value: integer(0, 255) }),
    fc.record({ kind: fc.constant("Branch" as const), value: fc.array(tie("tree"), { maxLength: 4 }) }),
  ),
}));

const person = struct("Person", { name: string, age: u8, tags: vector(string), parent: option(u64) });
const people = fc.record({
  name: wellFormed,
  age: integer(0, 255),
  tags: fc.array(wellFormed, { maxLength: 5 }),
  parent: fc.option(bits(64), { nil: undefined }),
});

type Exported = keyof typeof import("../src/index.ts");

/** What the package exports that is neither a codec nor makes one. */
type Other =
  | "BcsError"
  | "Reader"
  | "Writer"
  | "at"
  | "defineCodec"
  | "explain"
  | "formatExplanation"
  | "fromHex"
  | "importFormats"
  | "isBytes"
  | "maxContainerDepth"
  | "maxSequenceLength"
  | "maxZeroSizeItems"
  | "toHex"
  | "writeBytes";

/** Samples of every codec and combinator that the package exports: one that is left out does not compile. */
const samplesOf: Readonly<Record<Exclude<Exported, Other>, readonly [Sample, ...Sample[]]>> = {
  bool: [sample(bool, fc.boolean())],
  brand: [sample(brand<Uint8Array>(fixedBytes(3), "Branded"), fc.uint8Array({ minLength: 3, maxLength: 3 }))],
  bytes: [sample(bytes, byteArray)],
  enumeration: [sample(tree, trees)],
  fixedArray: [sample(fixedArray(u16, 3), fc.tuple(integer(0, 0xffff), integer(0, 0xffff), integer(0, 0xffff)))],
  fixedBytes: [sample(fixedBytes(7), fc.uint8Array({ minLength: 7, maxLength: 7 }))],
  i8: [sample(i8, integer(-0x80, 0x7f))],
  i8Array: [sample(i8Array, fc.int8Array(), "i8Array")],
  i16: [sample(i16, integer(-0x8000, 0x7fff))],
  i16Array: [sample(i16Array, fc.int16Array(), "i16Array")],
  i32: [sample(i32, integer(-0x8000_0000, 0x7fff_ffff))],
  i32Array: [sample(i32Array, fc.int32Array(), "i32Array")],
  i64: [sample(i64, signedBits(64))],
  i64Array: [sample(i64Array, fc.bigInt64Array(), "i64Array")],
  i128: [sample(i128, signedBits(128))],
  i256: [sample(i256, signedBits(256))],
  lazy: [sample(tree, trees, "lazy Tree")],
  // What they take besides is the matter of a test of their own: reading gives what it always does.
  lenientBytes: [sample(lenientBytes(bytes), byteArray, "lenient bytes")],
  lenientInteger: [sample(lenientInteger(u64), bits(64), "lenient u64")],
  lenientOption: [sample(lenientOption(string), fc.option(wellFormed, { nil: undefined }), "lenient option")],
  map: [
    sample(
      map(string, u64),
      fc.array(fc.tuple(wellFormed, bits(64))).map((entries) => new Map(entries)),
    ),
    sample(
      map(u16, vector(u8)),
      fc.array(fc.tuple(integer(0, 0xffff), byteArray)).map((entries) => new Map(entries)),
    ),
  ],
  newtype: [sample(newtype("Wrapped", person), people)],
  option: [sample(option(string), fc.option(wellFormed, { nil: undefined }))],
  record: [
    sample(record("Pair", { left: u16, right: string }), fc.record({ left: integer(0, 0xffff), right: wellFormed })),
  ],
  set: [
    sample(
      set(u64),
      fc.array(bits(64)).map((items) => new Set(items)),
    ),
  ],
  string: [sample(string, wellFormed)],
  struct: [sample(person, people)],
  transform: [
    sample(
      transform(u64, { name: "Money", decode: (cents) => cents.toString(), encode: (text: string) => BigInt(text) }),
      bits(64).map(String),
    ),
  ],
  tuple: [
    sample(tuple([u8, string, bool]), fc.tuple(integer(0, 255), wellFormed, fc.boolean())),
    sample(tuple([u64, bytes]), fc.tuple(bits(64), byteArray)),
  ],
  u8: [sample(u8, integer(0, 0xff))],
  u16: [sample(u16, integer(0, 0xffff))],
  u16Array: [sample(u16Array, fc.uint16Array(), "u16Array")],
  u32: [sample(u32, integer(0, 0xffff_ffff))],
  u32Array: [sample(u32Array, fc.uint32Array(), "u32Array")],
  u64: [sample(u64, bits(64))],
  u64Array: [sample(u64Array, fc.bigUint64Array(), "u64Array")],
  u64Number: [sample(u64Number, fc.maxSafeNat(), "u64 as number")],
  u128: [sample(u128, bits(128))],
  u256: [sample(u256, bits(256))],
  uleb128: [sample(uleb128, integer(0, 0xffff_ffff))],
  unit: [sample(unit, fc.constant(undefined))],
  vector: [
    sample(vector(u8), byteArray),
    sample(vector(u64), fc.array(bits(64))),
    sample(vector(string), fc.array(wellFormed)),
  ],
  withSource: [
    sample(
      withSource(person),
      people.map((value) => ({ value })),
    ),
  ],
};

/** One sample or more of every codec and combinator. */
export const samples: readonly Sample[] = Object.values(samplesOf).flat();

/**
 * The property that edited encodings (a byte changed, added or left out) are refused with a `BcsError`, or are what the value
 * read from them encodes to.
 */
export function checkEdits({ codec, values }: Sample): IRawProperty<unknown> {
  const edit = fc.record({ kind: fc.constantFrom("set", "insert", "delete"), at: fc.nat(), byte: integer(0, 255) });
  return fc.property(values, fc.array(edit, { maxLength: 3 }), (value, edits) => {
    const input = [...codec.encode(value)];
    for (const { kind, at, byte } of edits) {
      const index = at % (input.length + 1);
      if (kind === "set" && index < input.length) input[index] = byte;
      else if (kind === "insert") input.splice(index, 0, byte);
      else input.splice(index, 1);
    }
    let decoded: unknown;
    try {
      decoded = codec.decode(Uint8Array.from(input));
    } catch (error) {
      if (error instanceof BcsError) return;
      throw error;
    }
    const encoded = codec.encode(decoded);
    if (String(encoded) !== String(input)) throw new Error(`${input} encodes to ${encoded}`);
  });
}
