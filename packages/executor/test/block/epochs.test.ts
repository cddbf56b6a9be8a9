import { u64 } from "@ledger/bcs";
import { Configuration, frameworkKey, isNewEpochEvent } from "@ledger/types";
import { describeVectors } from "@ledger/vectors";
import { beforeAll, expect, test } from "vitest";
import { account, entry, LocalChain } from "../support/local-chain.ts";

describeVectors("genesis/devnet-2025-11.genesis.blob", () => {
  let chain: LocalChain;
  beforeAll(async () => {
    chain = await LocalChain.start();
  });

  async function epoch(): Promise<bigint> {
    const item = await chain.state.get(frameworkKey("reconfiguration", "Configuration"));
    return Configuration.decode(item!.bytes).epoch;
  }

  test("a user's transaction that ends the epoch is the last of its block", async () => {
    const before = await epoch();
    const pay = (sequenceNumber: bigint) => {
      const args = [account("alice").address, u64.encode(1n)];
      return chain.sign(chain.core, entry("0x1::aptos_account::transfer", args), { sequenceNumber });
    };
    const end = entry("0x1::aptos_governance::force_end_epoch_test_only", []);
    const transactions = [await pay(0n), await chain.sign(chain.core, end, { sequenceNumber: 1n }), await pay(2n)];
    const { entries, discarded, postponed } = await chain.block(...transactions);
    expect(discarded).toEqual([]);
    expect(entries.map(({ transaction }) => transaction.kind)).toEqual([
      "BlockMetadata",
      "UserTransaction",
      "UserTransaction",
    ]);
    expect(entries.map(({ output }) => output.events.some(isNewEpochEvent))).toEqual([false, false, true]);
    expect(postponed).toEqual(transactions.slice(2));
    expect(await epoch()).toBe(before + 1n);
    const next = await chain.block(...postponed);
    expect(next.entries.map(({ output }) => output.status.kind)).toEqual(["Success", "Success", "Success"]);
  });
});
