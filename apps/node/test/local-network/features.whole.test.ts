import { Account, Aptos, AptosConfig, Network } from "@aptos-labs/ts-sdk";
import { createDataDir, runCommand, runCommandIn, startDevnet } from "@ledger/node-process";
import { expect, test } from "vitest";
import { composeLocalNetwork } from "../support/local-network.ts";
import { openSharedNode } from "../support/open-shared-node.ts";
import { waitFor } from "../support/wait-for.ts";

async function featuresOf(url: string): Promise<readonly string[]> {
  return ((await (await fetch(`${url}/v1/-/local`)).json()) as { features: string[] }).features;
}

const switched = [
  "--feature",
  "default-to-concurrent-fungible-balance",
  "--no-feature",
  "VM_BINARY_FORMAT_V10,MODULE_EVENT",
] as const;

/** The first key of the mnemonic that every tool for tests knows, as the official client derives it. */
const owner = Account.fromDerivationPath({
  path: "m/44'/637'/0'/0'/0'",
  mnemonic: "test test test test test test test test test test test junk",
});

async function balanceOf(url: string): Promise<number> {
  const path = `/v1/accounts/${owner.accountAddress.toString()}/balance/0x1::aptos_coin::AptosCoin`;
  return (await fetch(url + path)).json() as Promise<number>;
}

test("flags, chain id and own accounts are announced, and kept with the ledger", async () => {
  using dataDir = createDataDir();
  const options = ["--data-dir", dataDir.path, "--block-interval", "0"];
  const key = owner.privateKey.toAIP80String();
  let left: number;
  {
    await using node = await composeLocalNetwork(
      ...[...options, ...switched, "--chain-id", "7"],
      ...["--private-key", key, "--workload", "on"],
    );
    await waitFor(
      async () => node.output(),
      (output) => output.includes("for development only: their keys are those you gave"),
    );
    expect(node.output()).toContain("chain     id 7");
    expect(node.output()).not.toContain(key);
    const described = (await (await fetch(`${node.url}/v1/-/local`)).json()) as { accounts: unknown[] };
    expect(described.accounts).toEqual([]);
    expect(await balanceOf(node.url)).toBe(100_000_000_000_000);
    // The demonstration, whose code these flags may refuse, and the faucet name the chain id as well.
    await waitFor(
      async () => node.output(),
      (output) => /tx \d+ +0x\S+ shop /.test(output),
    );
    expect(node.output()).not.toContain("was refused");
    const aptos = new Aptos(new AptosConfig({ network: Network.CUSTOM, fullnode: `${node.url}/v1`, faucet: node.url }));
    expect(await aptos.getChainId()).toBe(7);
    const data = {
      function: "0x1::aptos_account::transfer" as const,
      functionArguments: [`0x${"0".repeat(61)}b0b`, 5],
    };
    const transaction = await aptos.transaction.build.simple({ sender: owner.accountAddress, data });
    const { hash } = await aptos.signAndSubmitTransaction({ signer: owner, transaction });
    expect((await aptos.waitForTransaction({ transactionHash: hash })).success).toBe(true);
    expect((await fetch(`${node.url}/mint?address=0xb0b&amount=5`, { method: "POST" })).status).toBe(200);
    left = await balanceOf(node.url);
    expect(left).toBeLessThan(100_000_000_000_000);
    expect(node.output()).toContain(
      "feature flags of the local network: --feature DEFAULT_TO_CONCURRENT_FUNGIBLE_BALANCE --no-feature VM_BINARY_FORMAT_V10 --no-feature MODULE_EVENT",
    );
    const features = await featuresOf(node.url);
    expect(features).toContain("DEFAULT_TO_CONCURRENT_FUNGIBLE_BALANCE");
    expect(features).not.toContain("VM_BINARY_FORMAT_V10");
  }
  {
    await using again = await composeLocalNetwork(...options, "--private-key", key);
    expect((await (await fetch(`${again.url}/v1`)).json()) as object).toMatchObject({ chain_id: 7 });
    // What it had was not given once more.
    expect(await balanceOf(again.url)).toBe(left);
    expect(again.output()).toContain(
      "feature flags of the local network: --no-feature MODULE_EVENT --feature DEFAULT_TO_CONCURRENT_FUNGIBLE_BALANCE --no-feature VM_BINARY_FORMAT_V10",
    );
    expect(await featuresOf(again.url)).toContain("DEFAULT_TO_CONCURRENT_FUNGIBLE_BALANCE");
  }
  await using same = await composeLocalNetwork(...options, ...switched, "--accounts", "12");
  await waitFor(
    async () => same.output(),
    (output) => /account#12 0x[0-9a-f]{64} ed25519-priv-/.test(output),
  );
  expect(await featuresOf(same.url)).not.toContain("MODULE_EVENT");
  await same.stop();
  const elsewhere = await runCommand("start", ...options, "--listen", "127.0.0.1:0", "--chain-id", "8");
  expect([elsewhere.code === 0, elsewhere.output]).toEqual([
    false,
    expect.stringContaining("the stored ledger has the chain id 7; name this one or none"),
  ]);
  const other = await runCommand("start", ...options, "--listen", "127.0.0.1:0", "--feature", "SESSION_CONTINUATION");
  expect([other.code, other.output]).toEqual([
    expect.any(Number),
    expect.stringContaining(
      "the stored ledger began with other feature flags: --no-feature MODULE_EVENT --feature DEFAULT_TO_CONCURRENT_FUNGIBLE_BALANCE --no-feature VM_BINARY_FORMAT_V10",
    ),
  ]);
  expect(other.code).not.toBe(0);
});

test("a network in memory takes them too, and says so", async () => {
  await using net = await startDevnet(...switched);
  expect(net.output()).toMatch(
    /^features {2}--feature DEFAULT_TO_CONCURRENT_FUNGIBLE_BALANCE --no-feature VM_BINARY_FORMAT_V10 /m,
  );
  expect(await featuresOf(net.url)).toContain("DEFAULT_TO_CONCURRENT_FUNGIBLE_BALANCE");
});

test("the official client finds the keyless settings of a local network", async () => {
  const net = await openSharedNode("local-network");
  const { getKeylessConfig } = await import("@aptos-labs/ts-sdk");
  const aptos = new AptosConfig({ network: Network.CUSTOM, fullnode: `${net.url}/v1` });
  expect(await new Aptos(aptos).getLedgerInfo()).toMatchObject({ chain_id: 4 });
  const { verificationKey } = await getKeylessConfig({ aptosConfig: aptos });
  expect(verificationKey.gammaAbcG1).toHaveLength(2);
});

test("a name that no flag has is refused, and the nearest one is named", async () => {
  const wrong = await runCommand("start", "--feature", "DEFAULT_TO_CONCURRENT_FUNGIBLE_BALANCES");
  expect(wrong.code).toBe(1);
  expect(wrong.output).toContain(
    "there is no feature flag 'DEFAULT_TO_CONCURRENT_FUNGIBLE_BALANCES'; did you mean 'DEFAULT_TO_CONCURRENT_FUNGIBLE_BALANCE'?",
  );
  const both = await runCommand("config", "check", "--feature", "MODULE_EVENT", "--no-feature", "module_event");
  expect([both.code, both.output]).toEqual([
    1,
    expect.stringContaining("--no-feature: MODULE_EVENT cannot be on and off"),
  ]);
  const fork = await runCommand("config", "check", "--fork", "http://node.example/v1", "--feature", "MODULE_EVENT");
  expect([fork.code, fork.output]).toEqual([1, expect.stringContaining("--feature: has no effect")]);
  const shown = await runCommandIn({ LEDGER_NO_FEATURE: "MODULE_EVENT" }, "config", "show");
  expect(shown.output).toMatch(/no-feature +MODULE_EVENT +LEDGER_NO_FEATURE/);
});
