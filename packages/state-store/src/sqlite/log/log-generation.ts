import { LogCursor } from "./log-cursor.ts";
import type { LogBatch } from "./log-places.ts";

/** The place of a log entry. */
export interface LogPosition {
  /** Id of the chunk that holds it. */
  readonly chunk: number;
  /** Offset of its start in the chunk, bytes. */
  readonly start: number;
  /** Offset of its end in the chunk; `undefined` for the last one. */
  readonly end: number | undefined;
}

const smallestTable = 1_024;
/** Key ids are held in two parts: 32 bits, and what is above them. */
const lowKeys = 2 ** 32;

/** Words of an entry, which lie together: a search visits entries all over the memory, each of them at the cost of one. */
const words = 6;
const keyLow = 0;
/** High part of the key id (15 bits), offset in the chunk (11), rank of the jump (6): it leads 2^rank - 1 writes back. */
const packedWord = 1;
const versionWord = 2;
const chunkWord = 3;
const beforeWord = 4;
const jumpWord = 5;

const rankBits = 6;
const rankMask = 2 ** rankBits - 1;
const highShift = 17;
const offsetMask = 2 ** (highShift - rankBits) - 1;

/** Entries are held in slabs of this many. */
const slabEntries = 2 ** 15;
const slabShift = 15;
const slabMask = slabEntries - 1;

/** Memory for entries that no generation uses at present. Reused, because the system gets large blocks back late or never. */
export class SlabPool {
  readonly #free: Uint32Array[] = [];

  take(): Uint32Array {
    return this.#free.pop() ?? new Uint32Array(slabEntries * words);
  }

  give(slabs: readonly Uint32Array[]): void {
    this.#free.push(...slabs);
  }
}

/**
 * Which keys a stretch of the block log wrote, in memory: a hash table from key id to its newest write, and from each write
 * to the one before. Every write also has a jump to one further back (a skew-binary list), so that the write visible at a
 * version is found in logarithmic time however often the key was written. About 30 bytes per write. Entry 0 means none.
 */
export class LogGeneration {
  readonly #firstVersion: number;
  readonly #firstChunk: number;
  readonly #pool: SlabPool;
  readonly #slabs: Uint32Array[];
  #count = 1;
  #keyCount = 0;
  #heads = new Uint32Array(smallestTable);

  constructor(first: LogBatch, pool: SlabPool) {
    this.#firstVersion = first.first_version;
    this.#firstChunk = first.first_chunk;
    this.#pool = pool;
    this.#slabs = [pool.take()];
    this.#slabs[0]!.fill(0, 0, words);
  }

  /** Writes held. */
  get size(): number {
    return this.#count - 1;
  }

  /** Adds a batch, newer than all before. Its places are ordered by key id and version. */
  append(batch: LogBatch): void {
    const cursor = new LogCursor(batch);
    while (cursor.next()) {
      this.#add(cursor.keyId, cursor.version - this.#firstVersion, cursor.chunk - this.#firstChunk, cursor.offset);
    }
  }

  /** The place of a key's newest write at or before a version. */
  find(keyId: number, version: number): LogPosition | undefined {
    const wanted = version - this.#firstVersion;
    if (wanted < 0) return undefined;
    let entry = this.#heads[this.#slotOf(keyId)]!;
    while (entry !== 0) {
      const slab = this.#slabOf(entry);
      const at = (entry & slabMask) * words;
      if (slab[at + versionWord]! <= wanted) return this.#positionOf(entry);
      const far = slab[at + jumpWord]!;
      const isFar = far !== 0 && this.#slabOf(far)[(far & slabMask) * words + versionWord]! > wanted;
      entry = isFar ? far : slab[at + beforeWord]!;
    }
    return undefined;
  }

  /** Returns true if the key was written at all. */
  has(keyId: number): boolean {
    return this.#heads[this.#slotOf(keyId)] !== 0;
  }

  /** Returns its memory to the pool. It must not be used afterwards. */
  release(): void {
    this.#pool.give(this.#slabs.splice(0));
  }

  #slabOf(entry: number): Uint32Array {
    return this.#slabs[entry >>> slabShift]!;
  }

  /** Entries follow each other as they do in the chunks. */
  #positionOf(entry: number): LogPosition {
    const slab = this.#slabOf(entry);
    const at = (entry & slabMask) * words;
    const chunk = slab[at + chunkWord]!;
    const next = entry + 1;
    const nextSlab = next < this.#count ? this.#slabOf(next) : undefined;
    const nextAt = (next & slabMask) * words;
    return {
      chunk: this.#firstChunk + chunk,
      start: offsetOf(slab[at + packedWord]!),
      end: nextSlab?.[nextAt + chunkWord] === chunk ? offsetOf(nextSlab[nextAt + packedWord]!) : undefined,
    };
  }

  #add(keyId: number, version: number, chunk: number, offset: number): void {
    const slot = this.#slotOf(keyId);
    const entry = this.#count++;
    const at = (entry & slabMask) * words;
    if (at === 0) this.#slabs.push(this.#pool.take());
    const before = this.#heads[slot]!;
    if (before === 0) this.#keyCount++;
    const slab = this.#slabOf(entry);
    const near = this.#slabOf(before)[(before & slabMask) * words + jumpWord]!;
    const rank = this.#rankOf(before);
    const isCarry = rank === this.#rankOf(near);
    slab[at + keyLow] = keyId;
    slab[at + packedWord] =
      (Math.floor(keyId / lowKeys) << highShift) | (offset << rankBits) | (isCarry ? rank + 1 : 1);
    slab[at + versionWord] = version;
    slab[at + chunkWord] = chunk;
    slab[at + beforeWord] = before;
    slab[at + jumpWord] = isCarry ? this.#slabOf(near)[(near & slabMask) * words + jumpWord]! : before;
    this.#heads[slot] = entry;
    if (this.#keyCount * 4 > this.#heads.length * 3) this.#rehash();
  }

  #rankOf(entry: number): number {
    return this.#slabOf(entry)[(entry & slabMask) * words + packedWord]! & rankMask;
  }

  /** The table slot of a key: its own, or the free one where it belongs. */
  #slotOf(keyId: number): number {
    const mask = this.#heads.length - 1;
    const low = keyId >>> 0;
    const high = Math.floor(keyId / lowKeys);
    let slot = (Math.imul(low, 0x9e3779b1) >>> 7) & mask;
    for (;;) {
      const entry = this.#heads[slot]!;
      if (entry === 0) return slot;
      const slab = this.#slabOf(entry);
      const at = (entry & slabMask) * words;
      if (slab[at + keyLow] === low && slab[at + packedWord]! >>> highShift === high) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #rehash(): void {
    const old = this.#heads;
    this.#heads = new Uint32Array(old.length * 2);
    for (const entry of old) {
      if (entry === 0) continue;
      const slab = this.#slabOf(entry);
      const at = (entry & slabMask) * words;
      const keyId = (slab[at + packedWord]! >>> highShift) * lowKeys + slab[at + keyLow]!;
      this.#heads[this.#slotOf(keyId)] = entry;
    }
  }
}

function offsetOf(packed: number): number {
  return (packed >>> rankBits) & offsetMask;
}
