import { Aptos, AptosConfig, Network } from "@aptos-labs/ts-sdk";
import { createDataDir, runCommand, runCommandIn, startDevnet } from "@ledger/node-process";
import { expect, test } from "vitest";
import { composeLocalNetwork } from "../support/local-network.ts";
import { openSharedNode } from "../support/open-shared-node.ts";

async function featuresOf(url: string): Promise<readonly string[]> {
  return ((await (await fetch(`${url}/v1/-/local`)).json()) as { features: string[] }).features;
}

const switched = [
  "--feature",
  "default-to-concurrent-fungible-balance",
  "--no-feature",
  "VM_BINARY_FORMAT_V10,MODULE_EVENT",
] as const;

test("flags are switched in genesis, announced, and kept with the ledger", async () => {
  using dataDir = createDataDir();
  const options = ["--data-dir", dataDir.path, "--block-interval", "0"];
  {
    await using node = await composeLocalNetwork(...options, ...switched);
    expect(node.output()).toContain(
      "feature flags of the local network: --feature DEFAULT_TO_CONCURRENT_FUNGIBLE_BALANCE --no-feature VM_BINARY_FORMAT_V10 --no-feature MODULE_EVENT",
    );
    const features = await featuresOf(node.url);
    expect(features).toContain("DEFAULT_TO_CONCURRENT_FUNGIBLE_BALANCE");
    expect(features).not.toContain("VM_BINARY_FORMAT_V10");
  }
  {
    await using again = await composeLocalNetwork(...options);
    expect(again.output()).toContain(
      "feature flags of the local network: --no-feature MODULE_EVENT --feature DEFAULT_TO_CONCURRENT_FUNGIBLE_BALANCE --no-feature VM_BINARY_FORMAT_V10",
    );
    expect(await featuresOf(again.url)).toContain("DEFAULT_TO_CONCURRENT_FUNGIBLE_BALANCE");
  }
  await using same = await composeLocalNetwork(...options, ...switched);
  expect(await featuresOf(same.url)).not.toContain("MODULE_EVENT");
  await same.stop();
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
