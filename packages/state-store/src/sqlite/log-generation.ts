import { countPlaces, placeBeginsChunk, placeKey, placeVersion } from "./log-places.ts";

/** Where a log entry lies: chunk id and slot in one number, see {@link positionChunk} and {@link positionSlot}. */
export type LogPosition = number;

/** The position of no entry. */
export const noPosition: LogPosition = -1;

/** A batch of the log as its row says. */
export interface LogBatch {
  readonly last_version: number;
  readonly first_version: number;
  readonly first_chunk: number;
  readonly places: Buffer;
}

const slotsPerChunk = 256;

/** Id of the chunk that holds an entry. */
export function positionChunk(position: LogPosition): number {
  return Math.floor(position / slotsPerChunk);
}

/** Slot of an entry in its chunk. */
export function positionSlot(position: LogPosition): number {
  return position % slotsPerChunk;
}

const smallestTable = 1_024;
/** Key ids are held in two parts: 32 bits, and what is above them. */
const lowKeys = 2 ** 32;

/** Words of an entry, which lie together: a search visits entries all over the memory, each of them at the cost of one. */
const words = 6;
const keyLow = 0;
/** High part of the key id, and in the lowest 8 bits the rank of the jump: it leads 2^rank - 1 writes back. */
const keyHighAndRank = 1;
const versionWord = 2;
const placeWord = 3;
const beforeWord = 4;
const jumpWord = 5;

/**
 * Which keys a stretch of the block log wrote, in memory: a hash table from key id to its newest write, and from each write
 * to the one before. Every write also has a jump to one further back (a skew-binary list), so that the write visible at a
 * version is found in logarithmic time however often the key was written. About 30 bytes per write. Entry 0 stands for none.
 */
export class LogGeneration {
  readonly #firstVersion: number;
  readonly #firstChunk: number;
  #count = 1;
  #keyCount = 0;
  #heads = new Uint32Array(smallestTable);
  #entries: Uint32Array<ArrayBuffer>;

  /** @param expected - how many writes may come: room that is not used yet takes address space only, growing copies everything */
  constructor(first: LogBatch, expected = 0) {
    this.#entries = new Uint32Array(Math.max(smallestTable, expected) * words);
    this.#firstVersion = first.first_version;
    this.#firstChunk = first.first_chunk;
  }

  /** Writes held. */
  get size(): number {
    return this.#count - 1;
  }

  /** Adds a batch, newer than all before. Its places are ordered by key id and version. */
  append(batch: LogBatch): void {
    const { places } = batch;
    const added = countPlaces(places);
    this.#reserve(this.#count + added);
    const delta = batch.first_version - this.#firstVersion;
    let chunk = batch.first_chunk - this.#firstChunk - 1;
    let slot = 0;
    for (let i = 0; i < added; i++) {
      if (placeBeginsChunk(places, i)) {
        chunk++;
        slot = 0;
      }
      this.#add(placeKey(places, i), delta + placeVersion(places, i), chunk * slotsPerChunk + slot);
      slot++;
    }
  }

  /** Where the newest write of a key at or before a version lies, or {@link noPosition}. */
  find(keyId: number, version: number): LogPosition {
    const wanted = version - this.#firstVersion;
    if (wanted < 0) return noPosition;
    const entries = this.#entries;
    let entry = this.#heads[this.#slotOf(keyId)]!;
    while (entry !== 0 && entries[entry * words + versionWord]! > wanted) {
      const far = entries[entry * words + jumpWord]!;
      const isFar = far !== 0 && entries[far * words + versionWord]! > wanted;
      entry = isFar ? far : entries[entry * words + beforeWord]!;
    }
    return entry === 0 ? noPosition : this.#firstChunk * slotsPerChunk + entries[entry * words + placeWord]!;
  }

  /** Whether the key was written at all. */
  has(keyId: number): boolean {
    return this.#heads[this.#slotOf(keyId)] !== 0;
  }

  #add(keyId: number, version: number, place: number): void {
    const slot = this.#slotOf(keyId);
    const entry = this.#count++;
    const before = this.#heads[slot]!;
    if (before === 0) this.#keyCount++;
    const entries = this.#entries;
    const near = entries[before * words + jumpWord]!;
    const rank = rankOf(entries, before);
    const isCarry = rank === rankOf(entries, near);
    const at = entry * words;
    entries[at + keyLow] = keyId;
    entries[at + keyHighAndRank] = Math.floor(keyId / lowKeys) * 256 + (isCarry ? rank + 1 : 1);
    entries[at + versionWord] = version;
    entries[at + placeWord] = place;
    entries[at + beforeWord] = before;
    entries[at + jumpWord] = isCarry ? entries[near * words + jumpWord]! : before;
    this.#heads[slot] = entry;
    if (this.#keyCount * 4 > this.#heads.length * 3) this.#rehash();
  }

  /** The table slot of a key: its own, or the free one where it belongs. */
  #slotOf(keyId: number): number {
    const mask = this.#heads.length - 1;
    const entries = this.#entries;
    const low = keyId >>> 0;
    const high = Math.floor(keyId / lowKeys);
    let slot = (Math.imul(low, 0x9e3779b1) >>> 7) & mask;
    for (;;) {
      const entry = this.#heads[slot]!;
      const at = entry * words;
      if (entry === 0 || (entries[at + keyLow] === low && entries[at + keyHighAndRank]! >>> 8 === high)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #rehash(): void {
    const old = this.#heads;
    this.#heads = new Uint32Array(old.length * 2);
    const entries = this.#entries;
    for (const entry of old) {
      if (entry === 0) continue;
      const high = entries[entry * words + keyHighAndRank]! >>> 8;
      this.#heads[this.#slotOf(high * lowKeys + entries[entry * words + keyLow]!)] = entry;
    }
  }

  #reserve(count: number): void {
    const length = this.#entries.length;
    if (count * words <= length) return;
    const grown = new Uint32Array(Math.max(count * words, Math.ceil(length * 1.5)));
    grown.set(this.#entries);
    this.#entries = grown;
  }
}

function rankOf(entries: Uint32Array, entry: number): number {
  return entries[entry * words + keyHighAndRank]! & 0xff;
}
