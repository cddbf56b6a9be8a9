import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demoSource } from "@ledger/demo-ledger";
import { type LedgerReader, type LedgerStore, StoreError } from "@ledger/state-store";
import { createMemoryStore } from "@ledger/state-store/memory";
import { openSqliteTableIndex, openSqliteTableIndexReader, removeSqliteTableIndex } from "@ledger/state-store/sqlite";
import { ingest } from "@ledger/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allTableGroups, IndexBuilder, readHead, verifyIndex } from "../src/build.ts";
import { createQueryService } from "../src/graphql/index.ts";
import { MemoryIndex } from "../src/ledger/memory-index.ts";
import { keyOf, readRow, writeRow } from "../src/ledger/row-text.ts";
import { rowTopics } from "../src/ledger/row-topics.ts";
import type { Row } from "../src/row.ts";
import { currentTables } from "../src/tables/current-tables.ts";

// Where an index and its ledger are not in step.

async function ledgerOf(blocks: number, store: LedgerStore = createMemoryStore()): Promise<LedgerStore> {
  await ingest({ source: demoSource(blocks), store });
  return store;
}

async function build(store: LedgerReader, index: MemoryIndex): Promise<IndexBuilder> {
  const builder = new IndexBuilder(store, index, allTableGroups);
  while (!(await builder.step()).isAtHead);
  return builder;
}

/** A ledger of which some reads are answered in another way. */
function changed(store: LedgerReader, reads: Partial<LedgerReader>): LedgerReader {
  return new Proxy(store, {
    get(target, name) {
      if (Object.hasOwn(reads, name)) return reads[name as keyof LedgerReader];
      const value = Reflect.get(target, name, target) as unknown;
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}

/** Ends a verification that never would. */
function patience(): () => void {
  let steps = 0;
  return () => {
    steps += 1;
    if (steps > 200) throw new Error("it does not end");
  };
}

describe("an index whose version is older than the kept state", () => {
  async function grown(oldestOf: (head: bigint) => bigint): Promise<readonly [LedgerStore, MemoryIndex, bigint]> {
    const store = await ledgerOf(12);
    const first = (await store.summary())!.version;
    // Of a ledger that has lost its first records, so that the state has to be read.
    while (!(await store.prune({ stateVersion: 2n, ledgerVersion: 2n }, 10_000)).done);
    const index = new MemoryIndex();
    await build(store, index);
    await ledgerOf(20, store);
    const stateVersion = (await store.summary())!.version;
    while (!(await store.prune({ stateVersion, ledgerVersion: oldestOf(stateVersion) }, 10_000)).done);
    return [store, index, first];
  }

  test.each([
    ["records are kept", () => 2n],
    ["records are gone, too", (head: bigint) => head],
  ])("says so when it is verified: %s", async (_, oldestOf) => {
    const [store, index, version] = await grown(oldestOf);
    const { oldestVersion } = (await store.summary())!;
    expect(oldestVersion).toBeGreaterThan(version);
    expect(await verifyIndex(store, index, new MemoryIndex(), patience())).toEqual({
      version,
      rows: 0,
      versions: 0,
      problems: [
        `it is at version ${version}, and the ledger is kept from version ${oldestVersion}: run 'index build' first`,
      ],
      isTooOld: true,
    });
    await build(store, index);
    expect(await verifyIndex(store, index, new MemoryIndex(), patience())).toMatchObject({
      problems: [],
      isTooOld: false,
    });
  });

  test("is verified where all records are kept: no state is read but code", async () => {
    const store = await ledgerOf(12);
    const index = new MemoryIndex();
    await build(store, index);
    await ledgerOf(20, store);
    const stateVersion = (await store.summary())!.version;
    while (!(await store.prune({ stateVersion, ledgerVersion: 0n }, 10_000)).done);
    expect((await store.summary())!.oldestLedgerVersion).toBe(0n);
    const found = await verifyIndex(store, index, new MemoryIndex(), patience());
    expect(found).toMatchObject({ problems: [], isTooOld: false });
    expect(found!.rows).toBeGreaterThan(20);
  });
});

test("a server that lags behind does not make the index begin again; another ledger does", async () => {
  const store = await ledgerOf(12);
  const summary = (await store.summary())!;
  let answered = { ...summary, incarnation: 1 };
  const index = new MemoryIndex();
  const builder = await build(changed(store, { summary: () => answered }), index);
  const [head, { rows }] = [index.renew(), index.stats()];
  answered = { ...answered, version: summary.version - 3n };
  expect(await builder.step()).toMatchObject({ isAtHead: true });
  expect([index.renew(), index.stats().rows]).toEqual([head, rows]);
  answered = { ...answered, incarnation: 2 };
  await builder.step();
  expect(index.renew()).not.toBe(head);
});

test("while the state of one ledger is read, another one of the same chain and length is noticed", async () => {
  const store = await ledgerOf(12);
  while (!(await store.prune({ stateVersion: 2n, ledgerVersion: 2n }, 10_000)).done);
  const index = new MemoryIndex();
  const step = (ledger: LedgerReader) => new IndexBuilder(ledger, index, allTableGroups, { page: 20 }).step();
  await step(store);
  await step(store);
  const place = (): unknown => readHead(index.renew())?.state?.start;
  const before = place();
  expect(before).toBeDefined();
  // The same ledger is continued; one with another last record is begun again.
  await step(store);
  expect(place()).not.toBe(before);
  const { version } = (await store.summary())!;
  const last = await store.readRecord(version);
  const other = { ...last, info: (await store.readRecord(version - 1n)).info };
  const readRecord: LedgerReader["readRecord"] = async (of) => (of === version ? other : store.readRecord(of));
  await step(changed(store, { readRecord }));
  const first = new MemoryIndex();
  await new IndexBuilder(store, first, allTableGroups, { page: 20 }).step();
  expect(place()).toBe(readHead(first.renew())?.state?.start);
});

test("a ledger that is pruned while the index is compared with it is looked at again", async () => {
  const store = await ledgerOf(12);
  const index = new MemoryIndex();
  await build(store, index);
  let tries = 0;
  const readRecord: LedgerReader["readRecord"] = async (version) => {
    tries += 1;
    if (tries === 1) throw new StoreError({ code: "version_pruned", requested: version, oldest: 9n }, "pruned");
    return store.readRecord(version);
  };
  const builder = new IndexBuilder(changed(store, { readRecord }), index, allTableGroups);
  expect(await builder.step()).toMatchObject({ isAtHead: false });
  expect(await builder.step()).toMatchObject({ isAtHead: true });
  expect(tries).toBe(2);
});

describe("an index that has grown with a ledger whose first records are gone", () => {
  /** Rows that only an index has which saw the beginning: a kept record says that they ended. */
  async function verifiedWith(row: (oldest: bigint) => Row, table: string) {
    const store = await ledgerOf(12);
    const index = new MemoryIndex();
    await build(store, index);
    while (!(await store.prune({ stateVersion: 9n, ledgerVersion: 9n }, 10_000)).done);
    const { oldestLedgerVersion: oldest } = (await store.summary())!;
    expect(oldest).toBeGreaterThan(0n);
    const ended = row(oldest);
    const change = { row: writeRow(table, keyOf(table, ended), ended), found: rowTopics(table, ended), lost: [] };
    index.write({ head: index.renew()!, rows: [{ ...change, key: `${table} ${keyOf(table, ended)}` }], versions: [] });
    return (await verifyIndex(store, index, new MemoryIndex(), patience()))!.problems;
  }
  const object = { object_address: "0xdead", owner_address: "0xa11ce", is_deleted: true };

  test("has objects that a kept record removed, but none that are there", async () => {
    const removed = (oldest: bigint): Row => ({ ...object, last_transaction_version: oldest + 1n });
    expect(await verifiedWith(removed, "current_objects")).toEqual([]);
    const there = (oldest: bigint): Row => ({ ...removed(oldest), is_deleted: false });
    expect(await verifiedWith(there, "current_objects")).toEqual([
      "current_objects 0xdead is not what the ledger says",
    ]);
  });
});

test("a ledger that is pruned while the index begins again leaves no empty index that passes for whole", async () => {
  const store = await ledgerOf(12);
  const index = new MemoryIndex();
  await build(store, index);
  const { rows } = index.stats();
  const answers: LedgerReader["readRecord"][] = [
    // Another ledger's, as it seems; then there is none.
    async (version) => ({ ...(await store.readRecord(version)), info: (await store.readRecord(version - 1n)).info }),
    (version) => {
      throw new StoreError({ code: "version_pruned", requested: version, oldest: 9n }, "pruned");
    },
  ];
  const readRecord: LedgerReader["readRecord"] = (version) =>
    (answers.shift() ?? ((each) => store.readRecord(each)))(version);
  const builder = new IndexBuilder(changed(store, { readRecord }), index, allTableGroups);
  expect(await builder.step()).toMatchObject({ isAtHead: false });
  while (!(await builder.step()).isAtHead);
  expect([answers.length, index.stats().rows]).toEqual([0, rows]);
});

test.each(["no JSON", "3", "null", "{}", '{"format":7}', '{"format":7,"groups":[],"chainId":4,"next":7}'])(
  "a head that no writer wrote is damage with a cure: %s",
  (text) => {
    expect(() => readHead(text)).toThrow(
      expect.objectContaining({ code: "corrupt", message: expect.stringContaining("'index drop'") }),
    );
  },
);

test("a head of another form is none", () => {
  expect(readHead('{"format":99}')).toBeUndefined();
});

const noNumbers = JSON.stringify([null, ...Object.keys(currentTables.current_objects.columns).map(() => "x")]);

test.each(["no JSON", "{}", noNumbers])("a row that no writer wrote is damage: %s", (text) => {
  expect(() => readRow("current_objects", text)).toThrow(expect.objectContaining({ code: "corrupt" }));
});

describe("an index in a file", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "index-edges-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("is not deleted through a link out of its folder; one within it is followed, and locked with what it leads to", async () => {
    const [inside, elsewhere] = [join(folder, "inside"), join(folder, "elsewhere")];
    for (const each of [inside, elsewhere]) mkdirSync(each);
    await openSqliteTableIndex(join(elsewhere, "kept.db")).close();
    symlinkSync(join(elsewhere, "kept.db"), join(inside, "index.db"));
    expect(() => removeSqliteTableIndex(join(inside, "index.db"))).toThrow(
      expect.objectContaining({ code: "not_a_store" }),
    );
    expect(existsSync(join(elsewhere, "kept.db"))).toBe(true);
    const kept = openSqliteTableIndex(join(inside, "kept.db"));
    symlinkSync(join(inside, "kept.db"), join(inside, "link.db"));
    for (const open of [removeSqliteTableIndex, openSqliteTableIndex]) {
      expect(() => open(join(inside, "link.db"))).toThrow(expect.objectContaining({ code: "store_locked" }));
    }
    await kept.close();
    expect(removeSqliteTableIndex(join(inside, "link.db"))).toBe(true);
    expect([existsSync(join(inside, "kept.db")), existsSync(join(inside, "link.db"))]).toEqual([false, false]);
  });

  test("that is dropped and built again is answered from at once", async () => {
    const path = join(folder, "index.db");
    const store = await ledgerOf(3);
    const make = async (): Promise<void> => {
      const index = openSqliteTableIndex(path);
      const builder = new IndexBuilder(store, index, ["objects"]);
      while (!(await builder.step()).isAtHead);
      await index.close();
    };
    await make();
    const service = createQueryService({ store, openIndex: () => openSqliteTableIndexReader(path) });
    const ask = async (): Promise<string> => {
      const query = "{current_objects(limit:1){object_address}}";
      return (await service.answer(new TextEncoder().encode(JSON.stringify({ query })))).body;
    };
    const first = await ask();
    expect(first).toContain("object_address");
    removeSqliteTableIndex(path);
    expect(await ask()).toContain("or build it with 'ledger-node index build'");
    await make();
    expect(await ask()).toBe(first);
    removeSqliteTableIndex(path);
    await ledgerOf(4, store);
    await make();
    expect(await ask()).toContain("object_address");
  });
});
