import { createHash } from "node:crypto";
import { demoSource } from "@ledger/demo-ledger";
import type { LedgerReader, LedgerSummary, StateEntry, StateQuery } from "@ledger/state-store";
import { createMemoryStore } from "@ledger/state-store/memory";
import { ingest } from "@ledger/sync";
import { bytesToHex, compareBytes, parseAddress, tableItemKey } from "@ledger/types";
import { describeVectors, readVectorJson } from "@ledger/vectors";
import { beforeAll, describe, expect, test } from "vitest";
import { allTableGroups, IndexBuilder, MemoryIndex } from "../src/build.ts";
import { createQueryService, type QueryService } from "../src/graphql/index.ts";
import { openRecord } from "../src/index.ts";
import { writeHead } from "../src/ledger/index-head.ts";
import { recordTopics } from "../src/ledger/row-topics.ts";
import { tablesOf } from "../src/tables/table-groups.ts";
import { readRecord } from "./support/vector-record.ts";

// Items of tables as they are now, by GraphQL.

type Item = Readonly<Record<string, unknown>>;

const columns = "table_handle key_hash key decoded_key decoded_value is_deleted last_transaction_version";

async function ask(service: QueryService, query: string): Promise<Readonly<Record<string, never>>> {
  const { body } = await service.answer(new TextEncoder().encode(JSON.stringify({ query })));
  const { data, errors } = JSON.parse(body) as { data: Readonly<Record<string, never>>; errors?: unknown };
  expect(errors, query).toBeUndefined();
  return data;
}

const list = async (service: QueryService, where: string): Promise<readonly Item[]> => {
  const order = "order_by:[{table_handle:asc},{key_hash:asc}]";
  const { current_table_items } = await ask(service, `{current_table_items(where:{${where}},${order}){${columns}}}`);
  return current_table_items!;
};

const nameOf = ({ table_handle, key_hash }: Item): string => `${String(table_handle)} ${String(key_hash)}`;
const sorted = (items: Iterable<Item>): Item[] => [...items].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));

describe("of a ledger", () => {
  let service: QueryService;
  /** The last that the history says of each item. */
  let expected: readonly Item[];

  beforeAll(async () => {
    const store = createMemoryStore();
    await ingest({ source: demoSource(40), store });
    const index = new MemoryIndex();
    const builder = new IndexBuilder(store as LedgerReader, index, allTableGroups);
    while (!(await builder.step()).isAtHead);
    service = createQueryService({ store, openIndex: () => index });
    const last = new Map<string, Item>();
    const page = "order_by:[{transaction_version:asc},{write_set_change_index:asc}],limit:500";
    for (let offset = 0; ; offset += 500) {
      const fields = "table_handle key decoded_key decoded_value is_deleted transaction_version";
      const answer = await ask(service, `{table_items(${page},offset:${offset}){${fields}}}`);
      const items = answer.table_items as unknown as readonly Item[];
      for (const { transaction_version, ...item } of items) {
        const key_hash = createHash("sha256").update(String(item.key)).digest("hex");
        const row = { ...item, key_hash, last_transaction_version: transaction_version };
        last.set(nameOf(row), row);
      }
      if (items.length < 500) break;
    }
    expected = sorted(last.values());
  });

  test("they are the last that its history says, decoded", async () => {
    expect(expected.length).toBeGreaterThan(5);
    expect(expected.some(({ decoded_value }) => decoded_value !== null)).toBe(true);
    expect(await list(service, "")).toEqual(expected.slice(0, 500));
  });

  test("they are found by each of their columns", async () => {
    for (const item of expected.slice(0, 50)) {
      const { table_handle: handle, key, key_hash: hash } = item;
      const same = (column: string) => expected.filter((other) => other[column] === item[column]);
      expect(await list(service, `table_handle:{_eq:"${handle}"}`)).toEqual(same("table_handle"));
      expect(await list(service, `key:{_eq:"${key}"}`)).toEqual(same("key"));
      expect(await list(service, `key_hash:{_eq:"${hash}"}`)).toEqual(same("key_hash"));
      expect(await list(service, `table_handle:{_eq:"${handle}"},key:{_eq:"${key}"}`)).toEqual([item]);
      const one = `current_table_items_by_pk(table_handle:"${handle}",key_hash:"${hash}"){${columns}}`;
      expect((await ask(service, `{${one}}`)).current_table_items_by_pk).toEqual(item);
    }
  });

  test.each(['table_handle:{_eq:"nonsense"}', 'table_handle:{_eq:"0x1"},key:{_eq:"0x0"}', 'key:{_eq:"0xZZ"}'])(
    "none is found by what is no name of one: %s",
    async (where) => {
      expect(await list(service, where)).toEqual([]);
    },
  );
});

interface VectorFile {
  readonly cases: readonly {
    readonly case: string;
    readonly transactions: readonly string[];
    readonly rows: { readonly current_table_items?: readonly Item[] };
  }[];
}

/** A ledger of which the state is what some records wrote, and its index. */
function ledgerOf(names: readonly string[]): { readonly store: LedgerReader; readonly index: MemoryIndex } {
  const vectors = names.map(readRecord).sort((a, b) => Number(a.record.version - b.record.version));
  const index = new MemoryIndex();
  const state = new Map<string, StateEntry>();
  const [first, last] = [vectors[0]!, vectors.at(-1)!];
  for (const { record, place } of vectors) {
    const view = openRecord(record, place);
    for (const { key, value } of view.items) {
      if (value === undefined) state.delete(bytesToHex(key));
      else state.set(bytesToHex(key), { key, bytes: value, version: record.version } as StateEntry);
    }
    const next = `${record.version + 1n}`;
    const head = writeHead({ groups: allTableGroups, chainId: 1, next, isReady: true, knowsState: true });
    const topics = recordTopics(view, tablesOf(allTableGroups));
    index.write({ head, rows: [], versions: topics.map((entry) => ({ ...entry, version: Number(record.version) })) });
  }
  const summary = { chainId: 1, version: last.record.version, oldestVersion: 0n, ...last.place } as LedgerSummary;
  const reads: Partial<LedgerReader> = {
    summary: () => ({ ...summary, oldestLedgerVersion: first.record.version }),
    readRecord: async (version) => vectors.find(({ record }) => record.version === version)!.record,
    readBlockByVersion: async (version) => {
      const { place } = vectors.find(({ record }) => record.version === version)!;
      const entry = { height: place.blockHeight, firstVersion: version, lastVersion: version, ...place };
      return entry as unknown as Awaited<ReturnType<LedgerReader["readBlockByVersion"]>>;
    },
    readState: (_, key) => state.get(bytesToHex(key)),
    listState: ({ prefix, start, limit }: StateQuery) => {
      const from = start ?? prefix;
      const found = [...state.values()]
        .filter(({ key }) => bytesToHex(key).startsWith(bytesToHex(prefix)) && compareBytes(key, from) >= 0)
        .sort((a, b) => compareBytes(a.key, b.key));
      return { entries: found.slice(0, limit), next: found[limit]?.key };
    },
  };
  return { store: reads as LedgerReader, index };
}

// The code that decodes them is not in the vectors: the rule's own test compares what is decoded.
const undecoded = ({ decoded_key: _, decoded_value: __, ...item }: Item): Item => item;

describeVectors("indexer/table_items.json", () => {
  const { cases } = readVectorJson<VectorFile>("indexer/table_items.json");
  for (const { case: name, transactions, rows } of cases) {
    test(`${name}: what real transactions wrote and removed`, async () => {
      const { store, index } = ledgerOf(transactions);
      const service = createQueryService({ store, openIndex: () => index });
      const expected = sorted(rows.current_table_items ?? []).map(undecoded);
      expect((await list(service, "")).map(undecoded)).toEqual(expected);
      for (const is_deleted of [true, false]) {
        const found = await list(service, `is_deleted:{_eq:${is_deleted}}`);
        expect(found.map(undecoded)).toEqual(expected.filter((item) => item.is_deleted === is_deleted));
      }
      for (const item of expected) {
        const found = await list(service, `table_handle:{_eq:"${item.table_handle}"},key:{_eq:"${item.key}"}`);
        expect(found.map(undecoded)).toEqual([item]);
      }
    });
  }
});

describeVectors("indexer/table_items.json", () => {
  test("large items count for many rows: a query that sorts does not hold more than it may look at", async () => {
    const [{ transactions }] = readVectorJson<VectorFile>("indexer/table_items.json").cases as [VectorFile["cases"][0]];
    const { store, index } = ledgerOf(transactions);
    const bytes = new Uint8Array(2 ** 20);
    let listed = 0;
    const listState = ({ limit }: StateQuery) => {
      const keyOf = (item: number) => tableItemKey(parseAddress("0x1"), Uint8Array.of(item >> 16, item >> 8, item));
      const entries = Array.from({ length: limit }, () => ({ key: keyOf(listed++), bytes, version: 0n }) as StateEntry);
      return { entries, next: keyOf(listed) };
    };
    const service = createQueryService({ store: { ...store, listState } as LedgerReader, openIndex: () => index });
    const query = "{current_table_items(order_by:{key_hash:asc}){key}}";
    const { body } = await service.answer(new TextEncoder().encode(JSON.stringify({ query })));
    expect(body).toContain("the query looks at too many rows");
    expect(listed).toBe(200);
  });
});
