// Does a stream bring each event once, whatever happens to its readers and to the node, and what do many streams cost?
// pnpm check:stream [--count EVENTS] [--seed S] [--readers N] [--streams N] [--connections N] [--seconds N]
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createDataDir, startNode } from "@ledger/node-process";
import { Random } from "@ledger/random";
import { readResidentMemory } from "./process-memory.ts";
import { closeStreams, openStreams } from "./stream/connections.ts";
import { bounds, measureLatency } from "./stream/latency.ts";
import { runReaders } from "./stream/readers.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "1000000" },
    seed: { type: "string", default: `${Math.floor(Math.random() * 2 ** 31)}` },
    readers: { type: "string", default: "32" },
    streams: { type: "string", default: "1000" },
    connections: { type: "string", default: "10000" },
    seconds: { type: "string", default: "30" },
  },
});
const [count, readers, streams, connections, seconds] = [
  values.count,
  values.readers,
  values.streams,
  values.connections,
  values.seconds,
].map(Number) as [number, number, number, number, number];

/** Milliseconds from commit to receipt, and megabytes that all connections take. */
const bound = { p50: 10, p99: 50, memory: 300 } as const;

let [passed, failed] = [0, 0];
const log = (line: string): void => void process.stdout.write(`${line}\n`);
function check(text: string, isGood: boolean): void {
  log(`${isGood ? "ok    " : "FAILED"} ${text}`);
  if (isGood) passed++;
  else failed++;
}

log(`seed ${values.seed}, ${count} events, ${readers} readers`);
if (count > 0) {
  const random = new Random(values.seed);
  const report = await runReaders({ count, random, readers, args: [], tell: log });
  for (const problem of report.problems.slice(0, 20)) log(problem);
  const { received, cuts, kills, overtaken, problems } = report;
  const story = `${cuts} cuts, ${kills} kills, ${overtaken} overtaken by pruning`;
  check(`${received} events, each once: ${story}, ${problems.length} problems`, problems.length === 0);
}
if (streams > 0) {
  const { blocks, receipts, p50, p99 } = await measureLatency(streams, seconds);
  check(
    `${streams} filtered streams: ${receipts} receipts of ${blocks} blocks, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    receipts > 0 && p50 <= bound.p50 && p99 <= bound.p99,
  );
}
if (connections > 0) {
  using dataDir = createDataDir();
  await using node = await startNode("--data-dir", dataDir.path, "--workload", "off", ...bounds(connections));
  const pid = node.child.pid ?? 0;
  const before = readResidentMemory(pid);
  // The server takes 10,000 connections; one stays for others.
  const opened = await openStreams(
    node.url,
    Array.from({ length: Math.min(connections, 9_999) }, () => ""),
  );
  await delay(seconds * 1_000);
  const taken = ((readResidentMemory(pid) - before) * 2 ** 20) / 1e6;
  check(`${opened.length} streams take ${taken.toFixed(0)} MB next to ${before.toFixed(0)} MiB`, taken <= bound.memory);
  await closeStreams(opened);
}
log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
