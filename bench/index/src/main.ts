// What does the index of a ledger's tables cost, and how fast does it answer?
// node --conditions=@ledger/source src/main.ts [--blocks N] [--per-block N] [--rounds N] [--rows N]
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { median, quantile } from "@ledger/bench-report";
import { allTableGroups, IndexBuilder, MemoryIndex } from "@ledger/indexer/build";
import { createQueryService } from "@ledger/indexer/graphql";
import { Random } from "@ledger/random";
import {
  openSqliteReader,
  openSqliteStore,
  openSqliteTableIndex,
  openSqliteTableIndexReader,
} from "@ledger/state-store/sqlite";
import { ingest } from "@ledger/sync";
import { formatHex } from "@ledger/types";
import { makeTransfers } from "./transfers.ts";

const { values } = parseArgs({
  options: {
    blocks: { type: "string", default: "20" },
    "per-block": { type: "string", default: "1000" },
    rounds: { type: "string", default: "3" },
    rows: { type: "string", default: "5000000" },
  },
});
const [count, perBlock, rounds, rows] = [values.blocks, values["per-block"], values.rounds, values.rows].map(
  Number,
) as [number, number, number, number];
const folder = mkdtempSync(join(tmpdir(), "ledger-bench-index-"));
const say = (text: string): void => void process.stdout.write(`${text}\n`);

const { blocks, accounts } = await makeTransfers(count, perBlock);
const versions = blocks.flat().length;
const transfers = count * perBlock;
say(`${transfers} transfers in blocks of ${perBlock}, ${versions} records`);

/** Stores the ledger as a follower does. @returns milliseconds until it is committed, and until it is indexed */
async function store(name: string, isIndexed: boolean): Promise<{ committed: number; indexed: number }> {
  const file = join(folder, `${name}.db`);
  const ledger = openSqliteStore(file);
  const records = async function* () {
    yield* blocks;
  };
  let worker: Worker | undefined;
  if (isIndexed) {
    const workerData = { ledger: file, index: join(folder, `${name}.index.db`), until: BigInt(versions - 1) };
    worker = new Worker(new URL("./index-worker.ts", import.meta.url), { workerData });
    await once(worker, "message");
  }
  const ended = worker && once(worker, "exit");
  const started = performance.now();
  await ingest({ source: { name: "transfers", records }, store: ledger });
  const committed = performance.now() - started;
  await ended;
  const indexed = performance.now() - started;
  await ledger.close();
  return { committed, indexed };
}

const figures = { without: [] as number[], with: [] as number[], indexed: [] as number[] };
// The first run is of code that is not compiled yet.
await store("warm", false);
for (let round = 0; round < rounds; round++) {
  figures.without.push((await store(`without-${round}`, false)).committed);
  const { committed, indexed } = await store(`with-${round}`, true);
  figures.with.push(committed);
  figures.indexed.push(indexed);
}
const rate = (milliseconds: readonly number[]): number => Math.round((transfers * 1_000) / median(milliseconds));
say(`committed without an index       ${rate(figures.without)} transfers/s`);
say(
  `committed while it follows       ${rate(figures.with)} transfers/s: ${(rate(figures.with) / rate(figures.without)).toFixed(2)} of that`,
);
say(`committed and indexed            ${rate(figures.indexed)} transfers/s`);

const ledger = openSqliteReader(join(folder, "with-0.db"));
const before = process.cpuUsage();
const memory = new MemoryIndex();
const builder = new IndexBuilder(ledger, memory, allTableGroups);
while (!(await builder.step()).isAtHead);
const { user, system } = process.cpuUsage(before);
say(
  `built in memory                  ${Math.round((transfers * 1_000_000) / (user + system))} transfers in a second of processor time`,
);
const indexFile = join(folder, "with-0.index.db");
const bytes = (file: string): number => statSync(file).size;
const { rows: rowCount, versions: topicVersions } = memory.stats();
say(
  `bytes a transfer                 ${Math.round(bytes(indexFile) / transfers)} of index, ${Math.round(bytes(join(folder, "with-0.db")) / transfers)} of ledger (${rowCount} rows, ${(topicVersions / transfers).toFixed(1)} topics a transfer)`,
);

// Versions of accounts that are not there, as many as asked for: what a page of an account costs depends on them.
const random = new Random("index");
const index = openSqliteTableIndex(indexFile);
const head = (await index.renew())!;
const perAccount = 5_000;
for (let account = 0; account < rows / perAccount; account += 20) {
  const added = Array.from({ length: 20 * perAccount }, (_, place) => ({
    topic: `account_transactions account_address 0x${(account + (place % 20)).toString(16).padStart(64, "f")}`,
    version: random.below(versions),
  }));
  await index.write({ head, rows: [], versions: added });
}
const { versions: all } = await index.stats();
await index.close();
say(`index of ${all} versions of topics, ${Math.round(bytes(indexFile) / 2 ** 20)} MiB`);

const reader = openSqliteTableIndexReader(indexFile)!;
const service = createQueryService({ store: ledger, openIndex: () => reader, onFault: (error) => say(String(error)) });
async function time(what: string, query: (account: string) => string, isRefused = false): Promise<void> {
  const times: number[] = [];
  for (let i = 0; i < 400; i++) {
    const body = new TextEncoder().encode(JSON.stringify({ query: query(formatHex(random.pick(accounts))) }));
    const started = performance.now();
    const answer = await service.answer(body);
    times.push(performance.now() - started);
    if (answer.body.includes('"errors"') !== isRefused) throw new Error(answer.body);
  }
  const [p50, p99] = [quantile(times.slice(100), 0.5), quantile(times.slice(100), 0.99)];
  say(`${what.padEnd(32)} p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`);
}
await time(
  "page of 25 of an account",
  (account) =>
    `{account_transactions(where:{account_address:{_eq:"${account}"}},order_by:{transaction_version:desc},limit:25){transaction_version}}`,
);
await time(
  "the same with its transactions",
  (account) =>
    `{account_transactions(where:{account_address:{_eq:"${account}"}},order_by:{transaction_version:desc},limit:25){transaction_version user_transaction{entry_function_id_str}}}`,
);
await time(
  "balances of an owner",
  (account) =>
    `{current_fungible_asset_balances(where:{owner_address:{_eq:"${account}"}}){asset_type amount metadata{symbol decimals}}}`,
);
const ofOwner = (account: string): string => `where:{owner_address:{_eq:"${account}"},is_gas_fee:{_eq:false}}`;
await time(
  "newest movements without fees",
  (account) =>
    `{fungible_asset_activities(${ofOwner(account)},order_by:{transaction_timestamp:desc},limit:25){amount}}`,
);
await time("their number", (account) => `{fungible_asset_activities_aggregate(${ofOwner(account)}){aggregate{count}}}`);
await time("the number of all movements", () => "{fungible_asset_activities_aggregate{aggregate{count}}}");
const coin = 'where:{asset_type:{_eq:"0x1::aptos_coin::AptosCoin"}}';
await time(
  "largest movements of an asset",
  () => `{fungible_asset_activities(${coin},order_by:{amount:desc},limit:25){amount}}`,
);
await time(
  "largest holders of an asset",
  () => `{current_fungible_asset_balances(${coin},order_by:{amount:desc},limit:25){amount}}`,
);
const byAmount = "{fungible_asset_activities(order_by:{amount:desc},limit:1){amount}}";
await time("all movements by amount, refused", () => byAmount, transfers > 5_000);
await reader.close();
await ledger.close();
rmSync(folder, { recursive: true });
