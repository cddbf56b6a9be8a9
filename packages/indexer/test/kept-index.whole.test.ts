import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demoBlocks, demoSource, readDemoBlocks } from "@ledger/demo-ledger";
import { needsPostgres } from "@ledger/postgres-server";
import { openTestDatabase } from "@ledger/postgres-server/open-test-database";
import { Random } from "@ledger/random";
import type {
  LedgerStore,
  PlacedIndexedRow,
  TableIndexReader,
  TableIndexStore,
  TopicVersionQuery,
} from "@ledger/state-store";
import { createMemoryStore } from "@ledger/state-store/memory";
import { openPostgresStore, openPostgresTableIndex, openPostgresTableIndexReader } from "@ledger/state-store/postgres";
import { openSqliteTableIndex, openSqliteTableIndexReader } from "@ledger/state-store/sqlite";
import { ingest } from "@ledger/sync";
import { randomTest } from "@ledger/test-run";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allTableGroups, IndexBuilder, verifyIndex } from "../src/build.ts";
import { createQueryService } from "../src/graphql/index.ts";
import { MemoryIndex } from "../src/ledger/memory-index.ts";
import type { Row } from "../src/row.ts";
import { currentTables } from "../src/tables/current-tables.ts";
import { type HistoryTable, historyTables } from "../src/tables/history-tables.ts";
import { questionsOf, scanRecords } from "./support/plain-scan.ts";

// An index that follows a growing ledger answers as a scan of all records does, and equals one that is built at the end.

/** Where an index is kept. */
interface Place {
  open(): Promise<TableIndexStore>;
  openReader(): Promise<TableIndexReader | undefined>;
}

/** An index whose steps fail now and then: before they are durable, or after. */
function failing(index: TableIndexStore, random: Random): TableIndexStore {
  return new Proxy(index, {
    get(target, name) {
      const value = Reflect.get(target, name, target) as unknown;
      if (typeof value !== "function") return value;
      if (name !== "write") return value.bind(target) as unknown;
      return async (step: Parameters<TableIndexStore["write"]>[0]) => {
        if (random.once(4)) throw new Error("killed before");
        await target.write(step);
        if (random.once(4)) throw new Error("killed after");
      };
    },
  });
}

/** Does some steps of a builder; what is killed is begun again. @returns true at the ledger's head */
async function doSteps(builder: IndexBuilder, count: number): Promise<boolean> {
  for (let step = 0; step < count; step++) {
    try {
      if ((await builder.step()).isAtHead) return true;
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith("killed"))) throw error;
    }
  }
  return false;
}

/** Follows a growing ledger with an index, which is killed, closed and opened again on the way. */
async function follow(
  place: Place,
  random: Random,
  onGrown: (store: LedgerStore) => Promise<void>,
): Promise<LedgerStore> {
  const store = createMemoryStore();
  let index = await place.open();
  await index.clear();
  const newBuilder = (): IndexBuilder =>
    new IndexBuilder(store, failing(index, random), allTableGroups, { page: 1 + random.below(60) });
  let builder = newBuilder();
  for (let blocks = 0; blocks < demoBlocks; ) {
    blocks = Math.min(demoBlocks, blocks + 1 + random.below(20));
    await ingest({ source: demoSource(blocks), store });
    await doSteps(builder, random.below(12));
    await onGrown(store);
    if (random.once(3)) {
      await index.close();
      index = await place.open();
      builder = newBuilder();
    }
  }
  while (!(await doSteps(builder, 100)));
  await index.close();
  return store;
}

const ask = async (service: ReturnType<typeof createQueryService>, query: string): Promise<Record<string, Row[]>> => {
  const { body } = await service.answer(new TextEncoder().encode(JSON.stringify({ query })));
  const { data, errors } = JSON.parse(body) as { data?: Record<string, Row[]>; errors?: unknown };
  expect(errors, query).toBeUndefined();
  return data!;
};

const shapes = { ...currentTables, ...historyTables } as Readonly<
  Record<string, Pick<HistoryTable, "columns" | "key">>
>;

/** A value as it can be compared: large numbers are numbers or texts. */
function comparable(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  return typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
}

function sameRows(rows: readonly Row[], columns: readonly string[]): string[] {
  return rows.map((row) => JSON.stringify(columns.map((column) => comparable(row[column] ?? null)))).sort();
}

/** Columns that the scan does not know: what is read by the types of tables and events, and the epoch. */
const unscanned = ["decoded_key", "decoded_value", "data", "epoch"];

async function agrees(place: Place, random: Random, count: number): Promise<void> {
  const store = await follow(place, random, async () => undefined);
  const blocks = await readDemoBlocks();
  const times = await Promise.all(
    blocks.map(async (records) => (await store.readBlockByVersion(records[0]!.version)).timestampUsecs),
  );
  const tables = scanRecords(blocks, (height) => times[height]!);
  const questions = questionsOf(tables);
  expect(questions.length).toBeGreaterThan(500);
  const reader = await place.openReader();
  const service = createQueryService({
    store,
    openIndex: () => reader,
    onFault: (error) => expect.fail(String(error)),
  });
  for (let asked = 0; asked < count; asked++) {
    const { table, column, value } = random.pick(questions);
    const { columns, key } = shapes[table]!;
    const wanted = Object.keys(columns).filter((name) => !unscanned.includes(name));
    const operand = typeof value === "bigint" ? `${value}` : JSON.stringify(value);
    const order = key.map((name) => `{${name}:asc}`).join();
    const query = `{${table}(where:{${column}:{_eq:${operand}}},order_by:[${order}],limit:500){${wanted.join(" ")}}}`;
    const expected = tables.get(table)!.filter((row) => row[column] === value);
    const found = (await ask(service, query))[table]!;
    if (expected.length > 500) expect(found).toHaveLength(500);
    else expect(sameRows(found, wanted), query).toEqual(sameRows(expected, wanted));
  }
  const later = new MemoryIndex();
  expect(await verifyIndex(store, reader!, later)).toMatchObject({
    problems: [],
    version: (await store.summary())!.version,
  });
  await reader!.close();
}

/** A ledger that is pruned while the index follows it, or before it is built. */
async function staysRight(place: Place, random: Random): Promise<void> {
  const store = await follow(place, random, async (grown) => {
    const { version } = (await grown.summary())!;
    if (random.once(2)) return;
    const stateVersion = BigInt(random.below(Number(version) + 1));
    const ledgerVersion = BigInt(random.below(Number(stateVersion) + 1));
    while (!(await grown.prune({ stateVersion, ledgerVersion }, 10_000)).done);
  });
  const reader = (await place.openReader())!;
  const found = await verifyIndex(store, reader, new MemoryIndex());
  expect(found).toMatchObject({ problems: [] });
  expect(found!.rows).toBeGreaterThan(100);
  // One that is built at the end knows nothing that this one does not.
  const later = new MemoryIndex();
  const builder = new IndexBuilder(store, later, allTableGroups, { page: 37 });
  while (!(await builder.step()).isAtHead);
  expect(await verifyIndex(store, later, new MemoryIndex())).toMatchObject({ problems: [] });
  await reader.close();
}

describe("in a file", () => {
  let folder: string;
  let file = 0;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "kept-index-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const nextPlace = (): Place => {
    const path = join(folder, `${file++}.db`);
    return { open: async () => openSqliteTableIndex(path), openReader: async () => openSqliteTableIndexReader(path) };
  };

  for (const usual of [1, 2, 3]) {
    randomTest(`answers are those of a scan, ${usual} of 3`, { seed: usual, count: 100 }, ({ seed, count }) =>
      agrees(nextPlace(), new Random(seed), count),
    );
    randomTest(`pruning leaves it right, ${usual} of 3`, { seed: usual, count: 1 }, ({ seed }) =>
      staysRight(nextPlace(), new Random(seed)),
    );
  }

  test("what is wrong in it is found", async () => {
    const place = nextPlace();
    const store = createMemoryStore();
    await ingest({ source: demoSource(20), store });
    const index = await place.open();
    const builder = new IndexBuilder(store, index, ["assets", "accounts"]);
    while (!(await builder.step()).isAtHead);
    const head = (await index.renew())!;
    const scratch = async (): Promise<readonly string[]> =>
      (await verifyIndex(store, index, openSqliteTableIndex("")))!.problems;
    expect(await scratch()).toEqual([]);
    await index.write({ head, rows: [], versions: [{ topic: "account_transactions", version: 1_000_000 }] });
    expect(await scratch()).toEqual(["1 versions have topics that their records do not have"]);
    const { row } = (await index.listRows("current_fungible_asset_balances", 0, 1))[0]!;
    const key = `current_fungible_asset_balances ${(JSON.parse(row) as string[])[1]}`;
    await index.write({ head, rows: [{ key, row: row.replace("true", "false"), found: [], lost: [] }], versions: [] });
    expect(await scratch()).toContain(`${key} is not what the ledger says`);
    await index.close();
  });

  test("a row that its topics do not lead to is found, and so is one that others lead to", async () => {
    const place = nextPlace();
    const store = createMemoryStore();
    await ingest({ source: demoSource(20), store });
    const index = await place.open();
    const builder = new IndexBuilder(store, index, ["objects"]);
    while (!(await builder.step()).isAtHead);
    const head = (await index.renew())!;
    const problems = async (): Promise<readonly string[]> =>
      (await verifyIndex(store, index, new MemoryIndex()))!.problems;
    expect(await problems()).toEqual([]);
    const { row } = (await index.listRows("current_objects", 0, 1))[0]!;
    const [, address, owner] = JSON.parse(row) as [null, string, string];
    const change = { key: `current_objects ${address}`, row };
    const own = `current_objects owner_address ${owner}`;
    const other = `current_objects owner_address 0x${"ab".repeat(32)}`;
    const entriesOf = (topics: readonly string[]) => topics.map((topic) => ({ topic }));
    const write = (found: readonly string[], lost: readonly string[]) =>
      index.write({ head, rows: [{ ...change, found: entriesOf(found), lost: entriesOf(lost) }], versions: [] });
    await write([other], [own]);
    expect(await problems()).toEqual([`${change.key} is not found by '${own}'`]);
    await write([own], []);
    expect(await problems()).toEqual(["rows are found by 1 topics that are not theirs"]);
    await write([], [other]);
    const stray = { key: "stray", row: "[]", found: [{ topic: "stray" }], lost: [] };
    await index.write({ head, rows: [stray], versions: [] });
    expect(await problems()).toEqual(["1 rows are of no table", "rows are found by 1 topics that are not theirs"]);
    await index.close();
  });

  test("a place in an order that is not a row's or a version's own is found, and so is a wrong count", async () => {
    const store = createMemoryStore();
    await ingest({ source: demoSource(20), store });
    const index = new MemoryIndex();
    const builder = new IndexBuilder(store, index, ["assets"]);
    while (!(await builder.step()).isAtHead);
    const head = index.renew()!;
    const problems = async (kept: TableIndexReader): Promise<readonly string[]> =>
      (await verifyIndex(store, kept, new MemoryIndex()))!.problems;
    const ordered = "current_fungible_asset_balances asset_type by amount 0x1::aptos_coin::AptosCoin";
    const all = { topic: ordered, from: "", to: "~", isDescending: true, limit: 1 };
    const [{ place, row }] = index.listPlacedRows(all) as readonly [PlacedIndexedRow];
    const key = `current_fungible_asset_balances ${(JSON.parse(row) as string[])[1]}`;
    const move = (found: string, lost: string) =>
      index.write({
        head,
        rows: [{ key, row, found: [{ topic: ordered, place: found }], lost: [{ topic: ordered, place: lost }] }],
        versions: [],
      });
    move("11", place);
    expect(await problems(index)).toEqual([`${key} is not found by '${ordered}'`]);
    move(place, "11");
    expect(await problems(index)).toEqual([]);
    const activities = "fungible_asset_activities";
    const counting = new Proxy<TableIndexReader>(index, {
      get(target, name) {
        const value = Reflect.get(target, name, target) as (...args: unknown[]) => unknown;
        if (name !== "sumVersions") return value.bind(target);
        return (query: TopicVersionQuery) => (query.topic === activities ? 0 : index.sumVersions(query));
      },
    });
    expect(await problems(counting)).toContain(`topic '${activities}' does not lead to version 0`);
    const topic = `${activities} asset_type by amount 0x1::aptos_coin::AptosCoin`;
    index.write({ head, rows: [], versions: [{ topic, place: "11", version: 3 }] });
    expect(await problems(index)).toEqual(["1 versions have topics that their records do not have"]);
  });

  test("of other groups, or of another ledger, it is built again", async () => {
    const place = nextPlace();
    const index = await place.open();
    const store = createMemoryStore();
    await ingest({ source: demoSource(5), store });
    const build = async (groups: typeof allTableGroups) => {
      const builder = new IndexBuilder(store, index, groups);
      while (!(await builder.step()).isAtHead);
      return index.stats();
    };
    const all = await build(allTableGroups);
    expect((await build(["objects"])).versions).toBe(0);
    expect(await build(allTableGroups)).toMatchObject({ rows: all.rows, versions: all.versions });
    const head = JSON.parse((await index.renew())!) as object;
    await index.write({ head: JSON.stringify({ ...head, last: "00".repeat(32) }), rows: [], versions: [] });
    await index.write({
      head: (await index.renew())!,
      rows: [{ key: "lie", row: "[]", found: [], lost: [] }],
      versions: [],
    });
    expect(await build(allTableGroups)).toMatchObject({ rows: all.rows, versions: all.versions });
    await index.close();
  });
});

describe("on a PostgreSQL server", needsPostgres, () => {
  let place: Place;
  beforeAll(async () => {
    const settings = { url: (await openTestDatabase()).url() };
    await (await openPostgresStore(settings)).close();
    place = {
      open: () => openPostgresTableIndex(settings),
      openReader: async () => openPostgresTableIndexReader(settings),
    };
  });

  randomTest("answers are those of a scan", { seed: 4, count: 50 }, ({ seed, count }) =>
    agrees(place, new Random(seed), count),
  );
  randomTest("pruning leaves it right", { seed: 4, count: 1 }, ({ seed }) => staysRight(place, new Random(seed)));
});
