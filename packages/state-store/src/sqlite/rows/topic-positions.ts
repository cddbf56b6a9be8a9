import { packNumbers, unpackNumbers } from "../../columns/packed-numbers.ts";
import { checksum, seedOf } from "./checksum.ts";
import { damagedRow } from "./row-sum.ts";

const sumBytes = 4;

/**
 * The positions of a topic's events in a transaction, with a checksum (u32, little-endian) over them, the topic and the version. It is no
 * column of its own: a transaction has many topics, and each column that is bound takes as long as the checksum.
 */
export function packPositions(topic: number, version: number, positions: readonly number[]): Uint8Array {
  const packed = packNumbers(positions);
  const sealed = new Uint8Array(packed.length + sumBytes);
  sealed.set(packed);
  let sum = sumOf(topic, version, sealed);
  for (let at = packed.length; at < sealed.length; at++, sum >>>= 8) sealed[at] = sum;
  return sealed;
}

/** Inverse of {@link packPositions}. @throws StoreError `corrupt` when they are not what was packed for the topic and the version */
export function unpackPositions(topic: number, version: number, sealed: Uint8Array): readonly number[] {
  const end = sealed.length - sumBytes;
  if (end >= 0) {
    const stored = (sealed[end]! | (sealed[end + 1]! << 8) | (sealed[end + 2]! << 16) | (sealed[end + 3]! << 24)) >>> 0;
    if (stored === sumOf(topic, version, sealed)) return unpackNumbers(sealed.subarray(0, end));
  }
  throw damagedRow(`table topic_events, topic_id ${topic}, version ${version}`);
}

function sumOf(topic: number, version: number, sealed: Uint8Array): number {
  return checksum(sealed, 0, sealed.length - sumBytes, Math.imul(seedOf(topic), 0x9e3779b1) ^ seedOf(version));
}
