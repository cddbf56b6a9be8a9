import { Reader, Writer } from "@ledger/bcs";
import { compareBytes, type HashValue, mapKey } from "@ledger/types";
import { StoreError } from "../store-error.ts";
import { digitAt } from "./tree-keys.ts";
import type { Subtree } from "./tree-node.ts";

/**
 * Bytes of a place in the tree: how many hexadecimal digits lead to it, and the digits, two a byte. Places deeper than that have
 * 33 keys whose hashes share 96 bits; they are in no delta.
 */
const placeBytes = 13;
const deepest = 2 * (placeBytes - 1);
const hashBytes = 32;
/** A place, the number of its keys and its hash. */
const subtreeBytes = placeBytes + 4 + hashBytes;
/** A key's hash, whether the key is there, and the hash of its value. */
const leafBytes = hashBytes + 1 + hashBytes;

/** The place below the first `depth` hexadecimal digits of a hash; `undefined` for one too deep. */
export function placeOf(hash: Uint8Array, depth: number): Uint8Array | undefined {
  if (depth > deepest) return undefined;
  const place = new Uint8Array(placeBytes);
  place[0] = depth;
  const length = (depth + 1) >> 1;
  place.set(hash.subarray(0, length), 1);
  if (depth % 2 === 1) place[length]! &= 0xf0;
  return place;
}

/** A key's value hash after some blocks; absent where the key is. */
export type LeafChange = readonly [key: HashValue, valueHash: HashValue | undefined];

/** The changes that some blocks make in the tree: parts of its nodes, and leaves. */
export class TreeDelta {
  /** By place. */
  readonly subtrees = new Map<string, readonly [place: Uint8Array, subtree: Subtree]>();
  /** By key hash. */
  readonly leaves = new Map<string, LeafChange>();
  /** True if some changed places are too deep for it. */
  isTooDeep = false;

  /** The part below the first `depth` digits of a hash is this from now on. */
  setSubtree(hash: Uint8Array, depth: number, subtree: Subtree): void {
    const place = placeOf(hash, depth);
    if (place === undefined) this.isTooDeep = true;
    else this.subtrees.set(mapKey(place), [place, subtree]);
  }

  setLeaf(key: HashValue, valueHash: HashValue | undefined): void {
    this.leaves.set(mapKey(key), [key, valueHash]);
  }

  /** Adds what later blocks change. */
  absorb(later: TreeDelta): void {
    for (const [name, entry] of later.subtrees) this.subtrees.set(name, entry);
    for (const [name, entry] of later.leaves) this.leaves.set(name, entry);
  }

  /** Bytes of its row. @param base - version of the tree's rows that it is to be applied to; @param earlier - see {@link PackedDelta} */
  encode(base: bigint, earlier: readonly bigint[]): Uint8Array {
    const writer = new Writer();
    writer.u64(base);
    writer.uleb128(earlier.length);
    for (const version of earlier) writer.u64(version);
    writer.u32(this.subtrees.size);
    writer.u32(this.leaves.size);
    for (const [place, { count, hash }] of sorted(this.subtrees)) {
      writer.bytes(place);
      writer.u32(count);
      writer.bytes(hash);
    }
    for (const [key, valueHash] of sorted(this.leaves)) {
      writer.bytes(key);
      writer.u8(valueHash === undefined ? 0 : 1);
      writer.bytes(valueHash ?? absent);
    }
    return writer.finish();
  }
}

const absent = new Uint8Array(hashBytes);

/** The entries of a map in the order of its keys, which is that of the bytes that they spell. */
function sorted<T>(map: ReadonlyMap<string, T>): T[] {
  return [...map.keys()].sort(compareTexts).map((name) => map.get(name)!);
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The row of a delta, as it lies there: entries are found by halving. */
export class PackedDelta {
  /** Last version of the block. */
  readonly version: bigint;
  /** Version of the tree's rows below this delta and the earlier ones. */
  readonly base: bigint;
  /** Versions of the deltas that come before this one and have to be applied, too, oldest first. */
  readonly earlier: readonly bigint[];
  readonly #subtrees: Entries;
  readonly #leaves: Entries;

  /** @throws StoreError `corrupt` for bytes that are no delta */
  constructor(version: bigint, row: Uint8Array) {
    this.version = version;
    try {
      const reader = new Reader(row);
      this.base = reader.u64();
      this.earlier = Array.from({ length: Math.min(reader.uleb128(), 64) }, () => reader.u64());
      const [subtrees, leaves] = [reader.u32(), reader.u32()];
      this.#subtrees = new Entries(reader.bytes(subtrees * subtreeBytes), subtreeBytes, placeBytes);
      this.#leaves = new Entries(reader.bytes(leaves * leafBytes), leafBytes, hashBytes);
      reader.expectEnd();
    } catch (error) {
      throw new StoreError("corrupt", `the state tree is damaged: the row of version ${version} is not readable`, {
        cause: error,
      });
    }
  }

  /** Finds the parts of the node below the first `depth` digits of a hash that have changed. */
  eachPart(hash: Uint8Array, depth: number, found: (digit: number, subtree: Subtree) => void): void {
    const first = placeOf(hash, depth);
    if (first === undefined || depth === deepest) return;
    first[0] = depth + 1;
    for (let i = this.#subtrees.find(first); i < this.#subtrees.length; i++) {
      const entry = this.#subtrees.at(i);
      if (entry[0] !== depth + 1 || !isBelow(entry.subarray(1), first.subarray(1), depth)) return;
      const count = new DataView(entry.buffer, entry.byteOffset + placeBytes).getUint32(0, true);
      found(digitAt(entry.subarray(1), depth), { count, hash: entry.slice(placeBytes + 4) as HashValue });
    }
  }

  /** Finds the leaves with key hashes from one to another that have changed. */
  eachLeaf(from: Uint8Array, to: Uint8Array, found: (change: LeafChange) => void): void {
    for (let i = this.#leaves.find(from); i < this.#leaves.length; i++) {
      const entry = this.#leaves.at(i);
      const key = entry.slice(0, hashBytes) as HashValue;
      if (compareBytes(key, to) > 0) return;
      found([key, entry[hashBytes] === 0 ? undefined : (entry.slice(hashBytes + 1) as HashValue)]);
    }
  }

  /** Adds all of it to a delta of earlier blocks. */
  addTo(delta: TreeDelta): void {
    for (let i = 0; i < this.#subtrees.length; i++) {
      const entry = this.#subtrees.at(i);
      const count = new DataView(entry.buffer, entry.byteOffset + placeBytes).getUint32(0, true);
      delta.setSubtree(entry.slice(1, placeBytes), entry[0]!, {
        count,
        hash: entry.slice(placeBytes + 4) as HashValue,
      });
    }
    this.eachLeaf(absent, new Uint8Array(hashBytes).fill(255), ([key, valueHash]) => delta.setLeaf(key, valueHash));
  }
}

/** True if two paths share their first `digits` digits. */
function isBelow(a: Uint8Array, b: Uint8Array, digits: number): boolean {
  for (let i = 0; i < digits; i++) if (digitAt(a, i) !== digitAt(b, i)) return false;
  return true;
}

/** Entries of one length, ascending by their first bytes. */
class Entries {
  readonly length: number;
  readonly #bytes: Uint8Array;
  readonly #entryBytes: number;
  readonly #keyBytes: number;

  constructor(bytes: Uint8Array, entryBytes: number, keyBytes: number) {
    this.#bytes = bytes;
    this.#entryBytes = entryBytes;
    this.#keyBytes = keyBytes;
    this.length = bytes.length / entryBytes;
  }

  at(index: number): Uint8Array {
    return this.#bytes.subarray(index * this.#entryBytes, (index + 1) * this.#entryBytes);
  }

  /** Index of the first entry that is not below a key. */
  find(key: Uint8Array): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#isBelow(middle, key)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #isBelow(index: number, key: Uint8Array): boolean {
    const start = index * this.#entryBytes;
    for (let i = 0; i < this.#keyBytes; i++) {
      const difference = this.#bytes[start + i]! - key[i]!;
      if (difference !== 0) return difference < 0;
    }
    return false;
  }
}
