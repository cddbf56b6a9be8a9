import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BcsError } from "../src/index.ts";
import { samples } from "./samples.ts";

/** @returns false when a value is read. @throws what is no `BcsError` */
function isRefused(decode: () => unknown): boolean {
  try {
    decode();
    return false;
  } catch (error) {
    if (error instanceof BcsError) return true;
    throw error;
  }
}

describe.each(samples.map((sample) => [sample.name, sample] as const))("%s", (_name, sample) => {
  const { codec, values } = sample;

  test("bytes after the value are refused, and left alone by decodePrefix", () => {
    fc.assert(
      fc.property(values, fc.uint8Array({ minLength: 1, maxLength: 4 }), (value, rest) => {
        const encoded = codec.encode(value);
        const longer = Uint8Array.from([...encoded, ...rest]);
        expect(() => codec.decode(longer)).toThrow(
          expect.objectContaining({ code: "trailing_bytes", offset: encoded.length }),
        );
        expect(codec.decodePrefix(longer)).toEqual({ value: codec.decode(encoded), bytesRead: encoded.length });
      }),
    );
  });

  test("a value is read the same from a view into a larger buffer", () => {
    fc.assert(
      fc.property(values, fc.nat(9), (value, offset) => {
        const encoded = codec.encode(value);
        const buffer = new Uint8Array(encoded.length + 20).fill(0xff);
        buffer.set(encoded, offset);
        const view = buffer.subarray(offset, offset + encoded.length);
        expect(codec.decode(view)).toEqual(codec.decode(encoded));
        const cuts = Array.from({ length: Math.min(encoded.length, 40) }, (_, end) => view.subarray(0, end));
        expect(cuts.filter((cut) => !isRefused(() => codec.decode(cut)))).toEqual([]);
      }),
    );
  });
});
