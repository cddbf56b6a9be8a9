/**
 * A bounded cache without bookkeeping on reads: entries live in a young and an old generation, a hit in the old one moves to the
 * young one, and when the young one is full it becomes the old one. What was used within the last `size` insertions is there.
 */
export class GenerationCache<K, V extends object> {
  readonly #size: number;
  #young = new Map<K, V>();
  #old = new Map<K, V>();

  /** @param size - entries of one generation; at most twice as many are kept */
  constructor(size: number) {
    this.#size = size;
  }

  get(key: K): V | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: K, value: V): void {
    if (this.#young.size >= this.#size) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }
}
