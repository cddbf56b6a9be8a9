import type { HashValue, ReplayProtector, SignedTransaction } from "@ledger/types";

/** A transaction that waits to be executed. */
export interface PendingTransaction {
  readonly hash: HashValue;
  readonly transaction: SignedTransaction;
  readonly replayProtector: ReplayProtector;
  /** Bytes of memory that it takes, as `heldBytes` counts them. */
  readonly size: number;
  /** True where a transaction of its sender was missing before it when it came: nothing says that it can be paid for. */
  readonly isAhead: boolean;
  /** Time at which it came, in milliseconds of the pool's clock. */
  readonly receivedMs: number;
}
