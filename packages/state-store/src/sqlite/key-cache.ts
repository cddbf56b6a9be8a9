/** Forgets everything at this many keys or bytes; a forgotten key costs one index seek. */
const mostKeys = 131_072;
const mostBytes = 2 ** 24;
const slots = 2 * mostKeys;

/**
 * Ids of byte strings, in memory: a hash table over one block of bytes. A `Map` needs a string per look-up; this needs no
 * garbage and is several times faster. An id is a positive number; 0 stands for none.
 */
export class KeyCache {
  #heads = new Uint32Array(1_024);
  #ids = new Float64Array(512);
  /** Entry `i` has the bytes from `#ends[i - 1]` to `#ends[i]`; entry 0 is none. */
  #ends = new Uint32Array(512);
  #bytes = new Uint8Array(2 ** 14);
  #count = 1;

  /** The id of a key, or 0. */
  get(key: Uint8Array): number {
    const entry = this.#heads[this.#slotOf(key)]!;
    return entry === 0 ? 0 : this.#ids[entry]!;
  }

  /** Remembers an id; 0 forgets the key. */
  set(key: Uint8Array, id: number): void {
    let slot = this.#slotOf(key);
    if (this.#heads[slot] === 0) {
      if (id === 0) return;
      if (this.#count >= mostKeys || this.#ends[this.#count - 1]! + key.length > mostBytes) this.clear();
      if (this.#reserve(key.length) || this.#count === 1) slot = this.#slotOf(key);
      const start = this.#ends[this.#count - 1]!;
      this.#bytes.set(key, start);
      this.#ends[this.#count] = start + key.length;
      this.#heads[slot] = this.#count++;
    }
    this.#ids[this.#heads[slot]!] = id;
  }

  /** Forgets every key. */
  clear(): void {
    this.#heads.fill(0);
    this.#count = 1;
  }

  /** The slot of a key: its own, or the free one where it belongs. */
  #slotOf(key: Uint8Array): number {
    const mask = this.#heads.length - 1;
    let slot = hashBytes(key, 0, key.length) & mask;
    for (;;) {
      const entry = this.#heads[slot]!;
      if (entry === 0 || this.#isAt(entry, key)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #isAt(entry: number, key: Uint8Array): boolean {
    const bytes = this.#bytes;
    const start = this.#ends[entry - 1]!;
    if (this.#ends[entry]! - start !== key.length) return false;
    // From the end: keys of one account share their beginning.
    for (let i = key.length - 1; i >= 0; i--) if (bytes[start + i] !== key[i]) return false;
    return true;
  }

  /** Makes room for one more key. @returns whether slots have moved */
  #reserve(length: number): boolean {
    const end = this.#ends[this.#count - 1]! + length;
    if (end > this.#bytes.length)
      this.#bytes = grown(this.#bytes, new Uint8Array(Math.max(2 * this.#bytes.length, end)));
    if (this.#count < this.#ids.length) return false;
    this.#ids = grown(this.#ids, new Float64Array(2 * this.#ids.length));
    this.#ends = grown(this.#ends, new Uint32Array(2 * this.#ends.length));
    if (this.#heads.length >= slots) return false;
    this.#heads = new Uint32Array(2 * this.#heads.length);
    const mask = this.#heads.length - 1;
    for (let entry = 1; entry < this.#count; entry++) {
      let slot = hashBytes(this.#bytes, this.#ends[entry - 1]!, this.#ends[entry]!) & mask;
      while (this.#heads[slot] !== 0) slot = (slot + 1) & mask;
      this.#heads[slot] = entry;
    }
    return true;
  }
}

function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = end - start;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

function grown<T extends Uint8Array | Uint32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
