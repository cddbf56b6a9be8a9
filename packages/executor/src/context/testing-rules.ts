import type { Address, SignedTransaction } from "@ledger/types";
import type { Tracer } from "@ledger/vm";
import type { DebugOutput } from "@ledger/vm/natives";
import type { TransactionParts } from "./transaction-parts.ts";

/** What decides when a transaction expires. */
export type ExpiringTransaction = Pick<TransactionParts, "expirationTimestampSecs" | "replayProtector">;

/** What a network for tests does otherwise than a ledger that others follow. */
export interface TestingRules {
  /** The expiration that counts for a transaction, in seconds since the Unix epoch: its own when absent. */
  readonly expirationOf?: ((transaction: ExpiringTransaction) => bigint) | undefined;
  /** True if an account is taken without proof: its transactions carry no authenticator. */
  readonly impersonates?: ((account: Address) => boolean) | undefined;
  /** What is told of all code that runs from now on, if anything is. */
  readonly tracer?: (() => Tracer | undefined) | undefined;
  /** Told what a transaction of a block has printed, if it has. */
  readonly onPrint?: ((transaction: SignedTransaction, prints: readonly DebugOutput[]) => void) | undefined;
}
