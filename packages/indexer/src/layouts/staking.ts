import { struct, u8, u64, u128, vector } from "@ledger/bcs";
import { Address } from "@ledger/types";

// Resources and items of tables of the framework that the rows of stakes are made of: of resources the beginnings.

/** `0x1::table_with_length::TableWithLength`. */
const CountedTable = struct("TableWithLength", { handle: Address, length: u64 });

/** `0x1::pool_u64_unbound::Pool`: also an item of a table of a pool's inactive shares. */
export const SharePool = struct("Pool", {
  totalCoins: u64,
  totalShares: u128,
  shares: CountedTable,
  scalingFactor: u64,
});

/** `0x1::delegation_pool::DelegationPool`. */
export const DelegationPool = struct("DelegationPool", {
  activeShares: SharePool,
  lockupCycle: u64,
  inactiveShares: Address,
  pendingWithdrawals: Address,
  signer: Address,
  inactiveCoins: u64,
  commission: u64,
});

/** `0x1::smart_table::SmartTable`. */
const SmartTable = struct("SmartTable", {
  buckets: CountedTable,
  bucketCount: u64,
  level: u8,
  size: u64,
  splitThreshold: u8,
  targetSize: u64,
});

/** `0x1::delegation_pool::GovernanceRecords`. */
export const GovernanceRecords = struct("GovernanceRecords", {
  votes: SmartTable,
  votesPerProposal: SmartTable,
  voteDelegation: SmartTable,
});

/** `0x1::delegation_pool::VoteDelegation`. */
const VoteDelegation = struct("VoteDelegation", { voter: Address, pendingVoter: Address, lockedUntilSecs: u64 });

/** A bucket of the table of {@link GovernanceRecords}: delegators with their voters. */
export const VoterBucket = vector(struct("Entry", { hash: u64, delegator: Address, delegation: VoteDelegation }));

/** `0x1::stake::StakePool`. */
export const StakePool = struct("StakePool", {
  active: u64,
  inactive: u64,
  pendingActive: u64,
  pendingInactive: u64,
  lockedUntilSecs: u64,
  operator: Address,
  delegatedVoter: Address,
});
