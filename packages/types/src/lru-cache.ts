/** An entry, between the one that was used before it and the one that was used after it. */
interface Entry<K, V> {
  readonly key: K;
  readonly value: V;
  readonly weight: number;
  older: Entry<K, V>;
  newer: Entry<K, V>;
}

/**
 * A map that forgets what was not used for longest once its entries weigh too much together. It is the cache for everything
 * that is found by a key and may be derived again.
 *
 * The order of use is a ring of its own. A `Map` has an order, too, but what is deleted from it and set again for each use leaves a trace,
 * and setting looks through the traces of its key: keys that every call uses took a third of a call's time.
 */
export class LruCache<K, V> {
  readonly #entries = new Map<K, Entry<K, V>>();
  readonly #limit: number;
  /** The ring's seam: the oldest entry is newer, the newest one older. */
  readonly #seam: Entry<K, V>;
  #weight = 0;

  /** @param limit - most weight of all entries together */
  constructor(limit: number) {
    this.#limit = limit;
    this.#seam = { weight: 0 } as Entry<K, V>;
    link(this.#seam, this.#seam);
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Weight of all entries together. */
  get weight(): number {
    return this.#weight;
  }

  get(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    link(entry.older, entry.newer);
    this.#append(entry);
    return entry.value;
  }

  /** Sets an entry, which weighs 1 unless stated. One that is heavier than the limit is not kept. */
  set(key: K, value: V, weight = 1): void {
    if (weight > this.#limit) {
      this.delete(key);
      return;
    }
    const before = this.#entries.get(key);
    if (before !== undefined) this.#remove(before);
    const seam = this.#seam;
    const entry = { key, value, weight, older: seam, newer: seam };
    this.#entries.set(key, entry);
    this.#append(entry);
    this.#weight += weight;
    while (this.#weight > this.#limit) this.delete(seam.newer.key);
  }

  delete(key: K): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#remove(entry);
  }

  /** Makes an entry the newest one. */
  #append(entry: Entry<K, V>): void {
    link(this.#seam.older, entry);
    link(entry, this.#seam);
  }

  #remove({ older, newer, weight }: Entry<K, V>): void {
    link(older, newer);
    this.#weight -= weight;
  }
}

function link<K, V>(older: Entry<K, V>, newer: Entry<K, V>): void {
  older.newer = newer;
  newer.older = older;
}
