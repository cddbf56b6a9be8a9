import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type AnyCodec, map, set, string, u64 } from "../src/index.ts";
import { samples } from "./samples.ts";

describe.each(samples.map((sample) => [sample.name, sample] as const))("%s", (_name, sample) => {
  const { codec, values } = sample;

  test("a value survives the way to bytes and back", () => {
    fc.assert(
      fc.property(values, (value) => {
        const encoded = codec.encode(value);
        // What is read is written as the same bytes; equality of values is left to those whose form does not change.
        expect(codec.encode(codec.decode(encoded))).toEqual(encoded);
        if (!isSourced(codec)) expect(codec.decode(encoded)).toEqual(value);
      }),
    );
  });

  test("all ways to write agree", () => {
    fc.assert(
      fc.property(values, fc.nat(9), (value, offset) => {
        const encoded = codec.encode(value);
        expect(codec.size(value)).toBe(encoded.length);
        if (codec.fixedSize !== undefined) expect(encoded.length).toBe(codec.fixedSize);
        expect(encoded.length).toBeGreaterThanOrEqual(codec.minSize);
        const target = new Uint8Array(offset + encoded.length + 1).fill(0xee);
        expect(codec.encodeInto(value, target, offset)).toBe(encoded.length);
        expect(target.subarray(offset, -1)).toEqual(encoded);
        expect(target.at(-1)).toBe(0xee);
      }),
    );
  });
});

const isSourced = (codec: AnyCodec): boolean => codec.name === "Person" && codec.shape.kind === "wrapper";

describe("canonical order", () => {
  test("a map's bytes do not depend on the order of its entries", () => {
    const entries = fc.uniqueArray(fc.tuple(fc.string({ unit: "binary" }), fc.bigInt({ min: 0n, max: 9n })), {
      selector: ([key]) => key,
    });
    fc.assert(
      fc.property(entries, (list) => {
        const codec = map(string, u64);
        expect(codec.encode(new Map(list))).toEqual(codec.encode(new Map([...list].reverse())));
      }),
    );
  });

  test("the order is that of the encoded keys: by length first for text, by low byte first for numbers", () => {
    expect([...set(string).decode(set(string).encode(new Set(["b", "aa", "a", ""])))]).toEqual(["", "a", "b", "aa"]);
    expect([...set(u64).decode(set(u64).encode(new Set([256n, 1n, 2n])))]).toEqual([256n, 1n, 2n]);
  });

  test("keys that differ late are told apart", () => {
    const keys = Array.from({ length: 300 }, (_, i) => `a rather long common beginning ${String(i).padStart(4, "0")}`);
    const shuffled = [...keys].sort((a, b) =>
      a.split("").reverse().join("") < b.split("").reverse().join("") ? -1 : 1,
    );
    const codec = set(string);
    expect([...codec.decode(codec.encode(new Set(shuffled)))]).toEqual(keys);
  });
});
