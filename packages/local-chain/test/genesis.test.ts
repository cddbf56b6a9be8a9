import { bytesEqual, deriveGenesis } from "@ledger/types";
import { describeVectors, readVectorBytes } from "@ledger/vectors";
import { expect, test } from "vitest";
import { buildLocalGenesis, coreAccount, formatPrivateKey, localAccounts, readLocalGenesis } from "../src/index.ts";

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
