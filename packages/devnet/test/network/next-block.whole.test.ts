import { expect, test } from "vitest";
import { type LocalNetwork, startLocalNetwork } from "../../src/index.ts";

const hour = 3_600_000;

/** Sets the time of the next block. @returns milliseconds since the Unix epoch */
async function setNext(net: LocalNetwork, aheadMs: number): Promise<number> {
  const moment = new Date((await net.time.now()).getTime() + aheadMs);
  await net.time.setNextBlockTimestamp(moment);
  return moment.getTime();
}

/** The time that the latest transaction of a network saw, milliseconds since the Unix epoch. */
async function latestTime(net: LocalNetwork): Promise<number> {
  const ledger = (await (await net.fetch(net.url)).json()) as { readonly ledger_timestamp: string };
  return Math.floor(Number(ledger.ledger_timestamp) / 1_000);
}

test.each<[string, number, Date?]>([
  ["with the host's time", 61_000],
  // Past the end of an epoch, whose block takes no transaction.
  ["with a time of its own", 48 * hour, new Date("2026-01-01")],
])("on a network %s, a time that was set ahead is that of the next transaction", async (_, ahead, startTime) => {
  await using net = await startLocalNetwork({ startTime });
  const payment = { function: "0x1::aptos_account::transfer", arguments: ["0xb0b", "7"] };
  const richest = await net.impersonate("0xa550c18");
  const ways: readonly (() => Promise<unknown>)[] = [
    () => net.send({ ...payment, sender: net.accounts[0]! }),
    () => net.send({ ...payment, sender: richest }),
    () => net.fund("0xb0b", 5n),
    () => net.fetch(`${net.faucetUrl}/mint?address=0xb0b&amount=5`, { method: "POST" }),
  ];
  for (const way of ways) {
    const moment = await setNext(net, ahead);
    expect(await net.simulate({ ...payment, sender: net.accounts[0]! })).toMatchObject({ success: true });
    await way();
    expect(await latestTime(net)).toBe(moment);
  }
  const typeArguments = ["0x1::aptos_coin::AptosCoin"];
  const balance = await net.view({ function: "0x1::coin::balance", typeArguments, arguments: ["0xb0b"] });
  expect(balance).toEqual(["24"]);
});

test("a time that was set serves what waits for a block, and is gone then", async () => {
  await using net = await startLocalNetwork({ mining: "manual" });
  const call = { sender: net.accounts[0]!, function: "0x1::aptos_account::transfer", arguments: ["0xb0b", "7"] };
  const { hash } = await net.send(call);
  const moment = await setNext(net, hour);
  await net.mine();
  expect(await net.result(hash)).toMatchObject({ success: true });
  expect(await latestTime(net)).toBe(moment);
  await net.mine();
  expect((await latestTime(net)) - moment).toBeLessThan(60_000);
});
