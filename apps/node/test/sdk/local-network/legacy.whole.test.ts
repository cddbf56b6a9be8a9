import { AptosAccount, AptosClient, CoinClient, FaucetClient, IndexerClient, TokenClient } from "aptos";
import { beforeAll, describe, expect, test } from "vitest";
import { waitFor } from "../../support/wait-for.ts";
import type { LocalNode } from "./support/local-node.ts";
import { openLocalNode } from "./support/open-local-node.ts";

// The first official client (1.21) is deprecated and still used.

let local: LocalNode;
let client: AptosClient;
let faucet: FaucetClient;
beforeAll(async () => {
  local = await openLocalNode();
  client = new AptosClient(`${local.url}/v1`);
  faucet = new FaucetClient(`${local.url}/v1`, local.url);
});

test("funds, transfers and waits", async () => {
  const [alice, bob] = [new AptosAccount(), new AptosAccount()];
  const coins = new CoinClient(client);
  await faucet.fundAccount(alice.address(), 100_000_000);
  await faucet.fundAccount(bob.address(), 0);
  const hash = await coins.transfer(alice, bob, 1_000, { gasUnitPrice: 100n });
  await client.waitForTransaction(hash, { checkSuccess: true });
  expect(await client.getTransactionByHash(hash)).toMatchObject({ success: true });
});

test("makes tokens of the first standard", async () => {
  const alice = new AptosAccount();
  const tokens = new TokenClient(client);
  await faucet.fundAccount(alice.address(), 100_000_000);
  const collection = await tokens.createCollection(alice, "Cups", "Cups of all kinds", "https://example.org");
  await client.waitForTransaction(collection, { checkSuccess: true });
  const token = await tokens.createToken(alice, "Cups", "Cup 1", "The first", 1, "https://example.org/1");
  await client.waitForTransaction(token, { checkSuccess: true });
  const data = await tokens.getTokenData(alice.address(), "Cups", "Cup 1");
  expect(data).toMatchObject({ name: "Cup 1", supply: "1" });
});

describe("what it asks of an indexer", () => {
  const [owner, friend] = [new AptosAccount(), new AptosAccount()];
  // The first question makes the index of a new network, which takes longer than a busy machine lets a question take.
  const isAnswered = async (): Promise<boolean> => {
    const body = JSON.stringify({ query: "{ ledger_infos { chain_id } }" });
    const headers = { "Content-Type": "application/json" };
    return (await fetch(`${local.url}/v1/graphql`, { method: "POST", headers, body })).ok;
  };
  const uri = "https://example.org";
  let indexer: IndexerClient;
  /** Of the token, which is of the first standard. */
  let token: string;
  const long = (account: AptosAccount): string => `0x${account.address().noPrefix().padStart(64, "0")}`;

  beforeAll(async () => {
    // It adds a slash to the path.
    indexer = new IndexerClient(`${local.url}/v1/graphql`);
    const tokens = new TokenClient(client);
    const wait = async (hash: string): Promise<void> => client.waitForTransaction(hash, { checkSuccess: true });
    for (const account of [owner, friend]) await faucet.fundAccount(account.address(), 100_000_000);
    await wait(await tokens.createCollection(owner, "Cups", "Cups of all kinds", uri));
    await wait(await tokens.createToken(owner, "Cups", "Cup 1", "The first", 3, `${uri}/1`));
    await wait(await tokens.offerToken(owner, friend.address(), owner.address(), "Cups", "Cup 1", 1));
    await wait(await tokens.claimToken(friend, owner.address(), owner.address(), "Cups", "Cup 1"));
    await waitFor(isAnswered, (isThere) => isThere);
    const { current_token_ownerships_v2: owned } = await indexer.getOwnedTokens(long(friend));
    token = owned[0]!.token_data_id;
  });

  /** The rows of an answer, which has one list. */
  const rowsOf = (answer: object): readonly Readonly<Record<string, unknown>>[] => Object.values(answer)[0];
  const countOf = (answer: object): unknown => Object.values(answer)[0].aggregate.count;

  test.each<[string, (of: IndexerClient) => Promise<object>, readonly object[]]>([
    ["the chain", (of) => of.getIndexerLedgerInfo(), [{ chain_id: 4 }]],
    [
      "tokens by the names of then",
      (of) => of.getAccountNFTs(long(friend)),
      [
        {
          amount: 1,
          property_version: 0,
          current_token_data: { name: "Cup 1", collection_name: "Cups", metadata_uri: `${uri}/1` },
          current_collection_data: { collection_name: "Cups", description: "Cups of all kinds", supply: 1 },
        },
      ],
    ],
    [
      "tokens of an owner",
      (of) => of.getOwnedTokens(long(owner)),
      [{ amount: 2, token_standard: "v1", current_token_data: { token_name: "Cup 1", supply: 3 } }],
    ],
    ["tokens of an owner by token", (of) => of.getOwnedTokensByTokenData(token), [{ amount: 2 }, { amount: 1 }]],
    ["a token", (of) => of.getTokenData(token), [{ token_name: "Cup 1", supply: 3, is_fungible_v2: null }]],
    ["its owners", (of) => of.getTokenOwnersData(token, 0), [{ amount: 2 }, { amount: 1 }]],
    ["an owner of today", (of) => of.getTokenCurrentOwnerData(token, 0), [{ amount: 2 }, { amount: 1 }]],
    [
      "a collection",
      (of) => of.getCollectionData(long(owner), "Cups"),
      [{ collection_name: "Cups", mutable_description: false, mutable_uri: false, token_standard: "v1" }],
    ],
    [
      "tokens of a collection",
      (of) => of.getTokenOwnedFromCollectionNameAndCreatorAddress(long(friend), "Cups", long(owner)),
      [{ amount: 1 }],
    ],
    [
      "collections of an owner's tokens",
      (of) => of.getCollectionsWithOwnedTokens(long(friend)),
      [{ collection_name: "Cups", distinct_tokens: 1 }],
    ],
    [
      "transactions with their tokens",
      (of) => of.getAccountTransactionsData(long(friend), { orderBy: [{ transaction_version: "desc" }] }),
      [{ account_address: long(friend) }, { account_address: long(friend), token_activities_v2: [] }],
    ],
    ["coins", (of) => of.getAccountCoinsData(long(owner)), [{ asset_type: "0x1::aptos_coin::AptosCoin" }]],
    ["objects", (of) => of.getAccountOwnedObjects(long(owner)), [{ owner_address: long(owner), is_deleted: false }]],
    ["delegations", (of) => of.getDelegatedStakingActivities(long(owner), long(friend)), []],
    ["delegators", (of) => of.getNumberOfDelegators(long(friend)), []],
  ])("%s", async (_, ask, expected) => {
    const rows = rowsOf(await ask(indexer));
    expect(rows).toHaveLength(expected.length);
    for (const [place, row] of expected.entries()) expect(rows[place]).toMatchObject(row);
  });

  test("transactions of users, the newest first, and up to a version", async () => {
    const [newest] = rowsOf(await indexer.getTopUserTransactions(1)) as readonly { readonly version: number }[];
    const upTo = { startVersion: newest!.version - 1, options: { limit: 1 }, orderBy: [{ version: "desc" }] };
    const [before] = rowsOf(await indexer.getUserTransactions(upTo as never));
    expect(before?.version).toBeLessThan(newest!.version);
  });

  test("counts", async () => {
    expect(countOf(await indexer.getAccountTokensCount(long(owner)))).toBe(1);
    expect(countOf(await indexer.getTokenActivitiesCount(token))).toBeGreaterThanOrEqual(3);
    expect(rowsOf(await indexer.getTokenActivities(token))).toHaveLength(
      countOf(await indexer.getTokenActivitiesCount(token)) as number,
    );
    expect(countOf(await indexer.getAccountTransactionsCount(long(friend)))).toBe(2);
    expect(countOf(await indexer.getAccountCoinsDataCount(long(friend)))).toBe(1);
  });

  test("a table that is not there is a refusal that it can read", async () => {
    const asked = indexer.queryIndexer({ query: "{ coin_supply { supply } }" });
    await expect(asked).rejects.toMatchObject({ status: "validation-failed" });
    await expect(asked).rejects.toThrow("field 'coin_supply' not found in type: 'query_root'");
  });
});
