// How fast do local networks start and go back, and how much memory do they take?
// node --expose-gc --conditions=@ledger/source src/main.ts [--cycles N] [--same N] [--accounts N] [--networks N]
import { createHash } from "node:crypto";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import { median, quantile } from "@ledger/bench-report";
import { type LocalNetwork, startLocalNetwork } from "@ledger/devnet";
import { measureColdStart } from "./cold.ts";

const { values: options } = parseArgs({
  options: {
    cycles: { type: "string", default: "100000" },
    same: { type: "string", default: "1000" },
    accounts: { type: "string", default: "10000" },
    networks: { type: "string", default: "64" },
  },
});

/** Starts of each kind. */
const starts = { cold: 5, warm: 20 };
const megabyte = 1024 * 1024;

function say(what: string, value: number, unit: string, wanted?: string): void {
  process.stdout.write(
    `${what}: ${value.toFixed(unit === "ms" ? 2 : 1)} ${unit}${wanted === undefined ? "" : ` (wanted: ${wanted})`}\n`,
  );
}

function collect(): NodeJS.MemoryUsage {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage();
}

const transfer = (net: LocalNetwork) => ({
  sender: net.accounts[0]!,
  function: "0x1::aptos_account::transfer",
  arguments: ["0xb0b", "1"],
});

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function measureStarts(): Promise<void> {
  const cold: number[] = [];
  for (let i = 0; i < starts.cold; i++) cold.push(await measureColdStart());
  say("cold process to the first executed transfer, median", median(cold), "ms", "<= 1500 ms");
  await (await startLocalNetwork())[Symbol.asyncDispose]();
  const warm: number[] = [];
  for (let i = 0; i < starts.warm; i++) {
    warm.push(await timed(async () => (await startLocalNetwork())[Symbol.asyncDispose]()));
  }
  say("startLocalNetwork, warm, median", median(warm), "ms", "<= 300 ms");
}

async function measureSnapshots(accounts: number): Promise<void> {
  await using net = await startLocalNetwork();
  await net.setMining("manual");
  for (let made = 0; made < accounts; made += 500) {
    for (let i = made; i < Math.min(made + 500, accounts); i++) await net.fund(`0x${(0x10000 + i).toString(16)}`, 1n);
    await net.mine();
  }
  await net.setMining("auto");
  const snapshots: number[] = [];
  const restores: number[] = [];
  for (let i = 0; i < 200; i++) {
    const start = performance.now();
    const place = await net.snapshot();
    snapshots.push(performance.now() - start);
    await net.send(transfer(net));
    restores.push(await timed(() => place.restore()));
  }
  say(`snapshot with ${accounts} accounts, median`, median(snapshots), "ms", "<= 2 ms");
  say("snapshot, slowest twentieth", quantile(snapshots, 0.95), "ms");
  say(`restore with ${accounts} accounts, median`, median(restores), "ms", "<= 2 ms");
  say("restore, slowest twentieth", quantile(restores, 0.95), "ms");
}

/** Does the same work again and again after going back, and counts the times that it led elsewhere. */
async function compareCycles(cycles: number): Promise<void> {
  await using net = await startLocalNetwork({ seed: "same", startTime: new Date("2026-01-01T00:00:00Z") });
  const place = await net.snapshot();
  const ledgerAfterWork = async (): Promise<string> => {
    await net.newAccount();
    await net.send(transfer(net));
    await net.snapshot();
    await net.time.increase(60);
    return createHash("sha256")
      .update(gunzipSync(await net.dumpState()))
      .digest("hex");
  };
  const first = await ledgerAfterWork();
  let others = 0;
  for (let i = 1; i < cycles; i++) {
    await place.restore();
    if ((await ledgerAfterWork()) !== first) others += 1;
  }
  say(`of ${cycles} cycles of restore, snapshot and work led to other bytes`, others, "cycles", "0");
  if (others > 0) process.exitCode = 1;
}

async function measureCycles(cycles: number): Promise<void> {
  await using net = await startLocalNetwork();
  const place = await net.snapshot();
  const cycle = async (): Promise<void> => {
    await place.restore();
    await net.snapshot();
    await net.time.setNextBlockTimestamp(new Date((await net.time.now()).getTime() + 1_000));
    await net.mine();
  };
  const before = Math.min(2_000, cycles / 2);
  for (let i = 0; i < before; i++) await cycle();
  const early = collect().heapUsed;
  const start = performance.now();
  for (let i = before; i < cycles; i++) await cycle();
  const each = (performance.now() - start) / (cycles - before);
  say(`heap after ${before} cycles`, early / megabyte, "MB");
  say(`heap after ${cycles} cycles of restore, snapshot and a block`, collect().heapUsed / megabyte, "MB", "the same");
  say("a cycle", each, "ms");
}

async function measureMany(networks: number): Promise<void> {
  const shared = await startLocalNetwork();
  await shared.send(transfer(shared));
  const before = collect();
  const start = performance.now();
  const nets = await Promise.all(Array.from({ length: networks }, () => startLocalNetwork()));
  const results = await Promise.all(nets.map((net) => net.send(transfer(net))));
  const failures = results.filter(({ success }) => !success).length;
  say(`${networks} networks started in parallel, and a transfer on each`, performance.now() - start, "ms");
  say("of them failed", failures, "networks", "0");
  const after = collect();
  const bytes = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers;
  say("memory a network, besides what all share", bytes / networks / megabyte, "MB", "<= 40 MB");
  for (const net of [...nets, shared]) await net[Symbol.asyncDispose]();
}

await measureStarts();
await measureMany(Number(options.networks));
await measureSnapshots(Number(options.accounts));
await compareCycles(Number(options.same));
await measureCycles(Number(options.cycles));
