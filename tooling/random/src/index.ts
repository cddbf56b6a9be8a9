/** A small deterministic generator (mulberry32) for tests and checks: the same seed gives the same run everywhere. */
export class Random {
  #state = 0x811c9dc5;

  constructor(seed: string | number) {
    for (const char of String(seed)) this.#state = Math.imul(this.#state ^ char.charCodeAt(0), 0x01000193);
  }

  /** A number from 0 up to, not including, 1. */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  }

  /** An integer from 0 up to, not including, `bound`. */
  below(bound: number): number {
    return Math.floor(this.fraction() * bound);
  }

  /** Returns true with this probability. */
  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  /** True once in `n` times. */
  once(n: number): boolean {
    return this.below(n) === 0;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  bytes(length: number): Uint8Array<ArrayBuffer> {
    return Uint8Array.from({ length }, () => this.below(256));
  }
}
