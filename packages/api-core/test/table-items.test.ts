import { type Api, createApi } from "@ledger/api-core";
import { bytes, struct, u64, vector } from "@ledger/bcs";
import type { LedgerStore } from "@ledger/state-store";
import { createMemoryStore } from "@ledger/state-store/memory";
import { buildLedger } from "@ledger/store-contract/build-ledger";
import {
  bytesToHex,
  formatAddress,
  hexToBytes,
  parseAddress,
  stateWrites,
  tableItemKey,
  WriteSet,
} from "@ledger/types";
import { describeNetworks, describeVectors, networks, readVectorJson, testNetworks } from "@ledger/vectors";
import { beforeAll, describe, expect, test } from "vitest";
import { ask, jsonOf } from "./support/ask.ts";
import { createContractChecker } from "./support/contract.ts";
import { openDemoStore } from "./support/demo-store.ts";
import { openGenesisStore } from "./support/genesis-store.ts";

interface Item {
  readonly key?: unknown;
  readonly value?: unknown;
  readonly key_type?: string;
  readonly value_type?: string;
  readonly raw_key: string;
  readonly raw_value: string;
  readonly version: string;
}

/** Reads a listing page by page, and says how many pages there were. */
async function listAll(
  api: Api,
  handle: string,
  query: Readonly<Record<string, string>> = {},
): Promise<{ readonly items: readonly Item[]; readonly pages: number }> {
  const items: Item[] = [];
  let pages = 0;
  let start: string | undefined;
  do {
    const response = await ask(api, "list_table_items", {
      params: { table_handle: handle },
      query: { ...query, ...(start !== undefined && { start }) },
    });
    expect(response.status).toBe(200);
    items.push(...(jsonOf(response) as Item[]));
    start = response.headers["X-SVC-CURSOR"];
    pages++;
  } while (start !== undefined);
  return { items, pages };
}

/** What the write sets of a ledger say about every table: by handle, then by key, all in hex. */
type Model = Map<string, Map<string, { readonly value: string; readonly version: string }>>;

/** The tables as of a version, from nothing but the records. */
async function modelAt(store: LedgerStore, version: bigint): Promise<Model> {
  const model: Model = new Map();
  for (let at = 0n; at <= version; at++) {
    const { writeSet } = await store.readRecord(at);
    for (const { key, value } of stateWrites(WriteSet.decode(writeSet))) {
      if (key[0] !== 1) continue;
      const handle = formatAddress(parseAddress(bytesToHex(key.subarray(1, 33))));
      const table = model.get(handle) ?? new Map();
      model.set(handle, table);
      if (value === undefined) table.delete(bytesToHex(key.subarray(33)));
      else table.set(bytesToHex(key.subarray(33)), { value: bytesToHex(value), version: `${at}` });
    }
  }
  return model;
}

async function expectModel(api: Api, model: Model, version: bigint, limit: number): Promise<readonly Item[]> {
  const all: Item[] = [];
  for (const [handle, table] of model) {
    const { items, pages } = await listAll(api, handle, { ledger_version: `${version}`, limit: `${limit}` });
    const expected = [...table].toSorted(([a], [b]) => (a < b ? -1 : 1));
    expect(
      items.map(({ raw_key, raw_value, version: written }) => [raw_key, raw_value, written]),
      handle,
    ).toEqual(expected.map(([key, item]) => [`0x${key}`, `0x${item.value}`, item.version]));
    // A page of a store may be short, but never without need.
    expect(pages).toBe(Math.max(1, Math.ceil(table.size / limit)));
    for (const item of items) all.push(item);
  }
  return all;
}

describe("the local network's ledger", () => {
  const blocks = 40;
  let store: LedgerStore;
  let api: Api;
  let models: Map<bigint, Model>;
  beforeAll(async () => {
    store = await openDemoStore(blocks);
    api = createApi({ store });
    const head = (await store.summary())!.version;
    models = new Map();
    for (const version of [0n, head / 3n, head / 2n, head]) models.set(version, await modelAt(store, version));
  });

  test("lists at every version what the write sets made of each table, in pages of any size", async () => {
    for (const [version, model] of models) {
      for (const limit of [3, 1000]) await expectModel(api, model, version, limit);
    }
    expect(models.get(0n)!.size).toBeGreaterThan(0);
  });

  test("finds the types of every table by itself, and shows what the call for one item shows", async () => {
    const head = (await store.summary())!.version;
    const model = models.get(head)!;
    const types = new Set<string>();
    for (const handle of model.keys()) {
      const { items } = await listAll(api, handle);
      for (const { key, value, key_type, value_type } of items) {
        expect(key_type).toBeTypeOf("string");
        types.add(`${key_type} ${value_type}`);
        const single = await ask(api, "get_table_item", {
          params: { table_handle: handle },
          body: { key_type, value_type, key },
        });
        expect(jsonOf(single)).toEqual(value);
      }
    }
    expect([...types]).toEqual(expect.arrayContaining(["address u128", "0xcafe::shop::Ticket 0xcafe::shop::Order"]));
  });

  test("is exact after pruning, and refuses what is gone", async () => {
    const pruned = await openDemoStore(blocks);
    const head = (await pruned.summary())!.version;
    const oldest = (await pruned.readBlockByVersion(head / 2n)).firstVersion;
    const model = await modelAt(pruned, oldest);
    await pruned.prune({ stateVersion: oldest, ledgerVersion: oldest }, 1_000_000);
    const other = createApi({ store: pruned });
    await expectModel(other, model, oldest, 7);
    await expectModel(other, models.get(head)!, head, 7);
    const [handle] = model.keys();
    const gone = await ask(other, "list_table_items", {
      params: { table_handle: handle! },
      query: { ledger_version: `${oldest - 1n}` },
    });
    expect([gone.status, jsonOf(gone)]).toEqual([410, expect.objectContaining({ error_code: "version_pruned" })]);
  });

  test("in BCS", async () => {
    const [handle, table] = [...models.get(0n)!].toSorted(([, a], [, b]) => b.size - a.size)[0]!;
    const response = await ask(api, "list_table_items", {
      params: { table_handle: handle },
      query: { ledger_version: "0" },
      accept: "application/x-bcs",
    });
    const Items = vector(struct("Item", { key: bytes, value: bytes, version: u64 }));
    const items = Items.decode(response.body as Uint8Array).map((item) => [
      bytesToHex(item.key),
      { value: bytesToHex(item.value), version: `${item.version}` },
    ]);
    expect(new Map(items as [string, { value: string; version: string }][])).toEqual(table);
  });

  test("types that the request names are used, and refused where they do not fit", async () => {
    const supply = [...models.get(0n)!].find(([, table]) => [...table.values()][0]?.value.length === 32)![0];
    const list = (query: Record<string, string>) =>
      ask(api, "list_table_items", { params: { table_handle: supply }, query });
    const named = await list({ key_type: "address", value_type: "u128" });
    expect(jsonOf(named)).toEqual(jsonOf(await list({})));
    const [asBytes] = jsonOf(await list({ key_type: "0x1::object::Object<0x1::none::None>" })) as Item[];
    expect(asBytes).toMatchObject({ key_type: "0x1::object::Object<0x1::none::None>", value_type: "u128" });
    const wrong = await list({ value_type: "u64" });
    expect([wrong.status, jsonOf(wrong)]).toEqual([
      400,
      expect.objectContaining({
        error_code: "invalid_input",
        message: expect.stringMatching(/^value_type is invalid/),
      }),
    ]);
    expect((await list({ value_type: "&u64" })).status).toBe(400);
    expect((await list({ limit: "0" })).status).toBe(400);
  });

  test("a table that nobody has heard of is empty, and so is what a cursor of another table leads to", async () => {
    expect((await listAll(api, "0xdead")).items).toEqual([]);
    const [handle] = models.get(0n)!.keys();
    const start = `01${"00".repeat(31)}0907`;
    expect((await listAll(api, handle!, { start })).items).toEqual([]);
  });
});

test("items without a holder are shown as they are stored, and that answer is not kept", async () => {
  const store = createMemoryStore();
  const ledger = buildLedger();
  const handle = parseAddress("0x77");
  const write = (key: string, value: string) => ({
    key: tableItemKey(handle, hexToBytes(key)),
    value: hexToBytes(value),
    metadata: undefined,
  });
  store.commit(ledger.batch([[{ writes: [write("02", "aa"), write("0100", "bbcc")] }]]));
  const api = createApi({ store });
  const response = await ask(api, "list_table_items", {
    params: { table_handle: "0x77" },
    query: { ledger_version: "0" },
  });
  expect(jsonOf(response)).toEqual([
    { raw_key: "0x0100", raw_value: "0xbbcc", version: "0" },
    { raw_key: "0x02", raw_value: "0xaa", version: "0" },
  ]);
  expect(response.headers["Cache-Control"]).toBe("no-store");
  expect(createContractChecker(api).faults("list_table_items", response)).toEqual([]);
});

test("a page ends where its items get too large, and the next one goes on", async () => {
  const store = createMemoryStore();
  const ledger = buildLedger();
  const handle = parseAddress("0x77");
  const writes = Array.from({ length: 12 }, (_, i) => ({
    key: tableItemKey(handle, Uint8Array.of(i)),
    value: new Uint8Array(1024 * 1024).fill(i),
    metadata: undefined,
  }));
  store.commit(ledger.batch([[{ writes }]]));
  const { items, pages } = await listAll(createApi({ store }), "0x77");
  expect(items.map(({ raw_key }) => raw_key)).toEqual(writes.map(({ key }) => `0x${bytesToHex(key.subarray(33))}`));
  expect(pages).toBe(4);
});

describeVectors("the tables of a published genesis", () => {
  describeNetworks(networks, (network) => {
    test("hold what its write set says, and their types are found", async () => {
      const store = openGenesisStore(network);
      const api = createApi({ store });
      const items = await expectModel(api, await modelAt(store, 0n), 0n, 20);
      for (const item of items) expect(item).toMatchObject({ key: expect.anything(), value: expect.anything() });
    });
  });

  testNetworks(["mainnet", "devnet", "devnet-2025-11", "testnet"], "of %s are read as published", async (network) => {
    interface Published {
      readonly table_items: Readonly<Record<string, readonly Omit<Item, "raw_key" | "raw_value" | "version">[]>>;
    }
    const { table_items } = readVectorJson<Published>(`genesis/${network}.resources.json`);
    const api = createApi({ store: openGenesisStore(network) });
    const byKey = (a: { readonly key?: unknown }, b: { readonly key?: unknown }) =>
      JSON.stringify(a.key) < JSON.stringify(b.key) ? -1 : 1;
    for (const [handle, expected] of Object.entries(table_items)) {
      const { items } = await listAll(api, handle);
      const shown = items.map(({ key, value, key_type, value_type }) => ({ key, value, key_type, value_type }));
      expect(shown.toSorted(byKey), handle).toEqual(expected.toSorted(byKey));
    }
  });
});
