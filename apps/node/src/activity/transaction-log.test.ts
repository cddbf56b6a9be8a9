import { type LocalNetwork, startLocalNetwork } from "@ledger/devnet";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { networkApi } from "../devnet/network-api.ts";
import { knownNames } from "./known-names.ts";
import { TransactionLog } from "./transaction-log.ts";

let net: LocalNetwork;

beforeAll(async () => {
  net = await startLocalNetwork();
});

afterAll(() => net[Symbol.asyncDispose]());

/** What is logged while something is done, as a program reads it. */
async function logged(level: string, work: () => Promise<unknown>): Promise<readonly Record<string, unknown>[]> {
  const lines: string[] = [];
  const log = pino({ level, base: null }, { write: (line: string) => void lines.push(line) });
  const transactions = new TransactionLog(log, networkApi(net), await knownNames());
  net.onBlock = (records) => transactions.add(records);
  net.onDiscard = (hash, reason) => transactions.drop(hash, reason);
  await work();
  await transactions.close();
  net.onBlock = undefined;
  net.onDiscard = undefined;
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

const pay = (amount: bigint) =>
  net.send({ sender: net.accounts[0]!, function: "0x1::aptos_account::transfer", arguments: ["0xb0b", amount] });

test("a transaction has a line with its function, its outcome in words and its gas", async () => {
  const [good, bad] = await logged("info", async () => {
    await pay(1n);
    await pay(10n ** 18n);
  });
  const head = { msg: "transaction", function: "0x1::aptos_account::transfer" };
  expect(good).toMatchObject({ ...head, success: true, outcome: "Executed successfully" });
  expect(bad).toMatchObject({
    ...head,
    success: false,
    outcome: expect.stringContaining("EINSUFFICIENT_BALANCE(0x10004)"),
  });
  expect(bad!.gasUsed).toBeGreaterThan(0);
});

test("a transaction that expires while it waits has a line", async () => {
  await net.setMining("manual");
  const now = Date.now();
  let hash: string | undefined;
  const lines = await logged("info", async () => {
    hash = (await pay(1n)).hash;
    vi.useFakeTimers({ toFake: ["Date"], now: now + 120_000 });
    await net.mine();
    vi.useRealTimers();
  });
  await net.setMining("auto");
  expect(lines).toEqual([expect.objectContaining({ msg: "transaction dropped", hash })]);
  expect(lines[0]!.reason).toContain("expired");
});

test("a burst has twenty lines and one about the rest, and every transaction is in one of them", async () => {
  const lines = await logged("info", async () => {
    for (let i = 0; i < 30; i++) await pay(i % 2 === 0 ? 1n : 10n ** 18n);
  });
  const rest = lines.filter(({ msg }) => msg === "transactions") as {
    count: number;
    failed: number;
    gasUsed: number;
  }[];
  const single = lines.filter(({ msg }) => msg === "transaction");
  expect(rest.length).toBeGreaterThan(0);
  expect(single.length + rest.reduce((sum, { count }) => sum + count, 0)).toBe(30);
  const failed = single.filter(({ success }) => success === false).length;
  expect(failed + rest.reduce((sum, { failed: some }) => sum + some, 0)).toBe(15);
});

test("where such lines are not wanted, none is made", async () => {
  expect(await logged("warn", () => pay(1n))).toEqual([]);
});
