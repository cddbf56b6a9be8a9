import type { ExecutionStatus } from "@ledger/types";
import type { StatusName, VmError } from "@ledger/vm";
import type { DebugOutput } from "@ledger/vm/natives";
import type { ChangeSet } from "../state/change-set.ts";
import type { FeeStatement } from "./epilogue.ts";

/** The effects of a transaction that is committed. */
export interface TransactionOutput {
  readonly kind: "kept";
  readonly status: ExecutionStatus;
  readonly gasUsed: bigint;
  readonly feeStatement: FeeStatement;
  readonly changeSet: ChangeSet;
  /** How the payload failed, with what the status does not tell. */
  readonly error: VmError | undefined;
  /** The texts that its code printed, also before a failure. */
  readonly prints: readonly DebugOutput[];
}

/** A transaction that is not committed. */
export interface DiscardedTransaction {
  readonly kind: "discarded";
  readonly status: StatusName;
  readonly code: number;
  readonly message: string;
}

/** The result of executing a transaction. */
export type TransactionOutcome = TransactionOutput | DiscardedTransaction;
