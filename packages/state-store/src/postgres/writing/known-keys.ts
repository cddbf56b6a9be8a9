/** Hashes kept in each half of the memory. */
const mostHashes = 131_072;

/**
 * Which state keys the writer knows to be stored, so that most commits need not offer them again. Old ones are forgotten by
 * halves; a key that is offered again costs a look-up and nothing else.
 */
export class KnownKeys {
  #young = new Set<string>();
  #old = new Set<string>();

  has(hash: Buffer): boolean {
    const text = hash.toString("latin1");
    return this.#young.has(text) || this.#old.has(text);
  }

  add(hash: Buffer): void {
    if (this.#young.size >= mostHashes) {
      this.#old = this.#young;
      this.#young = new Set();
    }
    this.#young.add(hash.toString("latin1"));
  }

  delete(hash: Buffer): void {
    const text = hash.toString("latin1");
    this.#young.delete(text);
    this.#old.delete(text);
  }

  /** Forgets all. */
  clear(): void {
    this.#young.clear();
    this.#old.clear();
  }
}
