import { u64 } from "@ledger/bcs";
import { describeVectors } from "@ledger/vectors";
import { beforeAll, expect, test } from "vitest";
import { account, entry, LocalChain } from "./support/local-chain.ts";

describeVectors("a chain on its own genesis", () => {
  let chain: LocalChain;
  const alice = account("alice");
  const bob = account("bob");
  beforeAll(async () => {
    chain = await LocalChain.start();
  });

  test("the core account funds another one, which sends coins on", async () => {
    const fund = await chain.sign(
      chain.core,
      entry("0x1::aptos_account::transfer", [alice.address, u64.encode(1_000_000_000n)]),
    );
    const funded = await chain.block(fund);
    expect(funded.discarded).toEqual([]);
    expect(funded.entries.map(({ transaction }) => transaction.kind)).toEqual([
      "BlockMetadata",
      "UserTransaction",
      "BlockEpilogue",
    ]);
    expect(funded.entries[1]!.output.status).toEqual({ kind: "Success" });
    const send = await chain.sign(alice, entry("0x1::aptos_account::transfer", [bob.address, u64.encode(5n)]));
    const sent = await chain.block(send);
    expect(sent.entries[1]!.output.status).toEqual({ kind: "Success" });
  });
});
