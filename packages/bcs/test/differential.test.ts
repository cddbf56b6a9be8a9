import { bcs } from "@mysten/bcs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type AnyCodec,
  bool,
  bytes,
  enumeration,
  fixedArray,
  fixedBytes,
  map,
  option,
  string,
  struct,
  tuple,
  u8,
  u16,
  u32,
  u64,
  u128,
  u256,
  uleb128,
  unit,
  vector,
} from "../src/index.ts";

interface Peer {
  serialize(value: never): { toBytes(): Uint8Array };
  parse(bytes: Uint8Array): unknown;
}

const bits = (n: number) => fc.bigInt({ min: 0n, max: (1n << BigInt(n)) - 1n });
const text = fc.string({ unit: "grapheme", maxLength: 80 });
const u8s = fc.integer({ min: 0, max: 255 });
const identity = (value: unknown): unknown => value;

// Our codec, theirs, values, and our value in their form.
const rows: readonly (readonly [string, AnyCodec, Peer, fc.Arbitrary<unknown>, (value: never) => unknown])[] = [
  ["bool", bool, bcs.bool(), fc.boolean(), identity],
  ["u8", u8, bcs.u8(), u8s, identity],
  ["u16", u16, bcs.u16(), fc.integer({ min: 0, max: 0xffff }), identity],
  ["u32", u32, bcs.u32(), fc.integer({ min: 0, max: 0xffff_ffff }), identity],
  ["u64", u64, bcs.u64(), bits(64), String],
  ["u128", u128, bcs.u128(), bits(128), String],
  ["u256", u256, bcs.u256(), bits(256), String],
  ["uleb128", uleb128, bcs.uleb128(), fc.integer({ min: 0, max: 0x7fff_ffff }), identity],
  ["string", string, bcs.string(), text, identity],
  ["bytes", bytes, bcs.byteVector(), fc.uint8Array({ maxLength: 300 }), identity],
  ["fixed bytes", fixedBytes(32), bcs.bytes(32), fc.uint8Array({ minLength: 32, maxLength: 32 }), identity],
  ["vector<u64>", vector(u64), bcs.vector(bcs.u64()), fc.array(bits(64)), (list: bigint[]) => list.map(String)],
  ["vector<string>", vector(string), bcs.vector(bcs.string()), fc.array(text), identity],
  ["array", fixedArray(u8, 3), bcs.fixedArray(3, bcs.u8()), fc.tuple(u8s, u8s, u8s), identity],
  ["option", option(string), bcs.option(bcs.string()), fc.option(text, { nil: undefined }), (v: unknown) => v ?? null],
  ["tuple", tuple([u8, string]), bcs.tuple([bcs.u8(), bcs.string()]), fc.tuple(u8s, text), identity],
  [
    "struct",
    struct("S", { a: u8, b: vector(string) }),
    bcs.struct("S", { a: bcs.u8(), b: bcs.vector(bcs.string()) }),
    fc.record({ a: u8s, b: fc.array(text) }),
    identity,
  ],
  [
    "enumeration",
    enumeration("E", { None: unit, Some: u8, Text: string }),
    bcs.enum("E", { None: null, Some: bcs.u8(), Text: bcs.string() }),
    fc.oneof(
      fc.constant({ kind: "None" }),
      u8s.map((value) => ({ kind: "Some", value })),
      text.map((value) => ({ kind: "Text", value })),
    ),
    ({ kind, value }: { kind: string; value?: unknown }) => ({ $kind: kind, [kind]: value ?? true }),
  ],
  [
    "map",
    map(string, u8),
    bcs.map(bcs.string(), bcs.u8()),
    fc.array(fc.tuple(text, u8s)).map((entries) => new Map(entries)),
    identity,
  ],
];

describe("@mysten/bcs makes the same bytes and reads the same values", () => {
  test.each(rows)("%s", (_name, codec, peer, values, toPeer) => {
    fc.assert(
      fc.property(values, (value) => {
        const theirs = toPeer(value as never);
        const encoded = codec.encode(value);
        expect(encoded).toEqual(peer.serialize(theirs as never).toBytes());
        expect(toPeer(codec.decode(encoded) as never)).toEqual(peer.parse(encoded));
      }),
    );
  });

  test.each(rows)("%s: what it refuses is refused here", (_name, codec, peer, values) => {
    fc.assert(
      fc.property(values, fc.nat(), u8s, (value, at, byte) => {
        const input = codec.encode(value);
        if (input.length > 0) input[at % input.length] = byte;
        let refused = false;
        try {
          peer.parse(input);
        } catch {
          refused = true;
        }
        if (refused) expect(() => codec.decode(input)).toThrow();
      }),
    );
  });
});

// What @mysten/bcs 2.1.2 takes and this package refuses. Each row is a known difference, not a wish.
describe("laxities of @mysten/bcs that are refused here", () => {
  test.each<readonly [string, AnyCodec, Peer, number[], string]>([
    ["bytes after the value", u8, bcs.u8(), [1, 2], "trailing_bytes"],
    ["map keys out of order", map(u8, u8), bcs.map(bcs.u8(), bcs.u8()), [2, 5, 0, 4, 0], "map_not_ascending"],
    ["map keys twice", map(u8, u8), bcs.map(bcs.u8(), bcs.u8()), [2, 5, 0, 5, 1], "map_not_ascending"],
  ])("%s", (_name, codec, peer, bytesOfInput, code) => {
    const input = Uint8Array.from(bytesOfInput);
    expect(() => peer.parse(input)).not.toThrow();
    expect(() => codec.decode(input)).toThrow(expect.objectContaining({ code }));
  });

  test.each<readonly [string, AnyCodec, Peer, unknown, string]>([
    ["a fraction as u8", u8, bcs.u8(), 1.5, "out_of_range"],
    ["an empty string as u64", u64, bcs.u64(), "", "wrong_type"],
    ["a lone surrogate", string, bcs.string(), "\ud800", "lone_surrogate"],
  ])("%s", (_name, codec, peer, value, code) => {
    expect(() => peer.serialize(value as never)).not.toThrow();
    expect(() => codec.encode(value)).toThrow(expect.objectContaining({ code }));
  });

  test("a view's bytes end where the view ends", () => {
    const buffer = Uint8Array.of(3, 1, 2, 99);
    const view = buffer.subarray(0, 3);
    expect(bcs.byteVector().parse(view)).toEqual(Uint8Array.of(1, 2, 99));
    expect(() => bytes.decode(view)).toThrow(expect.objectContaining({ code: "unexpected_end" }));
  });
});
