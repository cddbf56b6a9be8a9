import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { type LocalNetwork, startLocalNetwork } from "../../src/index.ts";

/** The same calls, as a program for another process too. */
async function work(net: LocalNetwork): Promise<Uint8Array> {
  const account = await net.newAccount(500_000_000n);
  await net.time.increase(60);
  await net.send({ sender: account, function: "0x1::aptos_account::transfer", arguments: ["0xb0b", "1"] });
  await net.setBalance("0xb0b", 77n);
  await net.mine(2);
  return net.dumpState();
}

const options = { seed: "seven", startTime: new Date("2026-01-01T00:00:00Z") };

function digest(state: Uint8Array): string {
  return createHash("sha256").update(state).digest("hex");
}

test("the same seed and calls give the same bytes in two processes, another seed gives others", async () => {
  await using net = await startLocalNetwork(options);
  const here = digest(await work(net));
  const program = `
    import { createHash } from "node:crypto";
    import { startLocalNetwork } from "@ledger/devnet";
    const work = ${work.toString()};
    const net = await startLocalNetwork({ seed: "seven", startTime: new Date("2026-01-01T00:00:00Z") });
    console.log(createHash("sha256").update(await work(net)).digest("hex"));
    process.exit();
  `;
  const cwd = new URL("../../../../bench/devnet", import.meta.url);
  const args = ["--conditions=@ledger/source", "--input-type=module", "--eval", program];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd });
  expect(stdout.trim()).toBe(here);
  await using other = await startLocalNetwork({ ...options, seed: "eight" });
  expect(digest(await work(other))).not.toBe(here);
});

test("work after a snapshot is restored gives the same bytes every time", async () => {
  await using net = await startLocalNetwork(options);
  const fresh = await net.snapshot();
  const states = new Set<string>();
  for (let round = 0; round < 20; round++) {
    states.add(digest(await work(net)));
    await fresh.restore();
  }
  expect(states.size).toBe(1);
});
