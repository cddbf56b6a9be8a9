import type { BlockEpiloguePayload, LedgerRecord, StateView, StateWrite } from "@ledger/types";
import type { Ed25519Verifier } from "../authentication/verify-proof.ts";
import { runBlockEpilogue } from "../block/block-epilogue.ts";
import { BlockError } from "../block/block-error.ts";
import { runBlockPrologue } from "../block/block-prologue.ts";
import { type Output, outputOf } from "../block/output.ts";
import { runValidatorTransaction } from "../block/validator-transaction.ts";
import type { BlockContext } from "../context/block-context.ts";
import { ChangeSet } from "../state/change-set.ts";
import { executeUserTransaction } from "../transaction/execute-user-transaction.ts";
import type { BlockFacts, DecodedRecord } from "./block-facts.ts";
import { compareOutput } from "./compare.ts";
import type { Difference, Refusal, ReplayOutcome } from "./difference.ts";
import { notedUsage, noUsage } from "./usage-count.ts";

/** A record to execute again. */
export interface RecordToReplay extends DecodedRecord, Pick<LedgerRecord, "writeSet"> {
  /** The writes of its write set. */
  readonly writes: readonly StateWrite[];
}

/** The outcome of a record. */
export interface RecordReplay {
  readonly outcome: ReplayOutcome;
  /** The output that execution made of its transaction, where it commits it. */
  readonly output?: Output;
}

/** Options of {@link replayRecord}. */
export interface ReplayOptions {
  /** A faster verifier of the host. */
  readonly ed25519?: Ed25519Verifier | undefined;
}

/**
 * Executes the transaction of a record again, on the state before it, and compares what it does with what the record says. Each record
 * is judged alone: a difference in one does not spread to the next.
 *
 * @param context - with the rules that were in force when the record's block began; without the state's usage before the block, that of
 * the record is believed
 * @param state - before the record
 * @param block - the facts of the records of its block before it
 * @throws what the state's reading throws
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/re-execution.md#2 | Specification, re-execution 2}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/re-execution.md#3 | Specification, re-execution 3}
 */
export async function replayRecord(
  context: Omit<BlockContext, "usage"> & Partial<Pick<BlockContext, "usage">>,
  state: StateView,
  record: RecordToReplay,
  block: BlockFacts,
  options: ReplayOptions = {},
): Promise<RecordReplay> {
  try {
    // Only the first block of an epoch asks for it.
    const usage = context.usage ?? notedUsage(record.writes) ?? noUsage;
    const executed = await execute({ ...context, usage }, state, record, block, options);
    if ("reason" in executed) return { outcome: { kind: "not_reproducible", reason: executed.reason } };
    if ("refusal" in executed) return { outcome: refused(record, executed.refusal) };
    const { output, found = [] } = executed;
    const ofIndex = block.faultOfIndex(record.info);
    return { outcome: compareOutput(record, output, ofIndex === undefined ? found : [...found, ofIndex]), output };
  } catch (error) {
    if (!(error instanceof BlockError)) throw error;
    return { outcome: refused(record, { status: undefined, message: error.message }) };
  }
}

/** The outcome of a record whose transaction execution does not commit. */
export function refused({ info }: DecodedRecord, executed: Refusal): ReplayOutcome {
  const difference: Difference = { part: "refused", recorded: info.value.status, executed };
  return { kind: "different", differences: [difference], unlisted: 0 };
}

type Executed =
  | { readonly output: Output; readonly found?: readonly Difference[] }
  | { readonly refusal: Refusal }
  /** Why it cannot be executed here. */
  | { readonly reason: string };

async function execute(
  context: BlockContext,
  state: StateView,
  { transaction, info }: RecordToReplay,
  block: BlockFacts,
  { ed25519 }: ReplayOptions,
): Promise<Executed> {
  switch (transaction?.kind) {
    case undefined:
      return { reason: "this release does not know the form of the transaction" };
    case "BlockMetadata":
    case "BlockMetadataExt":
      return { output: outputOf(await runBlockPrologue(context, state, transaction)) };
    case "ValidatorTransaction":
      return { output: outputOf(await runValidatorTransaction(context, state, transaction.value)) };
    case "StateCheckpoint":
      return { output: outputOf(new ChangeSet()) };
    case "BlockEpilogue":
      return endBlock(context, state, transaction.value, block);
    case "UserTransaction": {
      const place = { isSimulation: false, isRecorded: true, transactionIndex: block.indexOf(info), ed25519 };
      const outcome = await executeUserTransaction(context, state, transaction.value, place);
      if (outcome.kind === "kept") return { output: outputOf(outcome.changeSet, outcome) };
      const { status, message } = outcome;
      return status === "UNIMPLEMENTED_FUNCTIONALITY" ? { reason: message } : { refusal: { status, message } };
    }
    case "GenesisTransaction": {
      if (transaction.value.kind === "Script") return { reason: "scripts that repair a ledger are not executed" };
      const { writeSet, events } = transaction.value.value;
      return { output: { writeSet, events, gasUsed: 0n, status: { kind: "Success" } } };
    }
  }
}

async function endBlock(
  context: BlockContext,
  state: StateView,
  epilogue: BlockEpiloguePayload,
  block: BlockFacts,
): Promise<Executed> {
  if (epilogue.kind === "V0") return { output: outputOf(new ChangeSet()) };
  const { blockId, feeDistribution } = epilogue.value;
  const recorded = feeDistribution.value.amount;
  const derived = await block.feeDistributions(state);
  const isSame = derived.some((fees) => sameFees(recorded, fees));
  const output = outputOf(await runBlockEpilogue(context, state, blockId, recorded));
  return { output, found: isSame ? [] : [{ part: "fees", recorded, executed: derived[0]! }] };
}

function sameFees(a: ReadonlyMap<bigint, bigint>, b: ReadonlyMap<bigint, bigint>): boolean {
  return a.size === b.size && [...a].every(([index, fee]) => b.get(index) === fee);
}
