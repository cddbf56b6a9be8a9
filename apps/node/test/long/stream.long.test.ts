import { setTimeout as delay } from "node:timers/promises";
import { createDataDir, startNode } from "@ledger/node-process";
import { readProcessUse } from "@ledger/node-process/execution-status";
import { Random } from "@ledger/random";
import { randomTest } from "@ledger/test-run";
import { cases } from "@ledger/test-run/effort";
import { expect, test } from "vitest";
import { measureSlowness } from "./slowness.ts";
import { closeStreams, openStreams } from "./stream/connections.ts";
import { bounds, measureLatency } from "./stream/latency.ts";
import { runReaders } from "./stream/readers.ts";

/** Milliseconds from commit to receipt, and megabytes that all connections take. */
const bound = { p50: 10, p99: 50, memory: 300 } as const;

/** For how long delays are measured: the first block, which is slow, must be less than one in a hundred. */
const measuredSeconds = 30;

const events = { seed: 20_261_128, count: 20_000 };
randomTest(
  "readers that are slow, vanish and are cut get each event once, while the node is killed and prunes",
  events,
  async ({ seed, count }) => {
    const report = await runReaders({ count, random: new Random(seed), readers: 32 });
    expect(report.problems.slice(0, 20)).toEqual([]);
    expect(report.received).toBeGreaterThanOrEqual(count);
    expect(Math.min(report.cuts, report.kills)).toBeGreaterThan(0);
  },
);

const streams = Math.min(1_000, cases(100));
test(`${streams} filtered streams tell of a block in time`, async () => {
  const slowness = measureSlowness();
  const { receipts, p50, p99 } = await measureLatency(streams, measuredSeconds);
  expect(receipts).toBeGreaterThan(0);
  expect(p50).toBeLessThanOrEqual(bound.p50 * slowness);
  expect(p99).toBeLessThanOrEqual(bound.p99 * slowness);
});

// The server takes 10,000 connections; one stays for others.
const connections = Math.min(9_999, cases(500));
test(`${connections} streams take little memory`, async () => {
  using dataDir = createDataDir();
  await using node = await startNode("--data-dir", dataDir.path, "--workload", "off", ...bounds(connections));
  const memoryOf = (): number => readProcessUse(node.child.pid)?.memory ?? Number.NaN;
  const before = memoryOf();
  const opened = await openStreams(
    node.url,
    Array.from({ length: connections }, () => ""),
  );
  await delay(Math.min(30, cases(5)) * 1_000);
  expect(((memoryOf() - before) * 2 ** 20) / 1e6).toBeLessThanOrEqual(bound.memory);
  await closeStreams(opened);
});
