import type { HashValue } from "@ledger/types";
import type { TreeRange } from "../tree-port.ts";

/** First bytes of the keys of rows, by what they hold. */
const kinds = { head: 0, node: 1, leaf: 2, accumulator: 3, delta: 4, checkpoint: 5 } as const;

/** Rows that keep no past are read as of the end of time: stored versions are below 2^53. */
export const latest: bigint = 2n ** 53n - 1n;

/** Bytes of a leaf's key. */
const leafKeyLength = 33;

/** The one row that says how far the tree is. */
export const headKey: Uint8Array = Uint8Array.of(kinds.head);

/** Hexadecimal digit of a state key hash at a depth, most significant first. */
export function digitAt(hash: Uint8Array, depth: number): number {
  const byte = hash[depth >> 1]!;
  return depth % 2 === 0 ? byte >> 4 : byte & 15;
}

/** A key with another digit at a depth; what comes after does not count. */
export function withDigit(key: Uint8Array, depth: number, digit: number): Uint8Array {
  const other = key.slice();
  const byte = other[depth >> 1]!;
  other[depth >> 1] = depth % 2 === 0 ? (digit << 4) | (byte & 15) : (byte & 0xf0) | digit;
  return other;
}

/** Row of the node below the first `depth` hexadecimal digits of a state key hash. */
export function nodeKey(hash: Uint8Array, depth: number): Uint8Array {
  const length = (depth + 1) >> 1;
  const key = new Uint8Array(2 + length);
  key[0] = kinds.node;
  key[1] = depth;
  key.set(hash.subarray(0, length), 2);
  if (depth % 2 === 1) key[1 + length]! &= 0xf0;
  return key;
}

/** Row of a state key: the hash of its value. */
export function leafKey(hash: HashValue): Uint8Array {
  const key = new Uint8Array(leafKeyLength);
  key[0] = kinds.leaf;
  key.set(hash, 1);
  return key;
}

/** The state key hash of a leaf's row. */
export function hashOfLeafKey(key: Uint8Array): HashValue {
  return key.subarray(1) as HashValue;
}

/** Rows of all state keys whose hashes begin with the first `depth` hexadecimal digits of a hash. */
export function leafRange(hash: Uint8Array, depth: number): TreeRange {
  const length = (depth + 1) >> 1;
  const from = new Uint8Array(leafKeyLength);
  const to = new Uint8Array(leafKeyLength).fill(0xff);
  for (const key of [from, to]) {
    key[0] = kinds.leaf;
    key.set(hash.subarray(0, length), 1);
  }
  if (depth % 2 === 1) {
    from[length]! &= 0xf0;
    to[length]! |= 0x0f;
  }
  return [from, to];
}

/** Row with what a block, and some before it, change in the tree. */
export function deltaKey(version: bigint): Uint8Array {
  return versionKey(kinds.delta, version);
}

/** Row that says that the rows of leaves and nodes are whole as of a version. */
export function checkpointKey(version: bigint): Uint8Array {
  return versionKey(kinds.checkpoint, version);
}

/** Version of the row of a checkpoint. */
export function versionOfKey(key: Uint8Array): bigint {
  return new DataView(key.buffer, key.byteOffset).getBigUint64(1);
}

function versionKey(kind: number, version: bigint): Uint8Array {
  const key = new Uint8Array(9);
  key[0] = kind;
  new DataView(key.buffer).setBigUint64(1, version);
  return key;
}

/** Rows of all nodes of the state tree, or of the transaction accumulator. */
export function allNodes(kind: "node" | "accumulator"): TreeRange {
  return [Uint8Array.of(kinds[kind]), Uint8Array.of(kinds[kind], ...new Uint8Array(leafKeyLength).fill(0xff))];
}

/** Row of a node of the transaction accumulator. */
export function accumulatorKey(level: number, index: bigint): Uint8Array {
  const key = new Uint8Array(10);
  key[0] = kinds.accumulator;
  key[1] = level;
  new DataView(key.buffer).setBigUint64(2, index);
  return key;
}
