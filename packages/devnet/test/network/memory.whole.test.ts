import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { type LocalNetwork, startLocalNetwork } from "../../src/index.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

function liveBytes(): number {
  // Memory outside of the heap goes with the second one.
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Live memory per step after a warm-up, in bytes. */
async function bytesOfStep(warmUp: number, steps: number, run: (count: number) => Promise<void>): Promise<number> {
  await run(warmUp);
  const before = liveBytes();
  await run(steps);
  return (liveBytes() - before) / steps;
}

async function transfer(net: LocalNetwork, count: number): Promise<void> {
  const [from, to] = net.accounts;
  for (let sent = 0; sent < count; sent++) {
    const result = await net.send({
      sender: from!.address,
      function: "0x1::aptos_account::transfer",
      arguments: [to!.address, 1n],
    });
    expect(result.success).toBe(true);
  }
}

test("a network in memory stays small: an empty block costs hundreds of bytes, and a transfer some thousands", async () => {
  await using net = await startLocalNetwork();
  // 17,000 and 35,000 when each block kept its records, their writes and an entry of every index. What the engine compiles meanwhile is in it.
  expect(await bytesOfStep(1_000, 3_000, (count) => net.mine(count))).toBeLessThan(3_000);
  // Some megabytes come and go whatever is done: so many steps make them a small part.
  expect(await bytesOfStep(400, 1_000, (count) => transfer(net, count))).toBeLessThan(10_000);
});
