import { hashKey } from "../rows/key-hash.ts";

/** The memory of the writer about a state key. */
export interface WrittenKey {
  readonly hash: Buffer;
  /** True if the key is known to be stored, so that it need not be offered again. */
  isStored: boolean;
  /** The batch that wrote it last, by {@link WrittenKeys.beginBatch}. */
  batch: number;
  /** Its last place among the writes of the record that is being looked at. */
  place: number;
}

/** Keys kept in each half of the memory. */
const mostKeys = 65_536;

/**
 * The keys that were written recently: making a hash takes 3 µs, and most writes go to keys that were written before. Old keys
 * are forgotten by halves, between batches; a key that was forgotten is hashed and offered again, and nothing else.
 */
export class WrittenKeys {
  readonly #salt: Uint8Array;
  #young = new Map<string, WrittenKey>();
  #old = new Map<string, WrittenKey>();
  #batch = 0;

  constructor(salt: Uint8Array) {
    this.#salt = salt;
  }

  /** Within a batch no key is forgotten: it has one entry. @returns the batch's number */
  beginBatch(): number {
    if (this.#young.size >= mostKeys) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    return ++this.#batch;
  }

  of(key: Uint8Array): WrittenKey {
    const name = nameOf(key);
    const young = this.#young.get(name);
    if (young !== undefined) return young;
    const known = this.#old.get(name) ?? this.#make(key);
    this.#young.set(name, known);
    return known;
  }

  /** Forgets keys that are not stored any more. */
  forget(keys: readonly Uint8Array[]): void {
    for (const key of keys) {
      this.#young.delete(nameOf(key));
      this.#old.delete(nameOf(key));
    }
  }

  /** Forgets all. */
  clear(): void {
    this.#young.clear();
    this.#old.clear();
  }

  #make(key: Uint8Array): WrittenKey {
    // A copy: the digest that it is a part of is twice as long.
    return { hash: Buffer.from(hashKey(this.#salt, key)), isStored: false, batch: 0, place: 0 };
  }
}

function nameOf(key: Uint8Array): string {
  return Buffer.from(key.buffer, key.byteOffset, key.length).toString("latin1");
}
