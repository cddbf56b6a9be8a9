/** Numbers that look random and repeat for a seed (xorshift32). */
export interface Random {
  /** An integer from 0 to `bound` - 1. */
  below(bound: number): number;
  /** True once in `n` calls. */
  oneIn(n: number): boolean;
  pick<T>(items: readonly T[]): T;
  bytes(length: number): Uint8Array;
}

/** Starts a sequence. */
export function createRandom(seed: number): Random {
  let state = Math.imul(seed ^ 0x5bd1e995, 0x9e3779b1) | 1;
  function next(): number {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  }
  for (let i = 0; i < 8; i++) next();
  const below = (bound: number) => Math.floor((next() / 2 ** 32) * bound);
  return {
    below,
    oneIn: (n) => below(n) === 0,
    pick: (items) => items[below(items.length)]!,
    bytes: (length) => Uint8Array.from({ length }, () => below(256)),
  };
}
