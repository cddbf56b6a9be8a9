/** A small deterministic generator (mulberry32): the same seed gives the same run everywhere. */
export class Random {
  #state = 0x811c9dc5;

  constructor(seed: string) {
    for (const char of seed) this.#state = Math.imul(this.#state ^ char.charCodeAt(0), 0x01000193);
  }

  /** An integer from 0 up to, not including, `bound`. */
  below(bound: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000) * bound);
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => this.below(256));
  }
}
