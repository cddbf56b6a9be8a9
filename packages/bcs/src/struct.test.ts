import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { type BcsError, struct, u8, vector } from "./index.ts";

describe("struct", () => {
  const keys = Array.from({ length: 12 }, (_, i) => `field${i}`);
  const makeCodec = (length: number) =>
    struct("Wide", Object.fromEntries(keys.slice(0, length).map((key) => [key, u8])));

  // The code of a struct changes once it has been used often: what it reads and writes must not.
  test.each([0, 1, 2, 7, 8, 9, 12])("with %i fields reads and writes the same however often", (length) => {
    const codec = makeCodec(length);
    const expected = Object.fromEntries(keys.slice(0, length).map((key, i) => [key, i]));
    const encoded = codec.encode(expected);
    for (let i = 0; i < 1200; i++) {
      const value = codec.decode(encoded);
      expect(value).toStrictEqual(expected);
      expect(Object.keys(value)).toEqual(Object.keys(expected));
      expect(codec.encode(value)).toEqual(encoded);
    }
  });

  test("reads plain objects", () => {
    const value = makeCodec(2).decode(Uint8Array.of(1, 2));
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(value.constructor).toBe(Object);
    expect(JSON.stringify(value)).toBe('{"field0":1,"field1":2}');
    expect(structuredClone(value)).toEqual(value);
  });

  test("many structs used often are told apart", () => {
    const codecs = Array.from({ length: 40 }, (_, i) => struct(`S${i}`, { [`a${i}`]: u8, [`b${i}`]: vector(u8) }));
    for (let round = 0; round < 600; round++) {
      for (const [i, codec] of codecs.entries()) {
        const value = { [`a${i}`]: i, [`b${i}`]: new Uint8Array() };
        expect(codec.decode(Uint8Array.of(i, 0))).toEqual(value);
        expect(codec.encode(value)).toEqual(Uint8Array.of(i, 0));
      }
    }
  });

  test("names the field that failed, early and late in its life", () => {
    const codec = makeCodec(10);
    for (let i = 0; i < 1200; i++) codec.decode(new Uint8Array(10));
    for (const failing of [makeCodec(10), codec]) {
      for (let length = 0; length < 10; length++) {
        try {
          failing.decode(new Uint8Array(length));
          expect.unreachable();
        } catch (error) {
          expect((error as BcsError).path).toBe(`field${length}`);
        }
        try {
          failing.encode({ ...codec.decode(new Uint8Array(10)), [`field${length}`]: 256 });
          expect.unreachable();
        } catch (error) {
          expect(error).toMatchObject({ code: "out_of_range", path: `field${length}`, offset: length });
        }
      }
    }
  });

  test("the generated code is up to date", () => {
    const generator = fileURLToPath(new URL("../scripts/generate.ts", import.meta.url));
    execFileSync(process.execPath, [generator, "--check"]);
  });
});
