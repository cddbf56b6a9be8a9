// Do commits and prunes of ten million rows stay within 300 MB of anonymous memory?
// Making the blocks alone takes over 300 MB with the young generation that Node chooses by itself; hence the flag:
// node --conditions=@ledger/source --max-semi-space-size=4 src/memory.ts [ROWS]
import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteStore } from "@ledger/state-store/sqlite";
import { removeDatabase } from "./build.ts";
import { continueDataset, versionsPerBlock, writesPerVersion } from "./dataset.ts";

const rows = Number(process.argv[2] ?? 10_000_000);
const path = join(tmpdir(), "ledger-bench-memory.db");
removeDatabase(path);
const store = openSqliteStore(path);
const next = continueDataset(undefined);
let highest = 0;

/** Anonymous memory of this process, MB: a mapped database file does not count. */
function anonymousMegabytes(): number {
  const status = readFileSync("/proc/self/status", "utf8");
  return Number(/RssAnon:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1_024;
}

for (let written = 0, blocks = 0; written < rows; blocks++) {
  const batch = next();
  store.commit(batch);
  written += batch.blocks[0]!.records.length * writesPerVersion;
  const head = BigInt(blocks * versionsPerBlock);
  const target = { stateVersion: head - 300_000n, ledgerVersion: head - 400_000n };
  if (blocks % 50 === 49) while (!(await store.prune(target, 5_000)).done);
  const memory = anonymousMegabytes();
  if (memory > highest) highest = memory;
  if (blocks % 100 === 0)
    process.stdout.write(`${written} rows, ${memory.toFixed(0)} MB, highest ${highest.toFixed(0)} MB\n`);
}
store.close();
rmSync(path, { force: true });
removeDatabase(path);
process.stdout.write(
  `${highest <= 300 ? 1 : 0} passed, ${highest <= 300 ? 0 : 1} failed: highest ${highest.toFixed(0)} MB\n`,
);
