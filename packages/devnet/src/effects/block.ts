import { type BlockMetadata, bytesToAddress, FRAMEWORK_ADDRESS } from "@ledger/types";
import { APT, shiftSupply } from "../effects/coin.ts";
import * as chain from "../resources/chain.ts";
import type { BlockPlan } from "../schedule.ts";
import type { StateUsage } from "../state/ledger-state.ts";
import type { Session } from "../state/session.ts";

/** A validator earns one part in so many of its stake per epoch. */
const REWARD_DIVISOR = 1_000_000n;

/** What the first transaction of a block does: time, height, the validators' record, and the change of the epoch. */
export function runBlockPrologue(session: Session, metadata: BlockMetadata, plan: BlockPlan, usage: StateUsage): void {
  const at = FRAMEWORK_ADDRESS;
  const event = {
    hash: bytesToAddress(metadata.id),
    epoch: metadata.epoch,
    round: metadata.round,
    height: plan.height,
    previousBlockVotesBitvec: metadata.previousBlockVotesBitvec,
    proposer: metadata.proposer,
    failedProposerIndices: metadata.failedProposerIndices.map(BigInt),
    timeMicroseconds: metadata.timestampUsecs,
  };
  session.update(at, chain.blockResource, (block) => ({
    ...block,
    height: plan.height,
    newBlockEvents: session.emitTo(block.newBlockEvents, chain.newBlock, event),
  }));
  session.emit(chain.newBlockModuleEvent, event);
  session.update(at, chain.commitHistory, (history) => {
    session.writeItem(chain.commitTable(history.table), history.nextIndex, event);
    const length = history.length < history.maxCapacity ? history.length + 1n : history.length;
    return { ...history, nextIndex: (history.nextIndex + 1) % history.maxCapacity, length };
  });
  session.write(at, chain.currentTime, { microseconds: metadata.timestampUsecs });
  if (plan.startsEpoch) session.write(at, chain.stateStorageUsage, { epoch: plan.epoch, ...usage });
  session.update(at, chain.validatorPerformance, ({ validators }) => ({
    validators: validators.map(({ successfulProposals, failedProposals }) => ({
      successfulProposals: successfulProposals + 1n,
      failedProposals: failedProposals + BigInt(plan.failedProposers.length),
    })),
  }));
  if (plan.endsEpoch) reconfigure(session, metadata.timestampUsecs);
}

/** Begins the next epoch: pays the validator, counts its stake anew, announces the epoch. */
function reconfigure(session: Session, nowUsecs: bigint): void {
  const at = FRAMEWORK_ADDRESS;
  const set = session.read(at, chain.validatorSet);
  const activeValidators = set.activeValidators.map((validator) => {
    const votingPower = payReward(session, validator.address);
    return { ...validator, votingPower };
  });
  session.write(at, chain.validatorSet, {
    ...set,
    activeValidators,
    totalVotingPower: activeValidators.reduce((sum, { votingPower }) => sum + votingPower, 0n),
  });
  session.write(at, chain.validatorPerformance, {
    validators: activeValidators.map(() => ({ successfulProposals: 0n, failedProposals: 0n })),
  });
  session.update(at, chain.configuration, ({ epoch, events }) => ({
    epoch: epoch + 1n,
    lastReconfigurationTime: nowUsecs,
    events: session.emitTo(events, chain.newEpoch, { epoch: epoch + 1n }),
  }));
  session.emit(chain.newEpochModuleEvent, { epoch: session.read(at, chain.configuration).epoch });
}

/** @returns the stake after the reward */
function payReward(session: Session, pool: BlockMetadata["proposer"]): bigint {
  const { active, events, ...rest } = session.read(pool, chain.stakePool);
  const rewardsAmount = active / REWARD_DIVISOR;
  const handle = session.emitTo(events[chain.REWARDS_HANDLE]!, chain.rewardsDistributed, {
    poolAddress: pool,
    rewardsAmount,
  });
  const stake = active + rewardsAmount;
  session.write(pool, chain.stakePool, { ...rest, active: stake, events: events.with(chain.REWARDS_HANDLE, handle) });
  shiftSupply(session, APT, rewardsAmount, 0n);
  return stake;
}
