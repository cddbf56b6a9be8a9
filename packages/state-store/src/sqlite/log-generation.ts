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

/**
 * Which keys a stretch of the block log wrote, in memory: a hash table from key id to its newest write, and from each write
 * to the one before. Every write also has a jump to one further back (a skew-binary list), so that the write visible at a
 * version is found in logarithmic time however often the key was written. About 40 bytes per write. Entry 0 stands for none.
 */
export class LogGeneration {
  readonly #firstVersion: number;
  readonly #firstChunk: number;
  #count = 1;
  #keyCount = 0;
  #heads = new Uint32Array(smallestTable);
  #keys = new Float64Array(smallestTable);
  #versions = new Uint32Array(smallestTable);
  #places = new Uint32Array(smallestTable);
  #before = new Uint32Array(smallestTable);
  #jumps = new Uint32Array(smallestTable);
  #depths = new Uint32Array(smallestTable);

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
    this.#keys[entry] = keyId;
    this.#versions[entry] = version;
    this.#places[entry] = place;
    this.#before[entry] = before;
    const depths = this.#depths;
    const jumps = this.#jumps;
    const near = jumps[before]!;
    const far = jumps[near]!;
    jumps[entry] = depths[before]! - depths[near]! === depths[near]! - depths[far]! ? far : before;
    depths[entry] = depths[before]! + 1;
    this.#heads[slot] = entry;
    if (this.#keyCount * 2 > this.#heads.length) this.#rehash();
  }

  /** The table slot of a key: its own, or the free one where it belongs. */
  #slotOf(keyId: number): number {
    const mask = this.#heads.length - 1;
    let slot = (Math.imul(keyId, 0x9e3779b1) >>> 7) & mask;
    for (;;) {
      const entry = this.#heads[slot]!;
      if (entry === 0 || this.#keys[entry] === keyId) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #rehash(): void {
    const old = this.#heads;
    this.#heads = new Uint32Array(old.length * 2);
    for (const entry of old) if (entry !== 0) this.#heads[this.#slotOf(this.#keys[entry]!)] = entry;
  }

  #reserve(count: number): void {
    if (count <= this.#keys.length) return;
    const capacity = Math.max(count, Math.ceil(this.#keys.length * 1.5));
    this.#keys = grown(this.#keys, new Float64Array(capacity));
    this.#versions = grown(this.#versions, new Uint32Array(capacity));
    this.#places = grown(this.#places, new Uint32Array(capacity));
    this.#before = grown(this.#before, new Uint32Array(capacity));
    this.#jumps = grown(this.#jumps, new Uint32Array(capacity));
    this.#depths = grown(this.#depths, new Uint32Array(capacity));
  }
}

function grown<T extends Float64Array | Uint32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
