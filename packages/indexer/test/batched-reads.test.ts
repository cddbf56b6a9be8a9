import { demoSource } from "@ledger/demo-ledger";
import type { LedgerReader, TableIndexReader } from "@ledger/state-store";
import { createMemoryStore } from "@ledger/state-store/memory";
import { ingest } from "@ledger/sync";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { allTableGroups, IndexBuilder, MemoryIndex } from "../src/build.ts";
import { createQueryService, type QueryService } from "../src/graphql/index.ts";

// What a query costs in reads of the index, which are round trips where it is on a server.

let service: QueryService;
const index = new MemoryIndex();
const calls = new Map<string, number>();
const reading = [
  "readRow",
  "readRows",
  "listRows",
  "listRowsOf",
  "countRows",
  "listVersions",
  "countVersions",
  "sumVersions",
];

const counted = new Proxy<TableIndexReader>(index, {
  get(target, name) {
    const value = Reflect.get(target, name, target) as unknown;
    if (typeof value !== "function") return value;
    return (...args: unknown[]) => {
      if (reading.includes(String(name))) calls.set(String(name), (calls.get(String(name)) ?? 0) + 1);
      return (value as (...args: unknown[]) => unknown).apply(target, args);
    };
  },
});

beforeAll(async () => {
  const store = createMemoryStore();
  await ingest({ source: demoSource(40), store });
  const builder = new IndexBuilder(store as LedgerReader, index, allTableGroups);
  while (!(await builder.step()).isAtHead);
  service = createQueryService({ store, openIndex: () => counted });
});

beforeEach(() => calls.clear());

interface Answer {
  readonly data?: Readonly<Record<string, never>>;
  readonly errors?: readonly { readonly message: string }[];
}

async function ask(query: string, variables?: object): Promise<Answer> {
  const { body } = await service.answer(new TextEncoder().encode(JSON.stringify({ query, variables })));
  return JSON.parse(body) as Answer;
}

/** The answer to a query that must not fail, with the reads that it took. */
async function costOf(query: string): Promise<{ readonly rows: readonly never[]; readonly reads: number }> {
  calls.clear();
  const { data, errors } = await ask(query);
  expect(errors).toBeUndefined();
  return { rows: Object.values(data!)[0]!, reads: [...calls.values()].reduce((a, b) => a + b, 0) };
}

describe("many rows cost as many reads as one: of", () => {
  test.each([
    ["a row of a relation", "current_fungible_asset_balances", "metadata{symbol}"],
    ["rows of a relation", "current_token_datas_v2", "current_token_ownerships{owner_address}"],
    ["a relation of a relation", "current_token_ownerships_v2", "current_token_data{current_collection{uri}}"],
    ["what happened", "account_transactions", "fungible_asset_activities{amount} user_transaction{sender}"],
  ])("%s", async (_, table, relation) => {
    const one = await costOf(`{${table}(limit:1){${relation}}}`);
    const many = await costOf(`{${table}(limit:100){${relation}}}`);
    expect(one.rows).toHaveLength(1);
    expect(many.rows.length).toBeGreaterThan(1);
    expect(many.reads).toBe(one.reads);
  });

  test("a condition about a relation", async () => {
    const condition = 'where:{current_token_data:{current_collection:{uri:{_neq:"none"}}}}';
    const { rows, reads } = await costOf(`{current_token_ownerships_v2(${condition}){owner_address}}`);
    expect(rows.length).toBeGreaterThan(5);
    expect(reads).toBeLessThan(5);
  });

  test("an order by a relation", async () => {
    const order = "order_by:{current_token_data:{current_collection:{uri:asc}}}";
    const { rows, reads } = await costOf(`{current_token_ownerships_v2(${order}){owner_address}}`);
    expect(rows.length).toBeGreaterThan(5);
    expect(reads).toBeLessThan(5);
  });
});

test("several orders by one relation count in their turn", async () => {
  const orderOf = (...last: readonly string[]): string =>
    `order_by:[{current_token_data:{current_collection:{token_standard:asc}}},${last.map((each) => `{current_token_data:${each}}`).join()},{owner_address:asc}]`;
  const ownersBy = async (order: string): Promise<string[]> => {
    const { rows } = await costOf(`{current_token_ownerships_v2(${order}){current_token_data{token_data_id}}}`);
    return rows.map((row: { current_token_data: { token_data_id: string } }) => row.current_token_data.token_data_id);
  };
  const ascending = await ownersBy(orderOf("{token_standard:asc}", "{token_data_id:asc}"));
  expect(new Set(ascending).size).toBeGreaterThan(1);
  expect(ascending).toEqual(ascending.toSorted());
  expect(await ownersBy(orderOf("{token_data_id:desc}"))).toEqual(ascending.toReversed());
});

describe("counts come from the index, without a row: of", () => {
  test.each([
    ["all of a table", "current_objects", ""],
    ["those of an owner", "current_fungible_asset_balances", "owner_address"],
    ["those of some owners", "current_objects", "owner_address"],
    ["the transactions of an account", "account_transactions", "account_address"],
    ["those of a sender", "user_transactions", "sender"],
  ])("%s", async (_, table, column) => {
    const all = (await ask(`{${table}(limit:500){${column || "__typename"}}}`)).data![table]! as readonly Record<
      string,
      string
    >[];
    const counts = new Map<string, number>();
    for (const row of all) counts.set(row[column]!, (counts.get(row[column]!) ?? 0) + 1);
    for (const [value, expected] of column === "" ? [["", all.length] as const] : counts) {
      // Accounts of the system are no topics.
      if (/^0x0{63}/.test(value)) continue;
      const where = column === "" ? "" : `(where:{${column}:{_eq:"${value}"}})`;
      calls.clear();
      const { data } = await ask(`{${table}_aggregate${where}{aggregate{count}}}`);
      if (all.length < 500) expect(data, value).toEqual({ [`${table}_aggregate`]: { aggregate: { count: expected } } });
      expect([...calls.keys()]).toEqual([expect.stringMatching(/^(?:count|sum)/)]);
    }
  });

  test("what the index cannot tell, row by row", async () => {
    const where = '(where:{amount:{_gt:"0"}})';
    const rows = (await ask(`{current_fungible_asset_balances${where}{amount}}`)).data!
      .current_fungible_asset_balances!;
    const { data } = await ask(`{current_fungible_asset_balances_aggregate${where}{aggregate{count}}}`);
    expect(data).toEqual({
      current_fungible_asset_balances_aggregate: { aggregate: { count: (rows as unknown[]).length } },
    });
    expect(calls.get("listRows")).toBeGreaterThan(0);
  });
});

describe("a query that could have too long an answer is refused before it is worked on", () => {
  const lists = "account_transactions{fungible_asset_activities(limit:500){amount}}";
  const refused = "the answer could have 250500 rows, and 50000 are the most: set a lower limit of its lists";

  test.each([
    ["as it stands", `{${lists}}`, {}],
    ["in a fragment", `{...f} fragment f on query_root{${lists}}`, {}],
    ["by a variable", `query($n:Int){${lists.replace("limit:500", "limit:$n")}}`, { n: 500 }],
    ["by what a variable is otherwise", `query($n:Int=500){${lists.replace("limit:500", "limit:$n")}}`, {}],
    [
      "in the rows of an aggregate",
      "{account_transactions_aggregate{nodes{fungible_asset_activities(limit:500){amount}}}}",
      {},
    ],
    [
      "by the larger of two values that a variable is otherwise",
      `query a($n:Int=500){${lists.replace("limit:500", "limit:$n")}} query b($n:Int=1){ledger_infos(limit:$n){chain_id}}`,
      {},
    ],
  ])("%s", async (_, query, variables) => {
    const { errors } = await ask(query, variables);
    expect(errors?.[0]?.message).toBe(refused);
    expect(calls.size).toBe(0);
  });

  test("in a fragment, by the limit of each aggregate that it is written in", async () => {
    const nodes = "fragment f on account_transactions_aggregate{nodes{fungible_asset_activities(limit:500){amount}}}";
    const query = `{a:account_transactions_aggregate(limit:1){...f} b:account_transactions_aggregate{...f}} ${nodes}`;
    expect((await ask(query)).errors?.[0]?.message).toContain("50000 are the most");
    expect(calls.size).toBe(0);
  });

  test("and by its depth", async () => {
    const nested = (levels: number): string =>
      levels === 0 ? "owner_address" : `composed_nfts(limit:1){${nested(levels - 1)}}`;
    const queryOf = (levels: number): string => `{current_token_ownerships_v2(limit:1){${nested(levels)}}}`;
    expect((await ask(queryOf(5))).errors?.[0]?.message).toBe("tables may be at most 5 levels deep in each other");
    expect((await ask(queryOf(4))).errors).toBeUndefined();
  });

  test("with a lower limit it is answered", async () => {
    const { errors, data } = await ask(`{${lists.replace("limit:500", "limit:5")}}`);
    expect(errors).toBeUndefined();
    expect((data?.account_transactions as unknown[] | undefined)?.length).toBeGreaterThan(100);
  });
});

test("what is not known does not hold, and neither does its opposite", async () => {
  const count = async (where: string): Promise<number> => {
    const { data, errors } = await ask(`{user_transactions_aggregate(where:${where}){aggregate{count}}}`);
    expect(errors).toBeUndefined();
    return (data!.user_transactions_aggregate as unknown as { aggregate: { count: number } }).aggregate.count;
  };
  const all = await count("{}");
  const unknown = await count("{replay_protection_nonce:{_is_null:true}}");
  expect(unknown).toBeGreaterThan(0);
  expect(unknown).toBeLessThan(all);
  expect(await count('{replay_protection_nonce:{_neq:"1"}}')).toBe(all - unknown);
  expect(await count('{_not:{replay_protection_nonce:{_eq:"1"}}}')).toBe(all - unknown);
  expect(await count('{_not:{_and:[{replay_protection_nonce:{_eq:"1"}},{version:{_gte:"0"}}]}}')).toBe(all - unknown);
  expect(await count('{_or:[{replay_protection_nonce:{_eq:"1"}},{version:{_gte:"0"}}]}')).toBe(all);
});
