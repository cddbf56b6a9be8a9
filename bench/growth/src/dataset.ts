import { Random } from "@ledger/random";
import type { CommitBatch } from "@ledger/state-store";
import { buildLedger, testBytes } from "@ledger/store-contract/build-ledger";

/** Transactions of a block, and state writes of a transaction. */
const [blockRecords, recordWrites] = [1_000, 8] as const;

/** Bytes of a key and of a value, as they are on average. */
const [keyBytes, valueBytes] = [75, 120] as const;

/** State rows that a block adds. */
export const blockRows: number = blockRecords * recordWrites;

/** A state key of kind `Raw`. */
export function keyOf(number: number): Uint8Array {
  const key = Buffer.alloc(keyBytes, 0xff);
  // Spread over the whole range: neighbours in time are none in the table.
  key.writeUInt32BE(Math.imul(number, 0x9e3779b1) >>> 0, keyBytes - 4);
  return key;
}

/** A ledger that grows by whole blocks. */
export class Growth {
  /** How often a key was written, on average. */
  readonly history: number;
  readonly #ledger = buildLedger();
  readonly #random = new Random("growth");
  /** State rows that were made, and keys that they are of. */
  rows = 0;
  keys = 0;
  #version = 0;

  constructor(history: number) {
    this.history = history;
  }

  /** The next block. The first one is the genesis, of one record. */
  next(): CommitBatch {
    const count = this.#version === 0 ? 1 : blockRecords;
    const records = Array.from({ length: count }, () => {
      const version = BigInt(this.#version++);
      const numbers = new Set<number>();
      while (numbers.size < recordWrites) numbers.add(this.#choose(this.rows + numbers.size));
      this.rows += recordWrites;
      const value = testBytes(9, version, 3, valueBytes);
      return { writes: [...numbers].map((number) => ({ key: keyOf(number), value })) };
    });
    return this.#ledger.batch([records]);
  }

  /** A new key for every `history` rows, and one that was written before for all others. */
  #choose(row: number): number {
    if (this.keys * this.history <= row || this.keys <= recordWrites) return this.keys++;
    return this.#random.below(this.keys);
  }
}
