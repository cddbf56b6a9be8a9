import { struct, u64 } from "@ledger/bcs";
import { Address, formatHex } from "@ledger/types";
import type { RecordView } from "../record/record-view.ts";
import type { Row } from "../row.ts";

/** The beginning of `0x1::delegation_pool::AddStake` and its kin. */
const Delegation = struct("AddStake", { pool: Address, delegator: Address, amount: u64 });
/** `0x1::stake::DistributeRewards`. */
const Rewards = struct("DistributeRewards", { pool: Address, amount: u64 });

const delegating = ["AddStake", "UnlockStake", "WithdrawStake", "ReactivateStake"].flatMap((name) => [
  `0x1::delegation_pool::${name}`,
  `0x1::delegation_pool::${name}Event`,
]);
const rewarding = ["0x1::stake::DistributeRewards", "0x1::stake::DistributeRewardsEvent"];

/** Rows of `delegated_staking_activities`: what delegators put in and took out, and what pools were given, without a delegator. */
export function stakingActivities({ version, events }: RecordView): Row[] {
  return events.flatMap(({ index, type, data }) => {
    const at = { transaction_version: version, event_index: BigInt(index), event_type: type };
    if (rewarding.includes(type)) {
      const { pool, amount } = Rewards.decodePrefix(data).value;
      return [{ ...at, delegator_address: "", pool_address: formatHex(pool), amount }];
    }
    if (!delegating.includes(type)) return [];
    const { pool, delegator, amount } = Delegation.decodePrefix(data).value;
    return [{ ...at, delegator_address: formatHex(delegator), pool_address: formatHex(pool), amount }];
  });
}
