import { formatHash, type HashValue, hashStateValue, mapKey, StateValue } from "@ledger/types";

/** Smaller values are sent again: their hash would be as long. */
const leastLength = 512;

/** Bytes of values that are kept: all of the framework's code fits. */
const maxLength = 16 * 1024 * 1024;

interface KnownValue {
  readonly hash: HashValue;
  readonly value: StateValue;
  readonly length: number;
}

/** Large values that were proved, code above all: later proofs speak of them by their hashes. */
export class KnownValues {
  readonly #byHash = new Map<string, KnownValue>();
  readonly #hashOfKey = new Map<string, string>();
  #length = 0;

  /** The value of a hash. */
  get(hash: HashValue): StateValue | undefined {
    return this.#byHash.get(formatHash(hash))?.value;
  }

  /** Hashes of the values that some keys had last. */
  hashesOf(keys: readonly Uint8Array[]): readonly HashValue[] {
    return keys.flatMap((key) => {
      const name = this.#hashOfKey.get(mapKey(key));
      const known = name === undefined ? undefined : this.#byHash.get(name);
      return known === undefined ? [] : [known.hash];
    });
  }

  /** Hashes of the largest values. */
  largest(count: number): readonly HashValue[] {
    const sorted = [...this.#byHash.values()].sort((a, b) => b.length - a.length);
    return sorted.slice(0, count).map(({ hash }) => hash);
  }

  /** @param bytes - BCS of the value, which was proved */
  add(key: Uint8Array, bytes: Uint8Array): void {
    if (bytes.length < leastLength || bytes.length > maxLength) return;
    const hash = hashStateValue(bytes);
    const name = formatHash(hash);
    this.#hashOfKey.set(mapKey(key), name);
    if (this.#byHash.has(name)) return;
    // A copy: the bytes are a view of a whole answer.
    this.#byHash.set(name, { hash, value: StateValue.decode(bytes.slice()), length: bytes.length });
    this.#length += bytes.length;
    for (const [oldest, { length }] of this.#byHash) {
      if (this.#length <= maxLength) break;
      this.#byHash.delete(oldest);
      this.#length -= length;
    }
    if (this.#hashOfKey.size > 4 * this.#byHash.size + 64) this.#forgetKeys();
  }

  #forgetKeys(): void {
    for (const [key, name] of this.#hashOfKey) if (!this.#byHash.has(name)) this.#hashOfKey.delete(key);
  }
}
