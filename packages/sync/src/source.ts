import type { LedgerRecord } from "@ledger/types";

/**
 * Where committed transactions come from: a genesis file, an upstream node, a backup folder, the development ledger.
 * A source claims; nothing it yields is believed before it is verified.
 */
export interface LedgerSource {
  /** For people: what and where, e.g. `genesis mainnet.genesis.blob`. */
  readonly name: string;
  /**
   * Yields pages of consecutive records, the first at `from`. Ends when the source has nothing more and never will;
   * a live source waits for more until `signal` aborts.
   */
  records(from: bigint, signal: AbortSignal): AsyncIterable<readonly LedgerRecord[]>;
}
