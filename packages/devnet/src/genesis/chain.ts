import { FRAMEWORK_ADDRESS, hexToBytes, type NewBlockEvent, parseAddress, statelessAccount } from "@ledger/types";
import { VALIDATOR_ADDRESS } from "../accounts.ts";
import { CHAIN_ID } from "../chain-id.ts";
import { APT, shiftSupply } from "../effects/coin.ts";
import { NONCE_BUCKETS } from "../effects/nonce.ts";
import { tableHandle } from "../effects/table.ts";
import * as chain from "../resources/chain.ts";
import { newHandle } from "../resources/event-handle.ts";
import { nonceHistory, nonceTable } from "../resources/nonce.ts";
import { EPOCH_BLOCKS } from "../schedule.ts";
import type { Session } from "../state/session.ts";

/** Creation numbers of the framework account's handles, as on every network. */
const HANDLES = { newEpoch: 2n, newBlock: 3n, epochInterval: 4n, firstFree: 5n } as const;
/** Block events that the commit history keeps. */
const COMMIT_HISTORY = 64;
/** Block id and proposer of genesis. */
const NOBODY = parseAddress("0x0");
const BLOCK_USECS = 1_000_000n;
const STAKE = 100_000_000_000_000n;

/**
 * The validator's BLS12-381 public key. Nothing is ever signed with it: a development ledger has no consensus. It belongs to
 * the private key that is derived from the words `key` and `validator`, without its two highest bits.
 */
const CONSENSUS_KEY = hexToBytes(
  "974965057e624c09b095b1cb9cbcd0015eed51952d96f8a8b93bcfae92ef5e58e31f00d4c8503206af6695939c8bfa9c",
);

/** What the chain keeps about itself: id, time, epoch, blocks, replay protection. */
export function initializeChain(session: Session): void {
  const at = FRAMEWORK_ADDRESS;
  session.write(at, chain.account, { ...statelessAccount(at), guidCreationNum: HANDLES.firstFree });
  session.write(at, chain.chainId, { id: CHAIN_ID });
  session.write(at, chain.version, { major: 4n });
  session.write(at, chain.currentTime, { microseconds: 0n });
  session.write(at, chain.stateStorageUsage, { epoch: 0n, items: 0n, bytes: 0n });
  session.write(at, chain.genesisEndMarker, { dummyField: false });
  session.write(at, chain.originatingAddress, { addressMap: tableHandle("originatingAddresses") });
  session.write(at, nonceHistory, { table: tableHandle("nonces"), nextKey: NONCE_BUCKETS });
  for (let bucket = 0n; bucket < NONCE_BUCKETS; bucket++) {
    session.writeItem(nonceTable(tableHandle("nonces")), bucket, { byTime: [], byOwner: [] });
  }
  initializeBlocks(session);
}

/** Genesis counts as block 0 and ends epoch 0. */
function initializeBlocks(session: Session): void {
  const at = FRAMEWORK_ADDRESS;
  const block: NewBlockEvent = {
    hash: NOBODY,
    epoch: 0n,
    round: 0n,
    height: 0n,
    previousBlockVotesBitvec: new Uint8Array(),
    proposer: NOBODY,
    failedProposerIndices: [],
    timeMicroseconds: 0n,
  };
  session.writeItem(chain.commitTable(tableHandle("commits")), 0, block);
  session.write(at, chain.commitHistory, {
    maxCapacity: COMMIT_HISTORY,
    nextIndex: 1,
    table: tableHandle("commits"),
    length: 1n,
  });
  session.write(at, chain.blockResource, {
    height: 0n,
    epochInterval: EPOCH_BLOCKS * BLOCK_USECS,
    newBlockEvents: session.emitTo(newHandle(at, HANDLES.newBlock), chain.newBlock, block),
    updateEpochIntervalEvents: newHandle(at, HANDLES.epochInterval),
  });
  session.write(at, chain.configuration, {
    epoch: 1n,
    lastReconfigurationTime: 0n,
    events: session.emitTo(newHandle(at, HANDLES.newEpoch), chain.newEpoch, { epoch: 1n }),
  });
  session.emit(chain.newEpochModuleEvent, { epoch: 1n });
}

/** One validator with a stake. */
export function initializeValidator(session: Session): void {
  const config = {
    consensusPubkey: CONSENSUS_KEY,
    networkAddresses: Uint8Array.of(0),
    fullnodeAddresses: Uint8Array.of(0),
    validatorIndex: 0n,
  };
  const pool = VALIDATOR_ADDRESS;
  session.write(pool, chain.account, {
    ...statelessAccount(pool),
    guidCreationNum: 2n + BigInt(chain.STAKE_POOL_HANDLES),
  });
  session.write(pool, chain.stakePool, {
    active: STAKE,
    inactive: 0n,
    pendingActive: 0n,
    pendingInactive: 0n,
    lockedUntilSecs: 0n,
    operatorAddress: pool,
    delegatedVoter: pool,
    events: Array.from({ length: chain.STAKE_POOL_HANDLES }, (_, i) => newHandle(pool, BigInt(i) + 2n)),
  });
  session.write(FRAMEWORK_ADDRESS, chain.validatorSet, {
    consensusScheme: 0,
    activeValidators: [{ address: pool, votingPower: STAKE, config }],
    pendingInactive: [],
    pendingActive: [],
    totalVotingPower: STAKE,
    totalJoiningPower: 0n,
  });
  session.write(FRAMEWORK_ADDRESS, chain.validatorPerformance, {
    validators: [{ successfulProposals: 0n, failedProposals: 0n }],
  });
  session.write(pool, chain.validatorConfig, config);
  shiftSupply(session, APT, STAKE, 0n);
}
