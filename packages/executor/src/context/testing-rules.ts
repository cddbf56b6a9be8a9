import type { Address, SignedTransaction } from "@ledger/types";
import type { Failure, Tracer } from "@ledger/vm";
import type { DebugOutput } from "@ledger/vm/natives";
import type { FailureSources } from "./failure-sources.ts";
import type { TransactionParts } from "./transaction-parts.ts";

/** The parts of a transaction that decide when it expires. */
export type ExpiringTransaction = Pick<TransactionParts, "expirationTimestampSecs" | "replayProtector">;

/** Events of a transaction's code besides its effects. */
export interface RunNotes {
  /** The texts that it printed. */
  readonly prints: readonly DebugOutput[];
  readonly failure: Failure | undefined;
}

/** The ways in which a network for tests differs from a ledger that others follow. */
export interface TestingRules {
  /** The expiration that counts for a transaction, in seconds since the Unix epoch: its own when absent. */
  readonly expirationOf?: ((transaction: ExpiringTransaction) => bigint) | undefined;
  /**
   * True if a transaction counts as agreed to by an account, whatever proves it.
   *
   * @param isSigned - true for a proof with a key, which may be any; false for one that carries nothing
   */
  readonly impersonates?: ((account: Address, isSigned: boolean) => boolean) | undefined;
  /** The tracer that sees all code that runs from now on, if there is one. */
  readonly tracer?: (() => Tracer | undefined) | undefined;
  /** The lines of packages that were deployed with their source maps. */
  readonly sources?: FailureSources | undefined;
  /** Called for a transaction of a block whose code printed or failed, before its block is there. */
  readonly onRun?: ((transaction: SignedTransaction, notes: RunNotes) => void) | undefined;
}
