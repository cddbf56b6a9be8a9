import { createDataDir, launchNodeIn, type ServingNode, untilServing } from "@ledger/node-process";
import { expect, test } from "vitest";
import { balanceOf, composeLocalNetwork, fund, untilCommitted } from "../support/local-network.ts";
import { preload } from "../support/preload.ts";

const day = 86_400_000;

/** Puts the clock of a node forward or back, in every thread. */
const withClock = (milliseconds: number) => preload(`const now = Date.now; Date.now = () => now() + ${milliseconds};`);

const json = async (url: string, init?: RequestInit): Promise<unknown> => (await fetch(url, init)).json();

/** Seconds that a simulation sees, and names in its header. */
async function simulatedSeconds({ url }: ServingNode): Promise<number> {
  const step = { type: "view", function: "0x1::timestamp::now_seconds" };
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ steps: [step] });
  const response = await fetch(`${url}/v1/-/simulate`, { method: "POST", headers, body });
  const named = Number(response.headers.get("x-aptos-simulated-timestampusec")) / 1e6;
  expect(await response.json()).toMatchObject({ steps: [{ results: [`${Math.floor(named)}`] }] });
  return named;
}

const blockSeconds = async ({ url }: ServingNode): Promise<number> =>
  Number(((await json(`${url}/v1`)) as { ledger_timestamp: string }).ledger_timestamp) / 1e6;

test("a clock that went back is told, and the network goes on from its own time", async () => {
  using dataDir = createDataDir();
  const options = ["--data-dir", dataDir.path, "--block-interval", "0", "--admin-listen", "127.0.0.1:0"];
  const ahead = await untilServing(launchNodeIn(withClock(day), "--workload", "off", ...options));
  await untilCommitted(ahead.url, await fund(ahead.url, "0x7", 5));
  expect(await json(`${ahead.url}/v1/-/healthy`)).toEqual({ message: "ledger-node:ok" });
  expect(await ahead.stop()).toBe(0);

  const began = performance.now();
  await using node = await composeLocalNetwork(...options);
  expect(node.output()).toMatch(/clock {5}the clock of this machine is 24\.0 h behind the network's time/);
  const degraded = expect.stringMatching(/clock of this machine is 24\.0 h behind/);
  expect(await json(`${node.url}/v1/-/healthy`)).toEqual({ message: "ledger-node:ok", degraded });
  const admin = /admin {5}(http:\S+)\/metrics/.exec(node.output())![1]!;
  expect(await (await fetch(`${admin}/-/healthy`)).text()).toMatch(/^ok, but degraded: the clock/);

  // Time passes from when the thread that makes blocks has opened the ledger: after the node serves, on a busy machine.
  await untilCommitted(node.url, await fund(node.url, "0x8", 5));
  const before = await blockSeconds(node);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  // The faucet's transactions are of the network's time, and blocks are as far apart as they really are.
  await untilCommitted(node.url, await fund(node.url, "0x8", 1));
  expect(await balanceOf(node.url, "0x8")).toBe(6n);
  const passed = (await blockSeconds(node)) - before;
  expect(passed).toBeGreaterThan(1.4);
  expect(passed).toBeLessThan((performance.now() - began) / 1_000 + 5);
  // Without a block too, simulations run at the time that the next one will have.
  const simulated = await simulatedSeconds(node);
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const later = await simulatedSeconds(node);
  expect(later).toBeGreaterThanOrEqual(simulated + 1);
  expect(Math.abs(later - (Date.now() + day) / 1_000)).toBeLessThan(30);
});
