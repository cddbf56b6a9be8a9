/** A table that keeps each entry once and hands out its index. */
export class Pool<T> {
  readonly entries: T[] = [];
  readonly #indices = new Map<string, number>();

  /** Index of the entry known by `key`, which is made by `create` when it is new. */
  intern(key: string, create: () => T): number {
    const known = this.#indices.get(key);
    if (known !== undefined) return known;
    const entry = create();
    const index = this.entries.push(entry) - 1;
    this.#indices.set(key, index);
    return index;
  }

  /** Index of the entry known by `key`, if there is one. */
  find(key: string): number | undefined {
    return this.#indices.get(key);
  }
}
