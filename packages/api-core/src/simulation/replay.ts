import {
  type BalanceChange,
  balanceChanges,
  executeUserTransaction,
  findTransactionIndex,
  outputOf,
  type TestingRules,
  type TransactionOutput,
  TransactionTrace,
} from "@ledger/executor";
import {
  accumulatorRoot,
  bytesEqual,
  ContractEvent,
  decodeTransaction,
  hashEvent,
  hashWriteSet,
  type LedgerRecord,
  stateWrites,
  TransactionInfo,
  WriteSet,
} from "@ledger/types";
import { type Failure, gasScale } from "@ledger/vm";
import { ApiError } from "../contract/error.ts";
import { type RequestContext, resolveVersion, stateAt } from "../endpoint/context.ts";
import { stateOf } from "../machine/ledger-machine.ts";

/** A committed transaction that was executed again. */
export interface Replay {
  readonly record: LedgerRecord;
  readonly output: TransactionOutput;
  readonly trace: TransactionTrace;
  /** Internal gas in a gas unit. */
  readonly gasScale: number;
  /** True if it did again what the ledger says of it: writes, events, gas. */
  readonly isSame: boolean;
  readonly balanceChanges: readonly BalanceChange[];
  readonly failure: Failure | undefined;
}

/**
 * Executes a committed transaction again, on the state that it found.
 *
 * @throws ApiError `transaction_not_found`, `version_pruned`, `invalid_input` for one that is no user's
 */
export async function replay(version: bigint, context: RequestContext): Promise<Replay> {
  const { ledger, store, machine } = context;
  if (version > ledger.version || version === 0n) {
    if (version === 0n) throw notExecutable(version);
    throw new ApiError("transaction_not_found", `transaction is not found: ledger version ${version}`);
  }
  const place = stateAt(context, resolveVersion(ledger, version - 1n));
  const record = await store.readRecord(version);
  const transaction = decodeTransaction(record);
  if (transaction?.kind !== "UserTransaction") throw notExecutable(version);
  const block = await store.readBlockByVersion(version);
  const { auxiliaryInfoHash } = TransactionInfo.decode(record.info).value;
  const committedIndex = Number(version - block.firstVersion);
  // The rules are those that were in force when the block began; its first transaction may have set them by hand.
  const rulesVersion = block.firstVersion < ledger.oldestVersion ? place.version : block.firstVersion;
  const blockContext = await machine.blockContext(place, committedRules(block.timestampUsecs), rulesVersion);
  const trace = new TransactionTrace({ maxCalls: maxTracedCalls });
  const outcome = await executeUserTransaction(blockContext, stateOf(place), transaction.value, {
    isSimulation: false,
    isVerified: true,
    // Transactions that were discarded have had indices too.
    transactionIndex: findTransactionIndex(auxiliaryInfoHash, committedIndex) ?? committedIndex,
    observer: trace,
  });
  if (outcome.kind === "discarded") {
    const message = `the transaction cannot be executed again: ${outcome.status}: ${outcome.message}`;
    throw new ApiError("internal_error", message);
  }
  const writes = stateWrites(WriteSet.decode(record.writeSet));
  return {
    record,
    output: outcome,
    trace,
    gasScale: gasScale(blockContext.environment.gas),
    isSame: isSame(record, outcome),
    balanceChanges: await balanceChanges(stateOf(place), writes),
    failure: outcome.error && (await machine.describe(outcome.error, place)),
  };
}

/** Most calls that the trace of each session records. */
const maxTracedCalls = 50_000;

function notExecutable(version: bigint): ApiError {
  return new ApiError(
    "invalid_input",
    `the transaction at ledger version ${version} is not a user transaction: only those can be traced`,
  );
}

/** A test network may have taken what others would not: what it has committed had not expired, and proved enough. */
function committedRules(timestampUsecs: bigint): TestingRules {
  const now = timestampUsecs / 1_000_000n;
  return {
    expirationOf: ({ expirationTimestampSecs: own }) => (own > now ? own : now + 1n),
    impersonates: () => true,
  };
}

function isSame(record: LedgerRecord, outcome: TransactionOutput): boolean {
  const { value: info } = TransactionInfo.decode(record.info);
  const { writeSet, events, gasUsed } = outputOf(outcome.changeSet, outcome);
  const eventHashes = events.map((event) => hashEvent(ContractEvent.encode(event)));
  return (
    gasUsed === info.gasUsed &&
    bytesEqual(hashWriteSet(WriteSet.encode(writeSet)), info.stateChangeHash) &&
    bytesEqual(accumulatorRoot("EventAccumulator", eventHashes), info.eventRootHash)
  );
}
