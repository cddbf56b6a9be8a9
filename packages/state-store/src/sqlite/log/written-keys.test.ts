import fc from "fast-check";
import { expect, test } from "vitest";
import { PlaceWriter } from "./log-places.ts";
import { WrittenKeys } from "./written-keys.ts";

const keyIds = fc.oneof(
  fc.integer({ min: 1, max: 200 }),
  fc.integer({ min: 4_000, max: 13_000 }),
  fc.integer({ min: 2 ** 40, max: 2 ** 40 + 5_000 }),
);
/** The writes of one batch: key ids by version, from the batch's first version on. */
const batches = fc.array(fc.array(fc.uniqueArray(keyIds, { maxLength: 20 }), { minLength: 1, maxLength: 5 }), {
  maxLength: 8,
});

test("names every key written in the range once, in order, from wherever it is asked", () => {
  fc.assert(
    fc.property(batches, fc.nat(40), fc.nat(40), keyIds, (content, low, length, start) => {
      const writes: { keyId: number; version: number }[] = [];
      let version = 100;
      const packed = content.map((versions) => {
        const first_version = version;
        const own = versions.flatMap((ids, i) => ids.map((keyId) => ({ keyId, version: first_version + i })));
        version += versions.length;
        writes.push(...own);
        const places = new PlaceWriter(own.length, first_version);
        own.sort((a, b) => a.keyId - b.keyId || a.version - b.version);
        for (const write of own) places.add(write.keyId, write.version, 1, false);
        return { first_version, last_version: version - 1, first_chunk: 1, places: places.finish() };
      });
      const [from, to] = [95 + low, 95 + low + length];
      const inRange = writes.filter((write) => write.version > from && write.version <= to);
      const wanted = [...new Set(inRange.map(({ keyId }) => keyId))].sort((a, b) => a - b);
      for (const after of [0, start]) {
        const keys = new WrittenKeys(packed, from, to, after);
        const found: number[] = [];
        for (let id = keys.next(after); id !== undefined; id = keys.next(id)) found.push(id);
        expect(found).toEqual(wanted.filter((keyId) => keyId > after));
      }
    }),
  );
});
