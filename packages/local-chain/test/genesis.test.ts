import {
  bytesEqual,
  bytesToHex,
  deriveGenesis,
  formatStructTag,
  frameworkAddress,
  frameworkKey,
  parseStructTag,
  ResourceGroup,
  resourceGroupKey,
} from "@ledger/types";
import { describeVectors, readVectorBytes } from "@ledger/vectors";
import { featureFlags } from "@ledger/vm";
import { expect, test } from "vitest";
import {
  buildLocalGenesis,
  coreAccount,
  featureDifference,
  formatPrivateKey,
  genesisFeatures,
  localAccounts,
  readLocalGenesis,
} from "../src/index.ts";

describeVectors("genesis/devnet-2025-11.genesis.blob", () => {
  test("the shipped genesis is what executing the framework makes", async () => {
    const made = await buildLocalGenesis(readVectorBytes("genesis/devnet-2025-11.genesis.blob"));
    expect(bytesEqual(made, await readLocalGenesis())).toBe(true);
  });
});

test("genesis is that of a test network with one validator", async () => {
  const { chainId, epochState } = deriveGenesis(await readLocalGenesis());
  expect(chainId).toBe(4);
  expect(epochState.verifier.validatorInfos).toHaveLength(1);
});

test("private keys are written as wallets read them", () => {
  expect(formatPrivateKey(coreAccount)).toMatch(/^ed25519-priv-0x[0-9a-f]{64}$/);
  expect(new Set(localAccounts.map(formatPrivateKey)).size).toBe(localAccounts.length);
});

test("genesis takes bytecode up to version 10, and has the key that keyless proofs are made for", async () => {
  const genesis = await readLocalGenesis();
  expect(genesisFeatures(genesis).maxBinaryVersion).toBe(10);
  const { writes } = deriveGenesis(genesis);
  const key = resourceGroupKey(frameworkAddress, parseStructTag("0x1::keyless_account::Group"));
  const group = ResourceGroup.decode(writes.find((write) => bytesEqual(write.key, key))!.value!);
  const members = new Map([...group].map(([tag, value]) => [formatStructTag(tag), bytesToHex(value)]));
  expect(members.get("0x1::keyless_account::Groth16VerificationKey")).toMatch(
    /^20e2f26dbea299f5223b646cb1fb33ead\w+0b683$/,
  );
  expect(members.has("0x1::keyless_account::Configuration")).toBe(true);
});

test("a chain id is one byte of the genesis", async () => {
  const [shipped, changed] = [await readLocalGenesis(), await readLocalGenesis({}, 77)];
  expect(deriveGenesis(changed).chainId).toBe(77);
  const at = changed.findIndex((byte, index) => byte !== shipped[index]);
  expect([shipped[at], changed[at]]).toEqual([4, 77]);
  changed[at] = 4;
  expect(bytesEqual(changed, shipped)).toBe(true);
});

test("flags are switched in genesis, and nothing else changes", async () => {
  const [shipped, changed] = [
    await readLocalGenesis(),
    await readLocalGenesis({ DEFAULT_TO_CONCURRENT_FUNGIBLE_BALANCE: true, VM_BINARY_FORMAT_V10: false }),
  ];
  const [before, after] = [genesisFeatures(shipped), genesisFeatures(changed)];
  expect([
    before.has(featureFlags.DEFAULT_TO_CONCURRENT_FUNGIBLE_BALANCE),
    after.has(featureFlags.DEFAULT_TO_CONCURRENT_FUNGIBLE_BALANCE),
  ]).toEqual([false, true]);
  expect(after.maxBinaryVersion).toBe(9);
  expect(featureDifference(before, after)).toEqual({
    DEFAULT_TO_CONCURRENT_FUNGIBLE_BALANCE: true,
    VM_BINARY_FORMAT_V10: false,
  });
  const others = (genesis: Uint8Array) =>
    deriveGenesis(genesis)
      .writes.filter(({ key }) => !bytesEqual(key, frameworkKey("features", "Features")))
      .map(({ key, value }) => [bytesToHex(key), value && bytesToHex(value)]);
  expect(others(changed)).toEqual(others(shipped));
});
