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
/** Key ids are held in two parts: an exact number of 8 bytes would be a quarter of an entry. */
const lowKeys = 2 ** 32;

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
  #keysLow = new Uint32Array(smallestTable);
  #keysHigh = new Uint16Array(smallestTable);
  #versions = new Uint32Array(smallestTable);
  #places = new Uint32Array(smallestTable);
  #before = new Uint32Array(smallestTable);
  #jumps = new Uint32Array(smallestTable);
  /** A jump of rank r leads 2^r - 1 writes back. */
  #ranks = new Uint8Array(smallestTable);

  constructor(first: LogBatch) {
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
    let entry = this.#heads[this.#slotOf(keyId)]!;
    const versions = this.#versions;
    while (entry !== 0 && versions[entry]! > wanted) {
      const far = this.#jumps[entry]!;
      entry = far !== 0 && versions[far]! > wanted ? far : this.#before[entry]!;
    }
    return entry === 0 ? noPosition : this.#firstChunk * slotsPerChunk + this.#places[entry]!;
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
    this.#keysLow[entry] = keyId;
    this.#keysHigh[entry] = keyId / lowKeys;
    this.#versions[entry] = version;
    this.#places[entry] = place;
    this.#before[entry] = before;
    const near = this.#jumps[before]!;
    const rank = this.#ranks[before]!;
    const isCarry = rank === this.#ranks[near];
    this.#jumps[entry] = isCarry ? this.#jumps[near]! : before;
    this.#ranks[entry] = isCarry ? rank + 1 : 1;
    this.#heads[slot] = entry;
    if (this.#keyCount * 4 > this.#heads.length * 3) this.#rehash();
  }

  /** The table slot of a key: its own, or the free one where it belongs. */
  #slotOf(keyId: number): number {
    const mask = this.#heads.length - 1;
    const low = keyId >>> 0;
    const high = Math.floor(keyId / lowKeys);
    let slot = (Math.imul(low, 0x9e3779b1) >>> 7) & mask;
    for (;;) {
      const entry = this.#heads[slot]!;
      if (entry === 0 || (this.#keysLow[entry] === low && this.#keysHigh[entry] === high)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #rehash(): void {
    const old = this.#heads;
    this.#heads = new Uint32Array(old.length * 2);
    for (const entry of old) {
      if (entry !== 0) this.#heads[this.#slotOf(this.#keysHigh[entry]! * lowKeys + this.#keysLow[entry]!)] = entry;
    }
  }

  #reserve(count: number): void {
    if (count <= this.#places.length) return;
    const capacity = Math.max(count, Math.ceil(this.#places.length * 1.5));
    this.#keysLow = grown(this.#keysLow, new Uint32Array(capacity));
    this.#keysHigh = grown(this.#keysHigh, new Uint16Array(capacity));
    this.#versions = grown(this.#versions, new Uint32Array(capacity));
    this.#places = grown(this.#places, new Uint32Array(capacity));
    this.#before = grown(this.#before, new Uint32Array(capacity));
    this.#jumps = grown(this.#jumps, new Uint32Array(capacity));
    this.#ranks = grown(this.#ranks, new Uint8Array(capacity));
  }
}

function grown<T extends Uint32Array | Uint16Array | Uint8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
