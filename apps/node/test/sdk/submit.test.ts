import { Account, Aptos, AptosConfig, Network } from "@aptos-labs/ts-sdk";
import { DEVNET_ACCOUNTS } from "@ledger/devnet";
import { createDataDir, type NodeProcess, startNode } from "@ledger/node-process";
import { formatAddressLong } from "@ledger/types";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refusalOf } from "./support/refusal.ts";

// What needs a mempool is refused in words that the official client hands on.

const bob = formatAddressLong(DEVNET_ACCOUNTS.bob.address);
const dataDir = createDataDir();
const sender = Account.generate();
let node: NodeProcess;
let aptos: Aptos;

beforeAll(async () => {
  node = await startNode("--data-dir", dataDir.path);
  aptos = new Aptos(new AptosConfig({ network: Network.CUSTOM, fullnode: `${node.url}/v1` }));
}, 120_000);
afterAll(async () => {
  await node?.stop();
  dataDir[Symbol.dispose]();
});

async function buildTransfer() {
  return aptos.transaction.build.simple({
    sender: sender.accountAddress,
    data: { function: "0x1::aptos_account::transfer", functionArguments: [bob, 1] },
  });
}

test.each<[string, () => Promise<unknown>, string]>([
  [
    "submitting",
    async () => aptos.signAndSubmitTransaction({ signer: sender, transaction: await buildTransfer() }),
    "submit_transaction",
  ],
])("%s is refused", async (_name, request, operation) => {
  const { status, data, message } = await refusalOf(request());
  expect([status, data.error_code]).toEqual([403, "api_disabled"]);
  expect(message).toContain(`${operation} is not available on this node`);
});
