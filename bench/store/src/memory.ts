// Do commits and prunes of ten million rows stay within 300 MB of anonymous memory?
// Node collects garbage as late as it thinks fit: without the two limits the making of the blocks alone takes over 200 MB.
// node --conditions=@ledger/source --max-semi-space-size=4 --max-old-space-size=96 src/memory.ts [ROWS]
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteStore } from "@ledger/state-store/sqlite";
import { removeDatabase } from "./build.ts";
import { continueDataset, versionsPerBlock, writesPerVersion } from "./dataset.ts";

const mostMegabytes = 300;
const rows = Number(process.argv[2] ?? 10_000_000);
const path = join(tmpdir(), "ledger-bench-memory.db");

/** Anonymous memory of this process, MB: a mapped database file does not count. */
function anonymousMegabytes(): number {
  const status = readFileSync("/proc/self/status", "utf8");
  return Number(/RssAnon:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1_024;
}

/** The part of it that JavaScript has. */
function describeParts(): string {
  const { heapTotal, arrayBuffers } = process.memoryUsage();
  return `objects ${(heapTotal / 2 ** 20).toFixed(0)}, buffers ${(arrayBuffers / 2 ** 20).toFixed(0)}`;
}

const rehearse = continueDataset(undefined);
for (let blocks = 0; blocks < 150; blocks++) rehearse();
process.stdout.write(`blocks alone, no store: ${anonymousMegabytes().toFixed(0)} MB (${describeParts()})\n`);

removeDatabase(path);
const store = openSqliteStore(path);
const next = continueDataset(undefined);
let highest = 0;
for (let written = 0, blocks = 0; written < rows; blocks++) {
  const batch = next();
  store.commit(batch);
  written += batch.blocks[0]!.records.length * writesPerVersion;
  const head = BigInt(blocks * versionsPerBlock);
  const target = { stateVersion: head - 300_000n, ledgerVersion: head - 400_000n };
  if (blocks % 50 === 49) while (!(await store.prune(target, 5_000)).done);
  const memory = anonymousMegabytes();
  if (memory > highest) highest = memory;
  if (blocks % 100 === 0) {
    process.stdout.write(
      `${written} rows: ${memory.toFixed(0)} MB (${describeParts()}), highest ${highest.toFixed(0)} MB\n`,
    );
  }
}
store.close();
removeDatabase(path);
const isMet = highest <= mostMegabytes;
process.stdout.write(
  `${isMet ? 1 : 0} passed, ${isMet ? 0 : 1} failed: highest ${highest.toFixed(0)} MB, at most ${mostMegabytes} wanted\n`,
);
