/** Forgets everything at this many keys or bytes; a forgotten key costs one index seek. */
export const mostKeys = 131_072;
const mostBytes = 2 ** 24;
const mostSlots = 2 * mostKeys;

/** Words before a key's bytes: its length (17 bits) below the high part of its id, then the low 32 bits of the id. */
const headWords = 2;
const lengthBits = 17;
const lengthMask = 2 ** lengthBits - 1;
/** Longest key that is remembered, bytes: the longest that a store takes. */
const longestKey = 2 ** 16;
/** A slot holds the word at which a key's record begins, and above it bits of the key's hash. */
const placeMask = mostBytes / 4 - 1;

/**
 * Ids of byte strings, in memory: a hash table over one block of bytes. A `Map` needs a string per look-up; this needs no
 * garbage and is several times faster. What a look-up touches lies together, and a slot tells most other keys apart without
 * looking at them: with many keys each place is a cache miss. An id is a positive number below 2^47; 0 means none.
 */
export class KeyCache {
  #slots = new Uint32Array(1_024);
  #words = new Uint32Array(2 ** 12);
  #bytes = new Uint8Array(this.#words.buffer);
  /** The first free word; word 0 is not used, so that an empty slot is 0. */
  #end = 1;
  #count = 0;
  /** Keys come from outside: with a random seed a caller cannot choose their slots. */
  readonly #seed = Math.floor(Math.random() * 2 ** 32);

  /** The id of a key, or 0. */
  get(key: Uint8Array): number {
    const slot = this.#slots[this.#slotOf(key, this.#hash(key, 0, key.length))]!;
    return slot === 0 ? 0 : this.#idAt(slot & placeMask);
  }

  /** Remembers an id; 0 forgets the key. */
  set(key: Uint8Array, id: number): void {
    if (key.length > longestKey) return;
    const hash = this.#hash(key, 0, key.length);
    const known = this.#slots[this.#slotOf(key, hash)]!;
    if (known !== 0) {
      this.#putId(known & placeMask, key.length, id);
    } else if (id !== 0) {
      this.#reserve(headWords + Math.ceil(key.length / 4));
      this.#slots[this.#slotOf(key, hash)] = slotValue(hash, this.#end);
      this.#putId(this.#end, key.length, id);
      this.#bytes.set(key, (this.#end + headWords) * 4);
      this.#end += headWords + Math.ceil(key.length / 4);
      this.#count++;
    }
  }

  /** Forgets every key. */
  clear(): void {
    this.#slots.fill(0);
    this.#end = 1;
    this.#count = 0;
  }

  #idAt(place: number): number {
    return (this.#words[place]! >>> lengthBits) * 2 ** 32 + this.#words[place + 1]!;
  }

  #putId(place: number, length: number, id: number): void {
    this.#words[place] = length + Math.floor(id / 2 ** 32) * 2 ** lengthBits;
    this.#words[place + 1] = id;
  }

  /** The index of a key's slot: its own, or the free one where it belongs. */
  #slotOf(key: Uint8Array, hash: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const slot = slots[at]!;
      if (slot === 0 || (((slot ^ hash) & ~placeMask) === 0 && this.#isAt(slot & placeMask, key))) return at;
    }
  }

  #isAt(place: number, key: Uint8Array): boolean {
    const { length } = key;
    if ((this.#words[place]! & lengthMask) !== length) return false;
    const bytes = this.#bytes;
    const start = (place + headWords) * 4;
    for (let i = 0; i < length; i++) if (bytes[start + i] !== key[i]) return false;
    return true;
  }

  /** Makes room for one more key: by growing up to the limits, then by forgetting. */
  #reserve(words: number): void {
    if (this.#count >= mostKeys || this.#end + words > mostBytes / 4) this.clear();
    if (this.#end + words > this.#words.length) {
      const grown = new Uint32Array(Math.max(2 * this.#words.length, this.#end + words));
      grown.set(this.#words);
      this.#words = grown;
      this.#bytes = new Uint8Array(grown.buffer);
    }
    if (2 * (this.#count + 1) > this.#slots.length && this.#slots.length < mostSlots) this.#rehash();
  }

  #rehash(): void {
    this.#slots = new Uint32Array(2 * this.#slots.length);
    const mask = this.#slots.length - 1;
    for (let place = 1; place < this.#end; ) {
      const length = this.#words[place]! & lengthMask;
      const start = (place + headWords) * 4;
      const hash = this.#hash(this.#bytes, start, start + length);
      let at = hash & mask;
      while (this.#slots[at] !== 0) at = (at + 1) & mask;
      this.#slots[at] = slotValue(hash, place);
      place += headWords + Math.ceil(length / 4);
    }
  }

  /** Four bytes at a time: a multiplication waits for the one before. */
  #hash(bytes: Uint8Array, start: number, end: number): number {
    let hash = this.#seed ^ (end - start);
    let i = start;
    for (; i + 4 <= end; i += 4) {
      const word = bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24);
      hash = Math.imul(hash ^ word, 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    for (; i < end; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    return (hash ^ (hash >>> 13)) >>> 0;
  }
}

/** Above the place: the bits of the hash that do not choose the slot. */
function slotValue(hash: number, place: number): number {
  return ((hash & ~placeMask) | place) >>> 0;
}
