import { demoSource } from "@ledger/demo-ledger";
import type { LedgerStore } from "@ledger/state-store";
import { createMemoryStore } from "@ledger/state-store/memory";
import { ingest } from "@ledger/sync";
import { beforeAll, expect, test } from "vitest";
import { createQueryService } from "../src/graphql/index.ts";
import { FollowedIndex } from "../src/ledger/followed-index.ts";
import { LedgerIndex } from "../src/ledger/ledger-index.ts";
import { rowsFoundBy } from "../src/ledger/row-reads.ts";
import type { Row } from "../src/row.ts";
import { currentTables } from "../src/tables/current-tables.ts";
import { historyTables } from "../src/tables/history-tables.ts";

// A ledger whose first transactions are pruned: its rows come from the state, and are those that the transactions led to.

/** The rows and topics of a ledger. */
interface Found {
  readonly index: LedgerIndex;
  readonly store: LedgerStore;
  readonly rows: ReadonlyMap<string, readonly Row[]>;
  readonly topics: ReadonlyMap<string, readonly number[]>;
}

async function collect<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Of reads that nothing ends. */
const { signal } = new AbortController();

async function openIndex(store: LedgerStore): Promise<Found> {
  const index = new LedgerIndex(store, new FollowedIndex(store));
  // It stays open: what it was answered as of is asked for later.
  await index.open((await store.summary())!);
  const rows = new Map<string, readonly Row[]>();
  for (const name of Object.keys(currentTables))
    rows.set(name, await collect(rowsFoundBy(index, name, undefined, signal)));
  const topics = new Map<string, readonly number[]>();
  for (const name of Object.keys(historyTables)) {
    topics.set(name, await collect(index.versions(name, "oldest_first", signal)));
  }
  return { index, store, rows, topics };
}

async function demoStore(): Promise<LedgerStore> {
  const store = createMemoryStore();
  await ingest({ source: demoSource(), store });
  return store;
}

let whole: Found;
let pruned: Found;
let oldest: bigint;

beforeAll(async () => {
  whole = await openIndex(await demoStore());
  const store = await demoStore();
  const { version } = whole.index.summary;
  await store.prune({ stateVersion: (version * 2n) / 3n, ledgerVersion: version / 2n }, 1_000_000);
  pruned = await openIndex(store);
  oldest = pruned.index.summary.oldestLedgerVersion;
  expect(oldest).toBeGreaterThan(0n);
});

/** Rows of what is no more, which no state tells of. */
const isGone = (row: Row): boolean => row.is_deleted === true || row.is_deleted_v2 === true || row.amount === 0n;

/** Columns of a block that is pruned. */
function withoutTimes(row: Row): Row {
  const untimed = Object.entries(row).filter(([column]) => !column.startsWith("last_transaction_timestamp"));
  return Object.fromEntries(untimed);
}

const ofRecords = ["auth_key_account_addresses", "public_key_auth_keys", "table_metadatas"];
const tables = Object.entries(currentTables).filter(([name]) => !ofRecords.includes(name));

test.each(tables)("%s", (name, { key }) => {
  const keyOf = (row: Row): string => key.map((column) => String(row[column])).join(" ");
  const live = (found: Found): Map<string, Row> =>
    new Map(
      found.rows
        .get(name)!
        .filter((row) => !isGone(row))
        .map((row) => [keyOf(row), withoutTimes(row)] as const),
    );
  const [expected, found] = [live(whole), live(pruned)];
  expect([...found.keys()].sort()).toEqual([...expected.keys()].sort());
  for (const [id, row] of found) expect(row, id).toEqual(expected.get(id));
});

test("there is something to compare", () => {
  const counts = tables.map(([name]) => whole.rows.get(name)!.length);
  expect(counts.filter((count) => count > 0).length).toBeGreaterThanOrEqual(3);
});

test.each(Object.keys(historyTables))("topics of %s are those of the kept records", (name) => {
  const kept = whole.topics.get(name)!.filter((version) => BigInt(version) >= oldest);
  expect(pruned.topics.get(name)).toEqual(kept);
});

test("an account's transactions are those of its topic, whatever else is asked for", async () => {
  const service = createQueryService({ store: whole.store });
  const ask = async (query: string) =>
    JSON.parse((await service.answer(new TextEncoder().encode(JSON.stringify({ query })))).body);
  const { data } = await ask("{account_transactions(limit:200){account_address transaction_version}}");
  const rows: readonly { readonly account_address: string; readonly transaction_version: number }[] =
    data.account_transactions;
  const account = rows.at(-1)!.account_address;
  const own = new Set(rows.filter((row) => row.account_address === account).map((row) => row.transaction_version));
  const other = rows.find((row) => !own.has(row.transaction_version))!.transaction_version;
  for (const [version, expected] of [
    [[...own][0], 1],
    [other, 0],
  ]) {
    const where = `account_address:{_eq:"${account}"},transaction_version:{_eq:${version}}`;
    expect(
      (await ask(`{account_transactions(where:{${where}}){transaction_version}}`)).data.account_transactions,
    ).toHaveLength(expected!);
  }
});
