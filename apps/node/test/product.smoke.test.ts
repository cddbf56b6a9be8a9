import { once } from "node:events";
import { Account, Aptos, AptosConfig, Network } from "@aptos-labs/ts-sdk";
import { needsBrowser } from "@ledger/browser";
import { openTestBrowser } from "@ledger/browser/open-test-browser";
import { createDataDir, type NodeProcess, runCommand } from "@ledger/node-process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { counterFunction, counterPackage } from "./sdk/local-network/support/counter-package.ts";
import { balanceOf, startLocalNetwork } from "./support/local-network.ts";

// One thin path through the whole product, as its user walks it: the node as it was built, and the official client.

const dataDir = createDataDir();
let node: NodeProcess;
let aptos: Aptos;
const alice = Account.generate();
const bob = Account.generate();

async function start(): Promise<void> {
  node = await startLocalNetwork("--data-dir", dataDir.path);
  const { url } = node;
  const config = { network: Network.CUSTOM, fullnode: `${url}/v1`, faucet: url, indexer: `${url}/v1/graphql` };
  aptos = new Aptos(new AptosConfig(config));
}

type Data = Parameters<Aptos["transaction"]["build"]["simple"]>[0]["data"];

/** Signs, submits and waits. @throws where the transaction does not succeed */
async function send(data: Data): Promise<void> {
  const transaction = await aptos.transaction.build.simple({ sender: alice.accountAddress, data });
  const { hash } = await aptos.signAndSubmitTransaction({ signer: alice, transaction });
  await aptos.waitForTransaction({ transactionHash: hash });
}

const balance = (account: Account): Promise<bigint> => balanceOf(node.url, account.accountAddress.toString());

beforeAll(start);
afterAll(async () => {
  await node?.stop();
  dataDir[Symbol.dispose]();
});

test("an account is funded, and pays another", async () => {
  await aptos.fundAccount({ accountAddress: alice.accountAddress, amount: 1_000_000_000 });
  await send({ function: "0x1::aptos_account::transfer", functionArguments: [bob.accountAddress, 1_000] });
  expect(await balance(bob)).toBe(1_000n);
});

test("a package is published, called and viewed", async () => {
  const owner = alice.accountAddress;
  const counter = counterPackage(owner, "first");
  const transaction = await aptos.publishPackageTransaction({ account: owner, ...counter });
  const { hash } = await aptos.signAndSubmitTransaction({ signer: alice, transaction });
  await aptos.waitForTransaction({ transactionHash: hash });
  await send({ function: counterFunction(owner, "bump"), functionArguments: [owner] });
  const payload = { function: counterFunction(owner, "value"), functionArguments: [owner] };
  expect(await aptos.view({ payload })).toEqual(["11"]);
});

test("the explorer shows the chain", needsBrowser, async () => {
  const browser = await openTestBrowser();
  try {
    const page = await browser.newPage();
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(error.message));
    await page.goto(`${node.url}/v1/spec#/account/${alice.accountAddress.toString()}/modules`);
    await page.getByRole("link", { name: "counter" }).first().waitFor();
    expect(faults).toEqual([]);
  } finally {
    await browser.close();
  }
});

test("a node that is killed has everything when it starts again, and verifies", async () => {
  const before = await aptos.getLedgerInfo();
  node.child.kill("SIGKILL");
  if (node.child.exitCode === null && node.child.signalCode === null) await once(node.child, "exit");
  await start();
  expect(await balance(bob)).toBe(1_000n);
  expect(BigInt((await aptos.getLedgerInfo()).ledger_version)).toBeGreaterThanOrEqual(BigInt(before.ledger_version));
  expect(await node.stop()).toBe(0);
  expect(await runCommand("verify", "--data-dir", dataDir.path)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/chained from version 0[\s\S]*verified\n$/),
  });
});
