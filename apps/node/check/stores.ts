// Does a ledger answer the same bytes from a file, a PostgreSQL server and a replica? The long form of test/stores/answers.whole.test.ts.
import { parseArgs } from "node:util";
import { startPostgres } from "@ledger/postgres-server";
import { compareStores } from "../test/stores/compare-stores.ts";

const { values } = parseArgs({
  options: {
    blocks: { type: "string", default: "10000" },
    count: { type: "string", default: "10000" },
    seed: { type: "string" },
  },
});
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
const print = (text: string): void => void process.stdout.write(`${text}\n`);
print(`seed ${seed}, ${values.blocks} blocks, ${values.count} requests`);
const primary = await startPostgres({ settings: { fsync: "off" } });
const replica = await primary.startReplica();
try {
  const report = await compareStores({
    blocks: Number(values.blocks),
    count: Number(values.count),
    seed,
    database: { url: () => primary.url(), readUrl: () => replica.url() },
    onProgress: print,
  });
  const counts = [...report.statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`);
  print(`${counts.join(", ")}; ${report.templates.size} operations`);
  print(`${report.compared} passed, 0 failed`);
} catch (error) {
  print(String(error instanceof Error ? error.stack : error));
  print("0 passed, 1 failed");
  process.exitCode = 1;
} finally {
  await replica.close();
  await primary.close();
}
