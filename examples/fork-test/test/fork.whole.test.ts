import { fileURLToPath } from "node:url";
import { type LocalNetwork, startLocalNetwork } from "@ledger/devnet";
import { afterAll, beforeAll, expect, test } from "vitest";

/** Set to fill the cache; without it nothing is asked for over the network. */
const url = process.env.FORK_URL;
let net: LocalNetwork;

beforeAll(async () => {
  net = await startLocalNetwork({
    fork: {
      url: url ?? "https://node.example/v1",
      version: 4n,
      cache: fileURLToPath(new URL("fork-cache", import.meta.url)),
      offline: url === undefined,
    },
  });
});
afterAll(() => net[Symbol.asyncDispose]());

const balance = (owner: string) =>
  net.view({ function: "0x1::coin::balance", typeArguments: ["0x1::aptos_coin::AptosCoin"], arguments: [owner] });

test("an account of the other network spends what it holds there", async () => {
  expect(await balance("0xb0b")).toEqual(["500000000"]);
  const payment = { function: "0x1::aptos_account::transfer", arguments: ["0xa11ce", "1000"] };
  const paid = await net.send({ sender: await net.impersonate("0xb0b"), ...payment });
  expect(paid).toMatchObject({ success: true });
  expect(await balance("0xa11ce")).toEqual(["1000"]);
});
