import type { Address, SignedTransaction } from "@ledger/types";
import type { Tracer } from "@ledger/vm";
import type { DebugOutput } from "@ledger/vm/natives";
import type { TransactionParts } from "./transaction-parts.ts";

/** The parts of a transaction that decide when it expires. */
export type ExpiringTransaction = Pick<TransactionParts, "expirationTimestampSecs" | "replayProtector">;

/** The ways in which a network for tests differs from a ledger that others follow. */
export interface TestingRules {
  /** The expiration that counts for a transaction, in seconds since the Unix epoch: its own when absent. */
  readonly expirationOf?: ((transaction: ExpiringTransaction) => bigint) | undefined;
  /** True if an account is taken without proof: its transactions carry no authenticator. */
  readonly impersonates?: ((account: Address) => boolean) | undefined;
  /** The tracer that sees all code that runs from now on, if there is one. */
  readonly tracer?: (() => Tracer | undefined) | undefined;
  /** Called with the texts that a transaction of a block has printed, if any. */
  readonly onPrint?: ((transaction: SignedTransaction, prints: readonly DebugOutput[]) => void) | undefined;
}
