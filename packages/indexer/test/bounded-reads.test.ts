import { setImmediate as nextTurn } from "node:timers/promises";
import { readLocalGenesis } from "@ledger/local-chain";
import { type LedgerReader, StoreError, type TableIndexReader } from "@ledger/state-store";
import { createMemoryStore } from "@ledger/state-store/memory";
import { genesisSource, ingest } from "@ledger/sync";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { ledgerTables } from "../src/answering/ledger-tables.ts";
import { LedgerPicture } from "../src/answering/picture.ts";
import { type CurrentTable, QueryRefusal } from "../src/answering/table.ts";
import { createQueryService } from "../src/graphql/index.ts";
import { readHead, writeHead } from "../src/ledger/index-head.ts";
import { LedgerIndex } from "../src/ledger/ledger-index.ts";
import { MemoryIndex } from "../src/ledger/memory-index.ts";
import { keptTables, writeRow } from "../src/ledger/row-text.ts";
import { RecordView } from "../src/record/record-view.ts";
import type { Row } from "../src/row.ts";
import { allTableGroups } from "../src/tables/table-groups.ts";

// A query looks at no more than it may, and at nothing once it has ended.

const rowsOfTable = 20_000;
const head = writeHead({
  groups: allTableGroups,
  chainId: 4,
  next: "1",
  isReady: true,
  knowsState: true,
});

let store: LedgerReader;
const index = new MemoryIndex();
let pagesRead = 0;
let onPage: () => void;

/** The index, with its pages counted. */
const counted = new Proxy<TableIndexReader>(index, {
  get(target, name) {
    const value = Reflect.get(target, name, target) as unknown;
    if (typeof value !== "function") return value;
    return (...args: unknown[]) => {
      if (name === "listRows") {
        pagesRead += 1;
        onPage();
      }
      return (value as (...args: unknown[]) => unknown).apply(target, args);
    };
  },
});

function rowOf(table: string, values: Row): string {
  const empty = Object.keys(keptTables[table]!.columns).map((column) => [column, null] as const);
  return writeRow(table, "key", { ...Object.fromEntries(empty), ...values });
}

function addRows(table: string, count: number, values: (i: number) => Row): void {
  const rows = Array.from({ length: count }, (_, i) => ({
    key: `${table} ${i}`,
    row: rowOf(table, values(i)),
    found: [{ topic: table }],
    lost: [],
  }));
  index.write({ head, rows, versions: [] });
}

beforeAll(async () => {
  const ledger = createMemoryStore();
  await ingest({ source: genesisSource(await readLocalGenesis()), store: ledger });
  store = ledger;
  addRows("current_objects", rowsOfTable, (i) => ({ object_address: `${i}` }));
  // Rows that the views leave out: of newer assets, and of tokens without an owner.
  addRows("current_fungible_asset_balances", 100, (i) => ({ storage_id: `${i}`, token_standard: "v2" }));
  addRows("fungible_asset_metadata", 100, (i) => ({ asset_type: `${i}`, token_standard: "v2" }));
  addRows("current_token_ownerships_v2", 100, (i) => ({ owner_address: `${i}`, amount: 0n }));
});

beforeEach(() => {
  pagesRead = 0;
  onPage = () => undefined;
});

const bodyOf = (query: string): Uint8Array => new TextEncoder().encode(JSON.stringify({ query }));
const scan = 'current_objects(where:{object_address:{_like:"none"}}){object_address}';
const manyTurns = async (): Promise<void> => {
  for (let turn = 0; turn < 100; turn++) await nextTurn();
};

test("a query of a client that has left reads no more", async () => {
  const service = createQueryService({ store, openIndex: () => counted });
  const controller = new AbortController();
  onPage = () => {
    if (pagesRead === 3) controller.abort();
  };
  await expect(service.answer(bodyOf(`{${scan}}`), controller.signal)).rejects.toMatchObject({ name: "AbortError" });
  await manyTurns();
  expect(pagesRead).toBe(3);
});

test("a field ends with the answer when another field fails", async () => {
  const service = createQueryService({ store, openIndex: () => counted });
  const { body } = await service.answer(
    bodyOf(`{a:${scan} b:fungible_asset_metadata(where:{name:{_regex:"("}}){name}}`),
  );
  expect(body).toContain("a pattern is no regular expression");
  const pagesOfAnswer = pagesRead;
  await manyTurns();
  expect(pagesRead).toBe(pagesOfAnswer);
  expect(pagesRead).toBeLessThan(10);
});

async function picture(mostRowsSeen: number): Promise<LedgerPicture> {
  const source = { index, mostRowsSeen, bringTo: async () => readHead(head)!, release: () => undefined };
  const ledger = new LedgerIndex(store, source);
  await ledger.open((await store.summary())!);
  return new LedgerPicture(ledger, new AbortController().signal);
}

async function countRows(table: string, mostRowsSeen: number): Promise<number> {
  let count = 0;
  const { rows } = ledgerTables[table] as CurrentTable<LedgerPicture>;
  for await (const _ of rows(await picture(mostRowsSeen), new Map())) count += 1;
  return count;
}

test.each(["current_coin_balances", "coin_infos", "current_collection_ownership_v2_view"])(
  "rows that %s leaves out count as seen",
  async (table) => {
    expect(Object.keys(ledgerTables)).toContain(table);
    expect(await countRows(table, 100)).toBe(0);
    await expect(countRows(table, 99)).rejects.toThrow(QueryRefusal);
  },
);

test("an index that is older than what the ledger keeps is behind, and its picture is let go of", async () => {
  const pruned = new StoreError({ code: "version_pruned", requested: 0n, oldest: 5n }, "pruned");
  const summary = { ...(await store.summary())!, version: 7n };
  const later = new Proxy(store, {
    get: (target, name) => {
      if (name === "summary") return () => summary;
      if (name === "readBlockByVersion") return () => Promise.reject(pruned);
      return Reflect.get(target, name, target) as unknown;
    },
  });
  let released = 0;
  const ledger = new LedgerIndex(later, {
    index,
    mostRowsSeen: 1,
    bringTo: async () => readHead(head)!,
    release: () => Promise.reject(new Error(`the connection is lost, ${++released}`)),
  });
  await expect(ledger.open(summary)).rejects.toThrow("the index of tables is behind: it is at version 0");
  expect(released).toBe(1);
});

test("a query reads so many bytes of records, and no more", async () => {
  const place = { blockHeight: 0n, epoch: 0n, timestampUsecs: 0n };
  const parts = { transaction: undefined, gasUsed: 0n, success: true, events: [], writes: [], bytes: 100 * 2 ** 20 };
  const readRecord = (version: bigint) => new RecordView({ ...place, version }, parts);
  const ledger = new LedgerPicture({ readRecord, mostRowsSeen: 1 } as never, new AbortController().signal, {} as never);
  for (let version = 0n; version < 5n; version++) await ledger.read(version);
  await expect(ledger.read(5n)).rejects.toThrow("the transactions that this query looks at are too large");
});
