import { demoSource } from "@ledger/demo-ledger";
import type { LedgerStore } from "@ledger/state-store";
import { createMemoryStore } from "@ledger/state-store/memory";
import { ingest } from "@ledger/sync";
import { beforeAll, describe, expect, test } from "vitest";
import { allTableGroups, IndexBuilder, MemoryIndex } from "../src/build.ts";
import {
  createLedgerIndex,
  createTableLists,
  type ListItem,
  type ListQuestion,
  type TableLists,
} from "../src/lists/index.ts";
import type { Row } from "../src/row.ts";
import { scanRecords } from "./support/plain-scan.ts";

// Lists agree with a scan of all records, and at an earlier version with those of an index that ends there.

const blocks = 30;

let store: LedgerStore;
let lists: TableLists;
let head: bigint;
let tables: ReadonlyMap<string, readonly Row[]>;

async function listsUntil(until?: bigint): Promise<TableLists> {
  const index = new MemoryIndex();
  const builder = new IndexBuilder(store, index, allTableGroups, { until });
  while (!(await builder.step()).isAtHead);
  return createTableLists(createLedgerIndex({ store, openIndex: () => index }));
}

async function scanUntil(version: bigint): Promise<ReadonlyMap<string, readonly Row[]>> {
  const records = await store.listRecords(0n, Number(version) + 1);
  const times: bigint[] = [];
  const byBlock: (typeof records)[number][][] = [];
  for (const record of records) {
    const { height, timestampUsecs } = await store.readBlockByVersion(record.version);
    times[Number(height)] = timestampUsecs;
    byBlock[Number(height)] = [...(byBlock[Number(height)] ?? []), record];
  }
  return scanRecords(byBlock, (height) => times[height]!);
}

beforeAll(async () => {
  store = createMemoryStore();
  await ingest({ source: demoSource(blocks), store });
  head = (await store.summary())!.version;
  lists = await listsUntil();
  tables = await scanUntil(head);
});

type Asked = Pick<ListQuestion, "list" | "of"> & Partial<ListQuestion>;

/** All items of a list, read page by page. */
async function readAll(from: TableLists, asked: Asked, limit = 3, seen = head): Promise<readonly ListItem[]> {
  const items: ListItem[] = [];
  const ledger = { ...(await store.summary())!, version: seen };
  for (let start: string | undefined, pages = 0; ; pages++) {
    expect(pages).toBeLessThan(1_000);
    const answer = await from.list({ version: undefined, start, limit, ...asked }, ledger);
    if ("refusal" in answer) throw new Error(`${answer.refusal}: ${answer.message}`);
    expect(answer.items.length).toBeLessThanOrEqual(limit);
    items.push(...answer.items);
    if (answer.next === undefined) return items;
    start = answer.next;
  }
}

const long = (address: unknown): string => `0x${String(address).slice(2).padStart(64, "0")}`;
const valuesOf = (table: string, column: string): string[] => [
  ...new Set(tables.get(table)!.map((row) => String(row[column]))),
];
const byText = (items: readonly unknown[]): string[] => items.map((item) => JSON.stringify(item)).sort();

test("an account's assets are its balances that are not 0", async () => {
  const rows = tables.get("current_fungible_asset_balances")!;
  let found = 0;
  for (const owner of valuesOf("current_fungible_asset_balances", "owner_address")) {
    const items = await readAll(lists, { list: "account_assets", of: owner });
    const expected = rows.filter((row) => row.owner_address === owner && (row.amount as bigint) > 0n);
    expect(byText(items.map(({ storage, amount, version }) => [long(storage), amount, version]))).toEqual(
      byText(expected.map((row) => [row.storage_id, `${row.amount}`, `${row.last_transaction_version}`])),
    );
    found += items.length;
  }
  expect(found).toBeGreaterThan(5);
});

test("holders of an asset come with the largest first, each once", async () => {
  const rows = tables.get("current_fungible_asset_balances")!;
  const coin = "0x1::aptos_coin::AptosCoin";
  for (const asset of valuesOf("current_fungible_asset_balances", "asset_type")) {
    const items = await readAll(lists, { list: "asset_holders", of: asset }, 2);
    const expected = rows.filter((row) => row.asset_type === asset && (row.amount as bigint) > 0n);
    expect(byText(items.map(({ owner, amount }) => [long(owner), amount]))).toEqual(
      byText(expected.map((row) => [row.owner_address, `${row.amount}`])),
    );
    const amounts = items.map(({ amount }) => BigInt(amount as string));
    expect(amounts).toEqual(amounts.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)));
  }
  const byCoin = await readAll(lists, { list: "asset_holders", of: coin });
  expect(byCoin.length).toBeGreaterThan(5);
  // The metadata that the coin is paired with is another name of it.
  expect(await readAll(lists, { list: "asset_holders", of: long("0xa") })).toEqual(byCoin);
});

test("an account's objects are those that it owns; a type narrows them", async () => {
  const rows = tables.get("current_objects")!.filter((row) => row.is_deleted !== true);
  const owners = valuesOf("current_objects", "owner_address");
  const types = new Map<string, string[]>();
  for (const owner of owners) {
    const items = await readAll(lists, { list: "account_objects", of: owner });
    const expected = rows.filter((row) => row.owner_address === owner).map((row) => row.object_address);
    expect(items.map(({ address }) => long(address)).sort()).toEqual(expected.sort());
    for (const item of items)
      for (const type of item.types as string[]) types.set(type, [...(types.get(type) ?? []), owner]);
  }
  expect(types.size).toBeGreaterThan(1);
  for (const [type, [owner]] of types) {
    const narrowed = await readAll(lists, { list: "account_objects", of: owner!, type });
    const all = await readAll(lists, { list: "account_objects", of: owner! });
    expect(narrowed).toEqual(all.filter((item) => (item.types as string[]).includes(type)));
    expect(narrowed.length).toBeGreaterThan(0);
  }
});

test("what touched an account, and what moved its assets, in both orders and up to a version", async () => {
  const touched = tables.get("account_transactions")!;
  const moved = tables.get("fungible_asset_activities")!;
  for (const account of valuesOf("account_transactions", "account_address").slice(0, 12)) {
    const expected = touched
      .filter((row) => row.account_address === account)
      .map((row) => `${row.transaction_version}`);
    const oldest = await readAll(lists, { list: "account_transactions", of: account, order: "oldest_first" });
    expect(oldest.map(({ version }) => version)).toEqual(expected);
    const newest = await readAll(lists, { list: "account_transactions", of: account });
    expect(newest).toEqual(oldest.toReversed());
    const middle = BigInt(expected[expected.length >> 1]!);
    const before = await readAll(lists, { list: "account_transactions", of: account, version: middle });
    expect(before).toEqual(newest.filter(({ version }) => BigInt(version as string) <= middle));
    const activities = await readAll(lists, { list: "account_activities", of: account, order: "oldest_first" }, 2);
    const rows = moved.filter((row) => row.owner_address === account);
    expect(activities.map(({ version, type, amount = null }) => [version, type, amount])).toEqual(
      rows.map((row) => [`${row.transaction_version}`, row.type, row.amount === null ? null : `${row.amount}`]),
    );
    expect(await readAll(lists, { list: "account_activities", of: account }, 2)).toEqual(activities.toReversed());
  }
});

describe("at an earlier version", () => {
  const asked = (): Asked[] => [
    ...valuesOf("current_fungible_asset_balances", "owner_address").flatMap((of): Asked[] => [
      { list: "account_assets", of },
      { list: "account_objects", of },
      { list: "account_tokens", of },
    ]),
    ...valuesOf("current_objects", "owner_address").map((of): Asked => ({ list: "account_objects", of })),
    ...valuesOf("current_fungible_asset_balances", "asset_type").map((of): Asked => ({ list: "asset_holders", of })),
    ...valuesOf("current_token_datas_v2", "collection_id").map((of): Asked => ({ list: "collection_tokens", of })),
    { list: "assets", of: undefined },
  ];

  test.each([3n, 2n])("lists are those of an index that ends there, %s", async (part) => {
    const until = (head * (part - 1n)) / part;
    const then = await listsUntil(until);
    let found = 0;
    for (const question of asked()) {
      const expected = await readAll(then, question, 50, until);
      const items = await readAll(lists, { ...question, version: until }, 7);
      expect(byText(items), JSON.stringify(question)).toEqual(byText(expected));
      found += items.length;
    }
    expect(found).toBeGreaterThan(30);
  });
});

describe("refusals say what is the matter", () => {
  const ask = async (from: TableLists, question: Asked) =>
    from.list({ version: undefined, start: undefined, limit: 5, ...question }, (await store.summary())!);

  test.each(["x", "1.2.3", "-1", "9".repeat(30), "g", `g${"z".repeat(64)}`])(
    "of a start that no answer gave: %s",
    async (start) => {
      const of = long("0x1");
      for (const list of ["account_assets", "asset_holders", "account_activities", "account_transactions"] as const) {
        expect(await ask(lists, { list, of, start }), list).toMatchObject({ refusal: "invalid" });
      }
    },
  );

  test("of the start of another list: that of objects which were given away", async () => {
    const start = `g${"0".repeat(64)}`;
    const of = long("0x1");
    expect(await ask(lists, { list: "assets", start })).toMatchObject({ refusal: "invalid" });
    expect(await ask(lists, { list: "collection_tokens", of, start })).toMatchObject({ refusal: "invalid" });
    expect(await ask(lists, { list: "account_objects", of, start })).toMatchObject({ items: [] });
  });

  test("of a table that is not kept, and of a version that the index does not have yet", async () => {
    const index = new MemoryIndex();
    const builder = new IndexBuilder(store, index, ["objects"]);
    while (!(await builder.step()).isAtHead);
    const some = createTableLists(createLedgerIndex({ store, openIndex: () => index }));
    expect(await ask(some, { list: "account_assets", of: long("0x1") })).toMatchObject({ refusal: "absent" });
    const none = createTableLists(createLedgerIndex({ store, openIndex: () => undefined }));
    expect(await ask(none, { list: "assets", of: undefined })).toMatchObject({ refusal: "absent" });
    expect(await ask(lists, { list: "assets", of: undefined, version: head + 1n })).toMatchObject({
      refusal: "behind",
    });
  });
});
