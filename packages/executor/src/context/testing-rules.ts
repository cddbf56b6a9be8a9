import type { Address, SignedTransaction, StateView } from "@ledger/types";
import type { Tracer, VmError } from "@ledger/vm";
import type { DebugOutput } from "@ledger/vm/natives";
import type { FailureSources } from "../status/failure-sources.ts";
import type { TransactionParts } from "./transaction-parts.ts";

/** The parts of a transaction that decide when it expires. */
export type ExpiringTransaction = Pick<TransactionParts, "expirationTimestampSecs" | "replayProtector">;

/** What the code of a transaction did besides its effects. */
export interface RunEvents {
  /** The texts that it printed. */
  readonly prints: readonly DebugOutput[];
  /** How it failed. */
  readonly error: VmError | undefined;
}

/** The ways in which a network for tests differs from a ledger that others follow. */
export interface TestingRules {
  /** The expiration that counts for a transaction, in seconds since the Unix epoch: its own when absent. */
  readonly expirationOf?: ((transaction: ExpiringTransaction) => bigint) | undefined;
  /** True if an account is taken without proof: its transactions carry no authenticator. */
  readonly impersonates?: ((account: Address) => boolean) | undefined;
  /** The tracer that sees all code that runs from now on, if there is one. */
  readonly tracer?: (() => Tracer | undefined) | undefined;
  /** The lines of packages that were deployed with their source maps. */
  readonly sources?: FailureSources | undefined;
  /** Called for a transaction of a block whose code printed or failed, before its block is there. */
  readonly onRun?: ((transaction: SignedTransaction, run: RunEvents, state: StateView) => Promise<void>) | undefined;
}
