import { expect, test } from "vitest";
import { type LocalNetwork, startLocalNetwork } from "../../src/index.ts";

async function oldestVersion(net: LocalNetwork): Promise<number> {
  const { oldest_ledger_version } = (await (await net.fetch(net.url)).json()) as { oldest_ledger_version: string };
  return Number(oldest_ledger_version);
}

test("history is kept for as many versions as were asked for, and the network goes on", async () => {
  await using net = await startLocalNetwork({ history: 40 });
  await net.mine(60);
  const oldest = await oldestVersion(net);
  const { ledger_version } = (await (await net.fetch(net.url)).json()) as { ledger_version: string };
  expect(Number(ledger_version) - oldest).toBeGreaterThanOrEqual(40);
  expect(Number(ledger_version) - oldest).toBeLessThan(48);
  expect((await net.fetch(`${net.url}/transactions/by_version/${oldest - 1}`)).status).toBe(410);
  expect((await net.fetch(`${net.url}/transactions/by_version/${oldest}`)).status).toBe(200);
  const events = async (query: string) => {
    const answer = await net.fetch(`${net.url}/accounts/0x1/events/0x1::block::BlockResource/new_block_events${query}`);
    return { status: answer.status, body: (await answer.json()) as readonly { sequence_number: string }[] };
  };
  // A client that pages from the first event on must not take the kept ones for all.
  const gone = await events("?start=0&limit=1");
  expect(gone).toMatchObject({ status: 410, body: { error_code: "version_pruned" } });
  const first = /the oldest of its handle is (\d+)/.exec(JSON.stringify(gone.body))![1]!;
  expect(await events(`?start=${first}&limit=1`)).toMatchObject({ status: 200, body: [{ sequence_number: first }] });
  expect(await events(`?start=${Number(first) - 1}&limit=1`)).toMatchObject({ status: 410 });
  expect((await events("")).body.length).toBeGreaterThan(10);
  expect(await events("?start=1000000")).toMatchObject({ status: 200, body: [] });
  await net.fund("0xb0b", 5n);
  expect(
    await net.view({
      function: "0x1::coin::balance",
      typeArguments: ["0x1::aptos_coin::AptosCoin"],
      arguments: ["0xb0b"],
    }),
  ).toEqual(["5"]);
  await expect(net.dumpState()).rejects.toThrow("start the network with all of its history");
});

test("the list of what an account sent says from which version on it is complete", async () => {
  await using net = await startLocalNetwork({ history: 40 });
  const [sender] = net.accounts;
  const call = { sender: sender!, function: "0x1::aptos_account::transfer", arguments: ["0xb0b", "1"] };
  await net.send(call);
  await net.mine(60);
  await net.send(call);
  const oldest = await oldestVersion(net);
  for (const list of ["transactions", "transactions?touched=true", "transaction_summaries"]) {
    const answer = await net.fetch(`${net.url}/accounts/${sender!.address}/${list}`);
    expect(answer.headers.get("x-aptos-list-from-version")).toBe(`${oldest}`);
    expect(await answer.json()).toHaveLength(1);
  }
});

test("a snapshot is never pruned, and what was before it is", async () => {
  await using net = await startLocalNetwork({ history: 10 });
  await net.mine(30);
  await net.fund("0xb0b", 5n);
  const snapshot = await net.snapshot();
  const before = await oldestVersion(net);
  await net.fund("0xb0b", 7n);
  await net.mine(60);
  await snapshot.restore();
  const balance = {
    function: "0x1::coin::balance",
    typeArguments: ["0x1::aptos_coin::AptosCoin"],
    arguments: ["0xb0b"],
  } as const;
  expect(await net.view(balance)).toEqual(["5"]);
  expect(await oldestVersion(net)).toBeGreaterThanOrEqual(before);
  await net.fund("0xb0b", 1n);
  await net.mine(60);
  await snapshot.restore();
  expect(await net.view(balance)).toEqual(["5"]);
});

test("all of the history is kept where that was asked for", async () => {
  await using net = await startLocalNetwork({ history: "all" });
  await net.mine(30);
  expect(await oldestVersion(net)).toBe(0);
  await expect(startLocalNetwork({ history: 0 })).rejects.toThrow("a number of versions from 1 on, or all");
});
