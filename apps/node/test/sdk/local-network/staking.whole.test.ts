import { Account, type UserTransactionResponse } from "@aptos-labs/ts-sdk";
import { beforeAll, expect, test } from "vitest";
import type { LocalNode } from "./support/local-node.ts";
import { openLocalNode } from "./support/open-local-node.ts";

// Delegated stakes, as the official client asks an indexer for them.

const pools = "0x1::delegation_pool";
const apt = 100_000_000;

let local: LocalNode;
let owner: Account;
let friend: Account;
let pool: string;

const long = (account: Account): string => account.accountAddress.toStringLong();

async function call(sender: Account, name: string, functionArguments: readonly unknown[]) {
  const { aptos } = local;
  const transaction = await aptos.transaction.build.simple({
    sender: sender.accountAddress,
    data: { function: `${pools}::${name}` as never, functionArguments: functionArguments as never },
  });
  const { hash } = await aptos.signAndSubmitTransaction({ signer: sender, transaction });
  return (await aptos.waitForTransaction({ transactionHash: hash })) as UserTransactionResponse;
}

/** Asks as programs without a client do. */
async function ask<T>(query: string): Promise<T> {
  const headers = { "Content-Type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify({ query }) };
  const answer = (await (await fetch(`${local.url}/v1/graphql`, init)).json()) as { data: T; errors?: unknown };
  expect(answer.errors).toBeUndefined();
  return answer.data;
}

beforeAll(async () => {
  local = await openLocalNode();
  [owner, friend] = [Account.generate(), Account.generate()];
  for (const { accountAddress } of [owner, friend]) {
    await local.aptos.fundAccount({ accountAddress, amount: 200 * apt });
  }
  await call(owner, "initialize_delegation_pool", [500, [1, 2]]);
  const payload = { function: `${pools}::get_owned_pool_address` as const, functionArguments: [long(owner)] };
  pool = (await local.aptos.view<[string]>({ payload }))[0];
  await call(owner, "add_stake", [pool, 20 * apt]);
  await call(friend, "add_stake", [pool, 30 * apt]);
});

test("delegators of a pool, and of all pools, are counted", async () => {
  const { aptos } = local;
  expect(await aptos.getNumberOfDelegators({ poolAddress: pool })).toBe(2);
  const all = await aptos.getNumberOfDelegatorsForAllPools();
  expect(all).toContainEqual({ num_active_delegator: 2, pool_address: pool });
  expect(await aptos.getNumberOfDelegators({ poolAddress: "0x1" })).toBe(0);
});

test("what a delegator did is told by type", async () => {
  const asked = { delegatorAddress: long(owner), poolAddress: pool };
  expect(await local.aptos.getDelegatedStakingActivities(asked)).toMatchObject([
    { amount: 20 * apt, delegator_address: long(owner), event_type: `${pools}::AddStake`, pool_address: pool },
  ]);
});

test("shares are those of the pool, with all their digits, before and after some are taken out", async () => {
  const ofPool = `where:{pool_address:{_eq:"${pool}"}}`;
  interface Stakes {
    readonly active: { readonly aggregate: { readonly sum: { readonly shares: number } } };
    readonly current_delegated_staking_pool_balances: readonly [{ readonly total_shares: number }];
  }
  const query = `{active:current_delegator_balances_aggregate(where:{pool_address:{_eq:"${pool}"},pool_type:{_eq:"active_shares"}}){
    aggregate{sum{shares}}} current_delegated_staking_pool_balances{total_shares}}`;
  const before = await ask<Stakes>(query);
  const total = before.current_delegated_staking_pool_balances[0].total_shares;
  expect(total).toBeGreaterThan(0);
  expect(before.active.aggregate.sum.shares).toBe(total);
  await call(friend, "unlock", [pool, 20 * apt]);
  const after = await ask<Stakes>(query);
  const left = after.current_delegated_staking_pool_balances[0].total_shares;
  expect(left).toBeLessThan(total);
  expect(after.active.aggregate.sum.shares).toBe(left);
  const { current_delegator_balances: rows } = await ask<{
    readonly current_delegator_balances: readonly Readonly<Record<string, unknown>>[];
  }>(`{current_delegator_balances(${ofPool},order_by:[{delegator_address:asc},{pool_type:asc}]){
    delegator_address pool_type staking_pool_metadata{operator_address}}}`);
  const own = rows.filter((row) => row.delegator_address === long(friend));
  expect(own.map((row) => row.pool_type)).toEqual(["active_shares", "inactive_shares"]);
  expect(own[0]?.staking_pool_metadata).toEqual({ operator_address: long(owner) });
});

test("voters are those that were chosen, and delegators themselves before", async () => {
  const query = `{current_delegated_voter(where:{delegator_address:{_eq:"${long(friend)}"}}){voter pending_voter}}`;
  expect(await ask(query)).toEqual({ current_delegated_voter: [{ voter: long(friend), pending_voter: long(friend) }] });
  await call(friend, "delegate_voting_power", [pool, long(owner)]);
  expect(await ask(query)).toMatchObject({ current_delegated_voter: [{ pending_voter: long(owner) }] });
});

test("pools of a delegator, and where pools came from", async () => {
  const query = `{delegator_distinct_pool(where:{delegator_address:{_eq:"${long(friend)}"}}){pool_address
    current_pool_balance{operator_commission_percentage}}
    delegated_staking_pools(where:{staking_pool_address:{_eq:"${pool}"}}){staking_pool_address
    current_staking_pool{voter_address}}}`;
  expect(await ask(query)).toEqual({
    delegator_distinct_pool: [{ pool_address: pool, current_pool_balance: { operator_commission_percentage: 500 } }],
    delegated_staking_pools: [
      { staking_pool_address: pool, current_staking_pool: { voter_address: expect.stringMatching(/^0x/) } },
    ],
  });
});
