import { BcsError } from "@ledger/bcs";
import {
  type BlockContext,
  type Ed25519Verifier,
  type Mempool,
  MempoolError,
  sequenceNumberOf,
  validateUserTransaction,
} from "@ledger/executor";
import {
  replayProtectorOf,
  SignedTransaction,
  type StateView,
  type Submission,
  type SubmissionErrorCode,
  TypesError,
} from "@ledger/types";
import { statusCodes } from "@ledger/vm";

/** The ledger that a transaction is validated against, and the mempool that takes it. */
interface Pool {
  readonly context: BlockContext;
  /** At the time of the next block: after a long pause that of the latest one says nothing. */
  readonly state: StateView;
  readonly mempool: Mempool;
  readonly ed25519: Ed25519Verifier | undefined;
}

/**
 * Validates a transaction as a node does before it takes it into its pool: signatures, shape, gas, and the prologue on the latest
 * state. A sequence number that is still to come is no fault.
 *
 * @see Ledger specification, execution §6.3
 */
export async function submitTransaction(pool: Pool, bytes: Uint8Array): Promise<Submission> {
  const { context, state, mempool, ed25519 } = pool;
  let transaction: SignedTransaction;
  try {
    transaction = SignedTransaction.decode(bytes);
  } catch (error) {
    if (error instanceof BcsError || error instanceof TypesError) return refused("invalid_input", error.message);
    throw error;
  }
  const { rawTxn } = transaction;
  const sequenceNumber = await sequenceNumberOf(rawTxn.sender, state);
  const protector = replayProtectorOf(rawTxn);
  if (protector.kind === "SequenceNumber" && protector.value < sequenceNumber) {
    return invalid("SEQUENCE_NUMBER_TOO_OLD");
  }
  const place = { isSimulation: false, transactionIndex: 0 };
  const fault = await validateUserTransaction(context, state, transaction, { ...place, ed25519 });
  if (fault !== undefined && fault.status !== "SEQUENCE_NUMBER_TOO_NEW") return invalid(fault.status);
  try {
    mempool.insert(transaction, sequenceNumber);
    return { kind: "accepted" };
  } catch (error) {
    if (error instanceof MempoolError) return refused(error.code, error.message);
    throw error;
  }
}

function refused(code: SubmissionErrorCode, message: string, vmErrorCode?: number): Submission {
  return { kind: "refused", code, message, vmErrorCode };
}

/** The subjects of statuses, by the thousands of their numbers. */
const kinds = ["Validation", "Verification", "InvariantViolation", "Deserialization", "Execution"] as const;

function invalid(status: keyof typeof statusCodes): Submission {
  const code = statusCodes[status];
  return refused("vm_error", `Invalid transaction: Type: ${kinds[Math.floor(code / 1000)]} Code: ${status}`, code);
}
