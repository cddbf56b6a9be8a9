/** A small deterministic generator: the same seed gives the same run everywhere. */
export class Random {
  #state: number;

  constructor(seed: string) {
    this.#state = 0x811c9dc5;
    for (let i = 0; i < seed.length; i++) this.#state = Math.imul(this.#state ^ seed.charCodeAt(i), 0x01000193);
  }

  /** An integer from 0 up to, not including, `bound`. */
  below(bound: number): number {
    // mulberry32
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000) * bound);
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  /** True once in `n` times. */
  once(n: number): boolean {
    return this.below(n) === 0;
  }

  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => this.below(256));
  }
}
