import { expect, test } from "vitest";
import { HashPlaces } from "./hash-places.ts";

/** Hashes of which many have their beginnings in common. */
function hashOf(version: number): Uint8Array {
  const bytes = new Uint8Array(32);
  new DataView(bytes.buffer).setUint32(0, Math.imul(version >>> 2, 0x9e37_79b1), true);
  bytes[31] = version & 3;
  return bytes;
}

test("finds what was added, not what was removed or dropped, beside a plain map", () => {
  const [places, plain] = [new HashPlaces(), new Map<number, string>()];
  const first = 2 ** 40;
  const startOf = (version: number): string => hashOf(version).subarray(0, 4).join();
  let next = first;
  for (let round = 0; round < 12; round++) {
    for (let added = 0; added < 250; added++, next++) {
      places.add(hashOf(next), next);
      plain.set(next, startOf(next));
    }
    for (let taken = 0; taken < 60; taken++) {
      next -= 1;
      places.remove(hashOf(next), next);
      plain.delete(next);
    }
    if (round % 5 === 4) {
      const oldest = next - 500;
      places.dropBelow(oldest);
      for (const version of plain.keys()) if (version < oldest) plain.delete(version);
    }
    const byStart = Map.groupBy(plain.keys(), (version) => plain.get(version));
    for (let version = next - 800; version < next + 5; version += 7) {
      const found = [...places.find(hashOf(version))].sort((a, b) => a - b);
      expect(found).toEqual(byStart.get(startOf(version)) ?? []);
    }
  }
});
