import { AptosAccount, AptosClient, CoinClient, FaucetClient, TokenClient } from "aptos";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LocalNode, startLocalNode } from "./support/local-node.ts";

// The first official client (1.21) is deprecated and still used.

let local: LocalNode;
let client: AptosClient;
let faucet: FaucetClient;
beforeAll(async () => {
  local = await startLocalNode();
  client = new AptosClient(`${local.url}/v1`);
  faucet = new FaucetClient(`${local.url}/v1`, local.url);
});
afterAll(() => local?.[Symbol.asyncDispose]());

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
