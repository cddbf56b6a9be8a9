import { type AnyCodec, BcsError } from "@ledger/bcs";
import { expect, test } from "vitest";
import * as types from "../src/index.ts";

const isCodec = (value: unknown): value is AnyCodec =>
  typeof value === "object" && value !== null && "decode" in value && "encode" in value;
const codecs = Object.entries(types as Record<string, unknown>).filter((entry): entry is [string, AnyCodec] =>
  isCodec(entry[1]),
);

const wrong: readonly unknown[] = [
  null,
  undefined,
  5,
  "text",
  Symbol("s"),
  () => 1,
  [],
  {},
  Object.create(null),
  Object.create(Uint8Array.prototype),
  Object.create(Map.prototype),
  new Proxy({}, {}),
  { kind: "__proto__" },
  { kind: "constructor", value: {} },
  new Array(2 ** 31),
];

test("there are codecs to try", () => expect(codecs.length).toBeGreaterThan(50));

test.each(codecs)("%s takes a value or refuses it by name, whatever the value", (_name, codec) => {
  for (const value of wrong) {
    try {
      const encoded = codec.encode(value);
      expect(codec.encode(codec.decode(encoded))).toEqual(encoded);
    } catch (error) {
      if (!(error instanceof BcsError) && !(error instanceof types.TypesError)) throw error;
    }
  }
});

test.each(codecs)("%s ends soon, whatever is repeated to it", (_name, codec) => {
  for (const byte of [0, 1, 2, 6, 0x7f, 0x80, 0xff]) {
    try {
      codec.decode(new Uint8Array(50_000).fill(byte));
    } catch (error) {
      expect(error).toBeInstanceOf(BcsError);
    }
  }
});

test("what only looks like an address is none", () => {
  expect(types.isAddress(Object.create(Uint8Array.prototype))).toBe(false);
  expect(types.isAddress(new Proxy(new Uint8Array(32), {}))).toBe(false);
  expect(types.isAddress(new Uint8Array(32))).toBe(true);
});
