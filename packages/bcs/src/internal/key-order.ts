import { compareStretches } from "./ordered.ts";

// How far into the keys to look for what tells them apart.
const maxPlacesTried = 64;
const absent = 0;

/**
 * Orders keys by their bytes, as byte strings.
 *
 * Sorting with a comparing function calls it ten times per key for a thousand keys. A number per key that begins with the
 * bytes in which the keys differ, and ends with the key's own number, is sorted by the engine in a fifth of the time.
 *
 * @param bytes - where the keys lie
 * @param bounds - where key `i` starts, at `2 * i`, and ends, at `2 * i + 1`
 * @param count - how many keys there are, at most 2^31
 * @returns numbers of the keys, in the order of the keys; equal keys are next to each other
 */
export function orderKeys(bytes: Uint8Array, bounds: readonly number[], count: number): Uint32Array {
  const indexBits = 32 - Math.clz32(count);
  const scale = 2 ** indexBits;
  // A place has 257 states: absent, which comes before every byte, and the bytes.
  let room = 0;
  while (257 ** (room + 1) * scale <= Number.MAX_SAFE_INTEGER) room++;
  const places = findDifferences(bytes, bounds, count, room);
  const ranks = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    let rank = 0;
    for (const place of places) rank = rank * 257 + readPlace(bytes, bounds, i, place);
    ranks[i] = rank * scale + i;
  }
  ranks.sort();
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[i] = (ranks[i]! >>> 0) & (scale - 1);
  const compare = (a: number, b: number): number =>
    compareStretches(bytes, bounds[2 * a]!, bounds[2 * a + 1]!, bounds[2 * b]!, bounds[2 * b + 1]!);
  for (let start = 0; start < count; ) {
    const head = Math.floor(ranks[start]! / scale);
    let end = start + 1;
    while (end < count && Math.floor(ranks[end]! / scale) === head) end++;
    if (end - start > 1) order.subarray(start, end).sort(compare);
    start = end;
  }
  return order;
}

/** The first places, from the start of a key, in which not all keys are the same. */
function findDifferences(bytes: Uint8Array, bounds: readonly number[], count: number, room: number): number[] {
  const places: number[] = [];
  for (let place = 0; place < maxPlacesTried && places.length < room; place++) {
    const first = readPlace(bytes, bounds, 0, place);
    let i = 1;
    while (i < count && readPlace(bytes, bounds, i, place) === first) i++;
    if (i < count) places.push(place);
  }
  return places;
}

function readPlace(bytes: Uint8Array, bounds: readonly number[], key: number, place: number): number {
  const at = bounds[2 * key]! + place;
  return at < bounds[2 * key + 1]! ? bytes[at]! + 1 : absent;
}
