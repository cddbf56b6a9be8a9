import { bool, bytes, fixedArray, struct, u32, u64, vector } from "@ledger/bcs";
import {
  AccountResource,
  Address,
  BlockResource,
  ChainIdResource,
  Configuration,
  CurrentTimeMicroseconds,
  EventHandle,
  NewBlockEvent,
  StateStorageUsage,
  ValidatorSet,
} from "@ledger/types";
import { resourceType } from "../state/resource-type.ts";
import { eventType, type Table } from "../state/session.ts";

const Empty = struct("Empty", { dummyField: bool });
const Epoch = struct("NewEpoch", { epoch: u64 });

/** Key and sequence number of an account. */
export const account = resourceType("0x1::account::Account", AccountResource);
/** Where rotated keys would be looked up; empty here. */
export const originatingAddress = resourceType(
  "0x1::account::OriginatingAddress",
  struct("OriginatingAddress", { addressMap: Address }),
);
/** Which network this is. */
export const chainId = resourceType("0x1::chain_id::ChainId", ChainIdResource);
/** Genesis is over. */
export const genesisEndMarker = resourceType("0x1::chain_status::GenesisEndMarker", Empty);
/** Version of the framework, a single number. */
export const version = resourceType("0x1::version::Version", struct("Version", { major: u64 }));
/** Time of the latest block. */
export const currentTime = resourceType("0x1::timestamp::CurrentTimeMicroseconds", CurrentTimeMicroseconds);
/** Size of the state at the beginning of the epoch. */
export const stateStorageUsage = resourceType("0x1::state_storage::StateStorageUsage", StateStorageUsage);
/** The epoch, and its event stream. */
export const configuration = resourceType("0x1::reconfiguration::Configuration", Configuration);
/** Height of the latest block, and its event stream. */
export const blockResource = resourceType("0x1::block::BlockResource", BlockResource);
/** Who validates. */
export const validatorSet = resourceType("0x1::stake::ValidatorSet", ValidatorSet);

/** The latest block events, in a ring of table items. */
export const commitHistory = resourceType(
  "0x1::block::CommitHistory",
  struct("CommitHistory", { maxCapacity: u32, nextIndex: u32, table: Address, length: u64 }),
);

/** The table of {@link commitHistory}. */
export const commitTable = (handle: Address): Table<number, NewBlockEvent> => ({
  handle,
  key: u32,
  value: NewBlockEvent,
});

/** How the validators proposed in this epoch. */
export const validatorPerformance = resourceType(
  "0x1::stake::ValidatorPerformance",
  struct("ValidatorPerformance", {
    validators: vector(struct("Performance", { successfulProposals: u64, failedProposals: u64 })),
  }),
);

/** Keys and addresses of a validator. */
export const validatorConfig = resourceType(
  "0x1::stake::ValidatorConfig",
  struct("ValidatorConfig", {
    consensusPubkey: bytes,
    networkAddresses: bytes,
    fullnodeAddresses: bytes,
    validatorIndex: u64,
  }),
);

/** Event handles that a stake pool has. */
export const STAKE_POOL_HANDLES = 12;

/** The handle of a pool's rewards, among its handles. */
export const REWARDS_HANDLE = 8;

/** What a validator has staked. */
export const stakePool = resourceType(
  "0x1::stake::StakePool",
  struct("StakePool", {
    active: u64,
    inactive: u64,
    pendingActive: u64,
    pendingInactive: u64,
    lockedUntilSecs: u64,
    operatorAddress: Address,
    delegatedVoter: Address,
    events: fixedArray(EventHandle, STAKE_POOL_HANDLES),
  }),
);

/** The handle event of a block. */
export const newBlock = eventType("0x1::block::NewBlockEvent", NewBlockEvent);
/** The module event of a block. */
export const newBlockModuleEvent = eventType("0x1::block::NewBlock", NewBlockEvent);
/** The handle event of an epoch. */
export const newEpoch = eventType("0x1::reconfiguration::NewEpochEvent", Epoch);
/** The module event of an epoch. */
export const newEpochModuleEvent = eventType("0x1::reconfiguration::NewEpoch", Epoch);
const Rewards = struct("DistributeRewards", { poolAddress: Address, rewardsAmount: u64 });
/** A validator was paid; a handle event. */
export const rewardsDistributed = eventType("0x1::stake::DistributeRewardsEvent", Rewards);
/** What a transaction cost. */
export const feeStatement = eventType(
  "0x1::transaction_fee::FeeStatement",
  struct("FeeStatement", {
    totalChargeGasUnits: u64,
    executionGasUnits: u64,
    ioGasUnits: u64,
    storageFeeOctas: u64,
    storageFeeRefundOctas: u64,
  }),
);
