import { bytes, type Codec, option, struct, u64, withSource } from "@ledger/bcs";
import {
  accumulatorRoot,
  bytesEqual,
  ContractEvent,
  type HashValue,
  hashEvent,
  hashTransaction,
  hashWriteSet,
  type TransactionInfoV0,
} from "@ledger/types";
import { decodeInSteps, ProvedInfo } from "./answer.ts";
import { atMost } from "./at-most.ts";
import { accumulatorRootAfter } from "./root-after.ts";
import { inStep, VerificationError } from "./verification-error.ts";
import { readTransactionInfo, type TrustedRoot, verifyInfo } from "./verify-info.ts";

/** The answer of a node that proves a transaction. Nothing of it is checked yet. */
export interface TransactionAnswer {
  readonly version: bigint;
  /** Its info, which holds the hashes of the other parts. */
  readonly info: ProvedInfo;
  /** BCS of `Transaction`. */
  readonly transaction: Uint8Array;
  /** BCS of `vector<ContractEvent>`, where it was asked for. */
  readonly events: Uint8Array | undefined;
  /** BCS of `WriteSet`, where it was asked for. */
  readonly writeSet: Uint8Array | undefined;
}

/** BCS of {@link TransactionAnswer}. */
export const TransactionAnswer: Codec<TransactionAnswer> = struct("TransactionProof", {
  version: u64,
  info: ProvedInfo,
  transaction: bytes,
  events: option(bytes),
  writeSet: option(bytes),
});

/** A transaction that was proved, with those of its parts that the answer has. */
export interface VerifiedTransaction
  extends Pick<TransactionAnswer, "version" | "transaction" | "events" | "writeSet"> {
  readonly info: TransactionInfoV0;
  /** BCS of the info. */
  readonly infoBytes: Uint8Array;
  /** Root of the transaction accumulator right after it. */
  readonly accumulatorRoot: HashValue;
}

/** Most events of a transaction: the gas of one pays for less than half of them. */
const maxEvents = 100_000;

const Events = atMost(maxEvents, withSource(ContractEvent));

/**
 * Reads the BCS of a transaction with its proof, whole.
 *
 * @throws {@link VerificationError} of the part that does not decode
 */
export function decodeTransactionAnswer(encoded: Uint8Array): TransactionAnswer {
  return decodeInSteps(() => TransactionAnswer.decode(encoded));
}

/**
 * Checks a transaction with its proof against a ledger that one trusts: that it is there, and that its parts are those of its info.
 *
 * @param version - of the transaction that was asked for
 * @throws {@link VerificationError} with the first step that fails: `info`, `accumulator`, `value`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#7 | Specification, chain types 7}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#8 | Specification, chain types 8}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#10 | Specification, chain types 10}
 */
export function verifyTransaction(
  answer: TransactionAnswer,
  version: bigint,
  trusted: TrustedRoot,
): VerifiedTransaction {
  const { transaction, events, writeSet } = answer;
  const info = readTransactionInfo(answer.info.transactionInfo);
  if (answer.version !== version)
    throw new VerificationError("info", `version ${answer.version} is not the asked ${version}`);
  verifyInfo(answer.info, version, trusted);
  expectHash("the transaction", info.transactionHash, () => hashTransaction(transaction));
  if (events !== undefined) expectHash("the events", info.eventRootHash, () => eventRoot(events));
  if (writeSet !== undefined) expectHash("the write set", info.stateChangeHash, () => hashWriteSet(writeSet));
  return {
    ...{ version, info, transaction, events, writeSet },
    infoBytes: answer.info.transactionInfo,
    accumulatorRoot: accumulatorRootAfter(answer.info, version),
  };
}

function eventRoot(encoded: Uint8Array): HashValue {
  const leaves = Events.decode(encoded).map(({ source }) => hashEvent(source));
  return accumulatorRoot("EventAccumulator", leaves);
}

function expectHash(part: string, expected: HashValue, compute: () => HashValue): void {
  const actual = inStep("value", part, compute);
  if (!bytesEqual(actual, expected)) {
    throw new VerificationError("value", `${part} is not the one of the transaction info`);
  }
}
