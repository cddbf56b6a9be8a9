import { cases } from "@ledger/test-run/effort";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Model } from "./similar-bytes.ts";

/** Bytes of a small alphabet, so that stretches come again. */
const bytes = fc
  .array(fc.oneof(fc.uint8Array({ maxLength: 40 }), fc.uint8Array({ max: 2, maxLength: 40 })), { maxLength: 12 })
  .map((parts) => Uint8Array.from(parts.flatMap((part) => [...part])));

test("what is packed after a model is the same when it is unpacked", () => {
  fc.assert(
    fc.property(bytes, bytes, bytes, (model, first, second) => {
      const packer = new Model(model);
      const given = [first, second, Uint8Array.of(...first.subarray(3), ...model, ...second)];
      const texts = given.map((one) => packer.pack(one));
      packer.seal();
      expect(texts.map((text) => packer.unpack(text))).toEqual(given);
    }),
    { numRuns: cases(300) },
  );
});

test("a long array is packed and let go of", () => {
  const long = Uint8Array.from({ length: 2 ** 20 + 5 }, (_, place) => (place * place) >>> 3);
  const packer = new Model(new Uint8Array());
  expect(packer.unpack(packer.pack(long))).toEqual(long);
});

test("of an array that differs from its model in a few places hardly more than those is left", () => {
  const model = Uint8Array.from({ length: 3_000 }, (_, place) => Math.imul(place, 0x9e37_79b1) >>> 24);
  const other = model.slice();
  for (const place of [10, 500, 501, 2_999]) other[place]! ^= 0x55;
  expect(new Model(model).pack(other).length).toBeLessThan(40);
});
