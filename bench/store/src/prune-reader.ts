// A process that reads while another one prunes: point reads at random versions, about 5,000 a second, timed one by one.
// node prune-reader.ts PATH OLDEST VERSIONS

import { quantile } from "@ledger/bench-report";
import { openSqliteReader } from "@ledger/state-store/sqlite";
import { createUniform, keyCount, keys, keysOf } from "./dataset.ts";

const [path = "", oldest = "0", versions = "1"] = process.argv.slice(2);
const reader = openSqliteReader(path);
const uniform = createUniform(99);
/** The version that first wrote each key. */
const firstWritten = new Float64Array(keyCount).fill(Number.POSITIVE_INFINITY);
for (let version = Number(versions) - 1; version >= 0; version--) {
  for (const key of keysOf(version)) firstWritten[key] = version;
}
let times: number[] = [];
let missing = 0;

async function tick(): Promise<void> {
  for (let i = 0; i < 5; i++) {
    const version = BigInt(oldest) + BigInt(Math.floor(uniform() * (Number(versions) - Number(oldest))));
    const key = Math.floor(uniform() * keyCount);
    const started = performance.now();
    const found = await reader.readState(version, keys[key]!);
    times.push((performance.now() - started) * 1_000);
    if (found === undefined && firstWritten[key]! <= version) missing++;
  }
  setTimeout(tick, 1);
}

process.on("message", () => {
  process.send?.({
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    longest: Math.max(...times),
    reads: times.length,
    missing,
  });
  times = [];
});
process.once("disconnect", () => process.exit(0));
await tick();
process.send?.("ready");
