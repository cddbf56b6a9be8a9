import { cases } from "@ledger/test-run/effort";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bytesToAddress } from "../address.ts";
import { concatBytes } from "../text/bytes.ts";
import { parseHex } from "../text/hex.ts";
import { typeTagsEqual } from "./equality.ts";
import { formatTypeTag } from "./format.ts";
import { parseTypeTag } from "./parse.ts";
import { type FunctionParamOrReturnTag, type PrimitiveKind, StructTag, TypeTag } from "./type-tag.ts";

const primitiveKinds: readonly PrimitiveKind[] = [
  "Bool",
  "U8",
  "U16",
  "U32",
  "U64",
  "U128",
  "U256",
  "I8",
  "I16",
  "I32",
  "I64",
  "I128",
  "I256",
  "Address",
  "Signer",
];

const name = fc
  .stringMatching(/^[a-z_][A-Za-z0-9_$]{1,6}$/)
  .filter((text) => !/^(?:[ui]\d+|bool|true|false)$/.test(text));
const address = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(bytesToAddress);
const primitive = fc.constantFrom(...primitiveKinds).map((kind): TypeTag => ({ kind }));

/** Tags of at most `nesting` composite levels. */
function tags(nesting: number, withFunctions: boolean): fc.Arbitrary<TypeTag> {
  if (nesting === 0) return primitive;
  const inner = tags(nesting - 1, withFunctions);
  const vector = inner.map((value): TypeTag => ({ kind: "Vector", value }));
  const struct = fc
    .record({ address, module: name, name, typeArgs: fc.array(inner, { maxLength: 3 }) })
    .map((value): TypeTag => ({ kind: "Struct", value }));
  if (!withFunctions) return fc.oneof(primitive, vector, struct);
  const param: fc.Arbitrary<FunctionParamOrReturnTag> = fc.record({
    kind: fc.constantFrom("Reference" as const, "MutableReference" as const, "Value" as const),
    value: inner,
  });
  const params = fc.array(param, { maxLength: 2 });
  const functions = fc
    .record({ args: params, results: params, abilities: fc.nat(15) })
    .map((value): TypeTag => ({ kind: "Function", value }));
  return fc.oneof(primitive, vector, struct, functions);
}

function nested(depth: number): TypeTag {
  return depth === 0 ? { kind: "U8" } : { kind: "Vector", value: nested(depth - 1) };
}

describe("type tags in BCS", () => {
  test("have the chain's indices", () => {
    const indices = primitiveKinds.map((kind) => TypeTag.encode({ kind })[0]);
    expect(indices).toEqual([0, 1, 8, 9, 2, 3, 10, 12, 13, 14, 15, 16, 17, 4, 5]);
  });

  test("survive the way there and back", () => {
    fc.assert(
      fc.property(tags(3, true), (tag) => {
        const decoded = TypeTag.decode(TypeTag.encode(tag));
        expect(decoded).toEqual(tag);
        expect(typeTagsEqual(decoded, tag)).toBe(true);
      }),
    );
  });

  test("are refused beyond eight levels, both ways", () => {
    const deepest = TypeTag.encode(nested(8));
    expect(TypeTag.decode(deepest)).toEqual(nested(8));
    expect(() => TypeTag.encode(nested(9))).toThrow(expect.objectContaining({ code: "depth_exceeded" }));
    const deeper = concatBytes(Uint8Array.of(6), deepest);
    expect(() => TypeTag.decode(deeper)).toThrow(expect.objectContaining({ code: "depth_exceeded" }));
    const endless = new Uint8Array(100_000).fill(6);
    expect(() => TypeTag.decode(endless)).toThrow(expect.objectContaining({ code: "depth_exceeded", offset: 9 }));
  });

  test("a struct tag of its own allows its arguments eight levels", () => {
    const tag = { address: bytesToAddress(new Uint8Array(32)), module: "m", name: "S", typeArgs: [nested(8)] };
    expect(StructTag.decode(StructTag.encode(tag))).toEqual(tag);
    expect(() => TypeTag.encode({ kind: "Struct", value: tag })).toThrow(
      expect.objectContaining({ code: "depth_exceeded" }),
    );
  });

  test.each(["", "12", "06", "07", "0b0003"])("refuse %j", (hex) => {
    expect(() => TypeTag.decode(parseHex(hex))).toThrow();
  });

  test("bytes that decode encode to themselves", () => {
    fc.assert(
      fc.property(fc.uint8Array({ max: 20, maxLength: 12 }), (bytes) => {
        let tag: TypeTag;
        try {
          tag = TypeTag.decode(bytes);
        } catch {
          return;
        }
        expect(TypeTag.encode(tag)).toEqual(bytes);
      }),
      { numRuns: cases(1000) },
    );
  });
});

describe("type tags as text", () => {
  test("are read as they are printed", () => {
    fc.assert(
      fc.property(tags(3, false), (tag) => {
        expect(typeTagsEqual(parseTypeTag(formatTypeTag(tag)), tag)).toBe(true);
      }),
    );
  });
});

describe("equality", () => {
  test("tells different tags apart", () => {
    const texts = [
      "u8",
      "u16",
      "vector<u8>",
      "0x1::a::A",
      "0x2::a::A",
      "0x1::b::A",
      "0x1::a::B",
      "0x1::a::A<u8>",
      "0x1::a::A<u16>",
    ];
    const all = [
      ...texts.map(parseTypeTag),
      TypeTag.decode(parseHex("0b020202000001020403")),
      TypeTag.decode(parseHex("0b020202000001020402")),
      TypeTag.decode(parseHex("0b020202010001020403")),
    ];
    for (const [i, a] of all.entries()) {
      for (const [j, b] of all.entries()) expect(typeTagsEqual(a, b)).toBe(i === j);
    }
  });
});
