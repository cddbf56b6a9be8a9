/** The content of a slot whose version was removed; an empty slot has 0. */
const removed = 0xffff_ffff;

/** Slots of an empty table. */
const fewestSlots = 64;

/**
 * Versions by the first four bytes of their hashes: hardly ever do two share them. A table in two arrays, because an engine's map
 * takes three times as much memory, and a network holds hundreds of thousands of versions.
 */
export class HashPlaces {
  #starts = new Int32Array(fewestSlots);
  /** Distances from {@link HashPlaces.#base}, counted from 1. */
  #places = new Uint32Array(fewestSlots);
  /** Slots that are not empty. */
  #used = 0;
  /** The first version of all: later ones are at most 2^32 - 2 above it. */
  #base: number | undefined;

  add(hash: Uint8Array, version: number): void {
    if (this.#used * 4 >= this.#places.length * 3) this.#rebuild(1);
    this.#base ??= version;
    this.#put(startOf(hash), version - this.#base + 1);
  }

  remove(hash: Uint8Array, version: number): void {
    for (const slot of this.#slotsOf(startOf(hash)))
      if (this.#versionIn(slot) === version) this.#places[slot] = removed;
  }

  dropBelow(version: number): void {
    if (this.#base !== undefined) this.#rebuild(version - this.#base + 1);
  }

  /** Versions whose hashes may be this one. */
  *find(hash: Uint8Array): Generator<number> {
    const start = startOf(hash);
    for (const slot of this.#slotsOf(start))
      if (this.#starts[slot] === start && this.#places[slot] !== removed) yield this.#versionIn(slot);
  }

  #versionIn(slot: number): number {
    return this.#places[slot]! - 1 + this.#base!;
  }

  #put(start: number, place: number): void {
    const mask = this.#places.length - 1;
    let slot = start & mask;
    while (this.#places[slot] !== 0) slot = (slot + 1) & mask;
    this.#starts[slot] = start;
    this.#places[slot] = place;
    this.#used += 1;
  }

  /** The slots that may hold a hash: from its own one to the next that is empty. */
  *#slotsOf(start: number): Generator<number> {
    const mask = this.#places.length - 1;
    for (let slot = start & mask; this.#places[slot] !== 0; slot = (slot + 1) & mask) yield slot;
  }

  /** Builds the table again, without what is before a place. */
  #rebuild(first: number): void {
    const [starts, places] = [this.#starts, this.#places];
    const isKept = (place: number): boolean => place >= first && place !== 0 && place !== removed;
    const kept = places.reduce((count, place) => (isKept(place) ? count + 1 : count), 0);
    let slots = fewestSlots;
    while (slots < kept * 2) slots *= 2;
    this.#starts = new Int32Array(slots);
    this.#places = new Uint32Array(slots);
    this.#used = 0;
    places.forEach((place, slot) => {
      if (isKept(place)) this.#put(starts[slot]!, place);
    });
  }
}

function startOf(hash: Uint8Array): number {
  return hash[0]! | (hash[1]! << 8) | (hash[2]! << 16) | (hash[3]! << 24);
}
