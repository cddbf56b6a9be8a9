import type { BlockMetadata, HashValue, LedgerRecord, Transaction } from "@ledger/types";
import { VALIDATOR_ADDRESS } from "../accounts.ts";
import { runBlockPrologue } from "../effects/block.ts";
import { deriveBytes } from "../random.ts";
import { type BlockPlan, planBlock } from "../schedule.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import { Session } from "../state/session.ts";
import { requestsOf } from "../workload/requests.ts";
import { EMPTY_OUTPUT, type Output, type Recorder } from "./recorder.ts";
import { executeUserTransaction } from "./user-transaction.ts";
import { changeOf } from "./write-set.ts";

/** The one validator always votes; bits count from the most significant one. */
const ALL_VOTES = Uint8Array.of(0x80);

/**
 * Makes the block of a height on top of a state: metadata, what users want, a closing transaction; a block that ends an epoch is
 * its metadata alone.
 *
 * @param nowUsecs - time of the block, the one thing that its height does not decide
 */
export function produceBlock(state: LedgerState, recorder: Recorder, height: bigint, nowUsecs: bigint): LedgerRecord[] {
  const plan = planBlock(height);
  const metadata: BlockMetadata = {
    id: deriveBytes("block", height),
    epoch: plan.epoch,
    round: plan.round,
    proposer: VALIDATOR_ADDRESS,
    previousBlockVotesBitvec: ALL_VOTES,
    failedProposerIndices: plan.failedProposers,
    timestampUsecs: nowUsecs,
  };
  const records: LedgerRecord[] = [];
  const add = (transaction: Transaction, output: Output, last = false): void => {
    records.push(recorder.record(transaction, output, records.length, last ? state.root() : undefined));
  };
  const prologue = executePrologue(state, metadata, plan);
  add({ kind: "BlockMetadata", value: metadata }, prologue, plan.endsEpoch);
  if (plan.endsEpoch) return records;
  let gasUsed = 0n;
  for (const request of requestsOf(height, new Session(state))) {
    const executed = executeUserTransaction(state, request, nowUsecs);
    if (executed === undefined) continue;
    add(executed.transaction, executed.output);
    gasUsed += executed.output.gasUsed;
  }
  add(closing(plan, metadata.id, gasUsed, records), EMPTY_OUTPUT, true);
  return records;
}

function executePrologue(state: LedgerState, metadata: BlockMetadata, plan: BlockPlan): Output {
  const session = new Session(state);
  runBlockPrologue(session, metadata, plan, state.usage);
  const { writeSet, apply } = changeOf(session, state, { kind: "system", nowUsecs: metadata.timestampUsecs });
  apply();
  return { ...EMPTY_OUTPUT, writeSet, events: session.events };
}

/** Blocks close in turn as they have closed over the years: by a state checkpoint, by either kind of epilogue. */
function closing(plan: BlockPlan, blockId: HashValue, gasUsed: bigint, records: readonly LedgerRecord[]): Transaction {
  if (plan.height % 3n === 0n) return { kind: "StateCheckpoint", value: blockId };
  const output = records.reduce((sum, { writeSet, events }) => sum + writeSet.length + events.length, 0);
  const blockEndInfo = {
    kind: "V0" as const,
    value: {
      blockGasLimitReached: false,
      blockOutputLimitReached: false,
      blockEffectiveBlockGasUnits: gasUsed,
      blockApproxOutputSize: BigInt(output),
    },
  };
  if (plan.height % 3n === 1n)
    return { kind: "BlockEpilogue", value: { kind: "V0", value: { blockId, blockEndInfo } } };
  // Gas is burned here, so there is nothing to distribute.
  const feeDistribution = { kind: "V0" as const, value: { amount: new Map<bigint, bigint>() } };
  return { kind: "BlockEpilogue", value: { kind: "V1", value: { blockId, blockEndInfo, feeDistribution } } };
}
