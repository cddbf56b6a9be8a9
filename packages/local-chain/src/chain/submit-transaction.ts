import { BcsError } from "@ledger/bcs";
import {
  type BlockContext,
  type Ed25519Verifier,
  type Mempool,
  MempoolError,
  receiveSignedTransaction,
  sequenceNumberOf,
  type TestingRules,
  validateSignatures,
  validateUserTransaction,
} from "@ledger/executor";
import {
  replayProtectorOf,
  type SignedTransaction,
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

type Refusal = Extract<Submission, { readonly kind: "refused" }>;

/** A transaction that has come, while its signatures are verified. */
export interface Arrival {
  readonly kind: "arrival";
  readonly transaction: SignedTransaction;
  /** Why its signatures are refused; `undefined` where they are right. */
  readonly signatures: ReturnType<typeof validateSignatures>;
}

/**
 * Decodes a transaction, and begins to verify its signatures.
 *
 * @param bytes - BCS of a signed transaction
 * @returns the refusal of bytes that do not decode
 */
export function receiveTransaction(
  bytes: Uint8Array,
  ed25519: Ed25519Verifier | undefined,
  testing: TestingRules | undefined,
): Arrival | Refusal {
  try {
    const transaction = receiveSignedTransaction(bytes);
    const signatures = validateSignatures(transaction, ed25519, testing);
    // The one who admits the transaction sees a failure; until then nothing waits for it.
    signatures.catch(() => undefined);
    return { kind: "arrival", transaction, signatures };
  } catch (error) {
    if (error instanceof BcsError || error instanceof TypesError) return refused("invalid_input", error.message);
    throw error;
  }
}

/**
 * Validates a transaction as a node does before it takes it into its pool: signatures, shape, gas, and the prologue on the latest
 * state. A sequence number that is still to come is no fault.
 *
 * @param open - reads the pool, once the signatures are verified: blocks may be made meanwhile
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#6.3 | Specification, execution 6.3}
 */
export async function admitTransaction(
  { transaction, signatures }: Arrival,
  open: () => Promise<Pool>,
): Promise<Submission> {
  const forged = await signatures;
  const { context, state, mempool, ed25519 } = await open();
  const { rawTxn } = transaction;
  const sequenceNumber = await sequenceNumberOf(rawTxn.sender, state);
  const protector = replayProtectorOf(rawTxn);
  if (protector.kind === "SequenceNumber" && protector.value < sequenceNumber) {
    return invalid("SEQUENCE_NUMBER_TOO_OLD");
  }
  if (forged !== undefined) return invalid(forged.status);
  const place = { isSimulation: false, transactionIndex: 0, isVerified: true, ed25519 };
  const fault = await validateUserTransaction(context, state, transaction, place);
  if (fault !== undefined && fault.status !== "SEQUENCE_NUMBER_TOO_NEW") return invalid(fault.status);
  try {
    mempool.insert(transaction, sequenceNumber);
    return { kind: "accepted" };
  } catch (error) {
    if (error instanceof MempoolError) return refused(error.code, error.message);
    throw error;
  }
}

function refused(code: SubmissionErrorCode, message: string, vmErrorCode?: number): Refusal {
  return { kind: "refused", code, message, vmErrorCode };
}

/** The subjects of statuses, by the thousands of their numbers. */
const kinds = ["Validation", "Verification", "InvariantViolation", "Deserialization", "Execution"] as const;

function invalid(status: keyof typeof statusCodes): Submission {
  return refused("vm_error", invalidText(status), statusCodes[status]);
}

/** How the API says that the machine finds a transaction invalid. */
export function invalidText(status: keyof typeof statusCodes): string {
  return `Invalid transaction: Type: ${kinds[Math.floor(statusCodes[status] / 1000)]} Code: ${status}`;
}
