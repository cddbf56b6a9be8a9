import { cases } from "@ledger/test-run/effort";
import fc from "fast-check";
import { expect, test } from "vitest";
import { LogGeneration, type LogPosition, SlabPool } from "./log-generation.ts";
import { PlaceWriter } from "./log-places.ts";

interface Write {
  readonly key: number;
  readonly version: number;
}

const entryBytes = 10;
const pool = new SlabPool();

/** Chunk, and slot of an entry. */
function describePosition({ chunk, start, end }: LogPosition): string {
  if (end !== undefined) expect(end).toBe(start + entryBytes);
  return `${chunk}/${start / entryBytes}${end === undefined ? " last" : ""}`;
}

/** Chunks of three entries, ids from 7. */
function batchOf(writes: readonly Write[], firstVersion: number, firstChunk: number) {
  const ordered = writes.toSorted((a, b) => a.key - b.key || a.version - b.version);
  const places = new PlaceWriter(ordered.length, firstVersion);
  for (const [i, { key, version }] of ordered.entries()) places.add(key, version, entryBytes, i % 3 === 0);
  const last = firstVersion + 99;
  return {
    row: { last_version: last, first_version: firstVersion, first_chunk: firstChunk, places: places.finish() },
    ordered,
  };
}

test("finds the newest write at or before a version, as a plain search does", () => {
  const key = fc.oneof(fc.integer({ min: 1, max: 6 }), fc.constantFrom(2 ** 32 + 1, 2 ** 40, 2 ** 46));
  const batch = fc.uniqueArray(fc.record({ key, version: fc.integer({ min: 0, max: 99 }) }), {
    selector: (write) => `${write.key} ${write.version}`,
    maxLength: 120,
  });
  fc.assert(
    fc.property(fc.array(batch, { minLength: 1, maxLength: 8 }), (batches) => {
      const known: (Write & { readonly position: string })[] = [];
      // Memory is used again, whatever it held.
      let generation: LogGeneration | undefined;
      let chunk = 7;
      for (const [i, writes] of batches.entries()) {
        const { row, ordered } = batchOf(
          writes.map((one) => ({ ...one, version: one.version + i * 100 })),
          i * 100,
          chunk,
        );
        generation ??= new LogGeneration(row, pool);
        generation.append(row);
        for (const [n, write] of ordered.entries())
          known.push({
            ...write,
            position: `${chunk + Math.floor(n / 3)}/${n % 3}${n % 3 === 2 || n === ordered.length - 1 ? " last" : ""}`,
          });
        chunk += Math.ceil(ordered.length / 3);
      }
      expect(generation!.size).toBe(known.length);
      for (const id of [1, 2, 3, 6, 9, 2 ** 32 + 1, 2 ** 40, 2 ** 46]) {
        expect(generation!.has(id)).toBe(known.some((write) => write.key === id));
        for (let version = -1; version < batches.length * 100; version += 7) {
          const visible = known.filter((write) => write.key === id && write.version <= version);
          const expected = visible.toSorted((a, b) => a.version - b.version).at(-1)?.position;
          const found = generation!.find(id, version);
          expect(found && describePosition(found)).toBe(expected);
        }
      }
      generation!.release();
    }),
    { numRuns: cases(60) },
  );
});

test("finds old writes of a key with a long history in few steps", () => {
  const writes = Array.from({ length: 100_000 }, (_, version) => ({ key: 5, version }));
  const places = new PlaceWriter(writes.length, 0);
  for (const [i, { key, version }] of writes.entries()) places.add(key, version, entryBytes, i % 100 === 0);
  const row = { last_version: 99_999, first_version: 0, first_chunk: 1, places: places.finish() };
  const generation = new LogGeneration(row, pool);
  generation.append(row);
  for (const version of [0, 1, 2, 49_999, 77_777, 99_998, 99_999]) {
    const found = generation.find(5, version);
    const position = `${1 + Math.floor(version / 100)}/${version % 100}${version % 100 === 99 ? " last" : ""}`;
    expect(found && describePosition(found)).toBe(position);
  }
});
