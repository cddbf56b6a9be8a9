import { type Aptos, AptosApiError } from "@aptos-labs/ts-sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type LocalNode, startLocalNode } from "./support/local-node.ts";

// What the official client asks of an indexer: answered from the state, or refused in a way that it understands.

let local: LocalNode;
let owner: Awaited<ReturnType<LocalNode["fund"]>>;
beforeAll(async () => {
  local = await startLocalNode();
  owner = await local.fund();
});
afterAll(() => local?.[Symbol.asyncDispose]());

const asset = "0xa";

describe("answered", () => {
  const at = () => ({ accountAddress: owner.accountAddress });
  const calls: readonly (readonly [string, (aptos: Aptos) => Promise<unknown>, unknown])[] = [
    ["getIndexerLastSuccessVersion", (aptos) => aptos.getIndexerLastSuccessVersion(), expect.any(BigInt)],
    [
      "getProcessorStatus",
      (aptos) => aptos.getProcessorStatus("events_processor" as never),
      expect.objectContaining({ processor: "events_processor" }),
    ],
    ["getAccountCoinsCount", (aptos) => aptos.getAccountCoinsCount(at()), 1],
    [
      "getAccountCoinsData",
      (aptos) => aptos.getAccountCoinsData(at()),
      [expect.objectContaining({ is_primary: true })],
    ],
    ["getAccountTransactionsCount", (aptos) => aptos.getAccountTransactionsCount(at()), 0],
    [
      "getAccountOwnedObjects",
      (aptos) => aptos.getAccountOwnedObjects(at()),
      [expect.objectContaining({ state_key_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) })],
    ],
    ["getAccountOwnedTokens", (aptos) => aptos.getAccountOwnedTokens(at()), []],
    ["getAccountTokensCount", (aptos) => aptos.getAccountTokensCount(at()), 0],
    ["getAccountCollectionsWithOwnedTokens", (aptos) => aptos.getAccountCollectionsWithOwnedTokens(at()), []],
    ["getFungibleAssetMetadata", (aptos) => aptos.getFungibleAssetMetadata(), expect.any(Array)],
    [
      "getCurrentFungibleAssetBalances",
      (aptos) =>
        aptos.getCurrentFungibleAssetBalances({
          options: { where: { owner_address: { _eq: owner.accountAddress.toString() } } },
        }),
      [expect.objectContaining({ asset_type: `0x${"a".padStart(64, "0")}` })],
    ],
  ];
  test.each(calls)("%s", async (_, call, expected) => {
    expect(await call(local.aptos)).toEqual(expected);
  });
});

describe("refused", () => {
  const calls: readonly (readonly [string, (aptos: Aptos) => Promise<unknown>])[] = [
    ["user_transactions", (aptos) => aptos.getChainTopUserTransactions({ limit: 1 })],
    ["fungible_asset_activities", (aptos) => aptos.getFungibleAssetActivities()],
    ["token_activities_v2", (aptos) => aptos.getDigitalAssetActivity({ digitalAssetAddress: asset })],
    [
      "delegated_staking_activities",
      (aptos) => aptos.getDelegatedStakingActivities({ delegatorAddress: asset, poolAddress: asset }),
    ],
    ["num_active_delegator_per_pool", (aptos) => aptos.getNumberOfDelegatorsForAllPools()],
    ["table_items", (aptos) => aptos.getTableItemsData({ options: {} })],
    ["table_metadatas", (aptos) => aptos.getTableItemsMetadata({ options: {} })],
  ];
  test.each(calls)("%s", async (table, call) => {
    const refusal = await call(local.aptos).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(AptosApiError);
    expect((refusal as AptosApiError).message).toContain(`'${table}' is not available: this node has no index`);
  });
});
