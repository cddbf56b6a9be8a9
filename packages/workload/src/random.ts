import { type HashValue, sha3_256 } from "@ledger/types";

const encoder = new TextEncoder();

/** 32 bytes that depend on nothing but the given words. */
export function deriveBytes(...words: readonly (string | bigint)[]): HashValue {
  return sha3_256(encoder.encode(words.join("/")));
}

/**
 * A stream of choices: the same words always give the same choices, in the same order.
 *
 * Not fit for secrets: this is how a reproducible workload picks amounts and names.
 */
export class Draw {
  readonly #words: readonly (string | bigint)[];
  #count = 0n;

  constructor(...words: readonly (string | bigint)[]) {
    this.#words = words;
  }

  /** Any u64. */
  u64(): bigint {
    const bytes = deriveBytes(...this.#words, this.#count++);
    return new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true);
  }

  /** A whole number from 0 up to, not including, `limit`. */
  below(limit: number): number {
    return Number(this.u64() % BigInt(limit));
  }

  /** One of several. */
  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  /** Another one than `other` of at least two. */
  pickOther<T>(items: readonly T[], other: T): T {
    return this.pick(items.filter((item) => item !== other));
  }
}
