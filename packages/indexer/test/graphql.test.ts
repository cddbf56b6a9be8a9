import { readLocalGenesis } from "@ledger/local-chain";
import type { LedgerStore } from "@ledger/state-store";
import { createMemoryStore } from "@ledger/state-store/memory";
import { genesisSource, ingest } from "@ledger/sync";
import { getIntrospectionQuery } from "graphql";
import { beforeAll, expect, test } from "vitest";
import { createQueryService, type QueryService } from "../src/graphql/index.ts";

let store: LedgerStore;
let service: QueryService;
const faults: unknown[] = [];

beforeAll(async () => {
  store = createMemoryStore();
  await ingest({ source: genesisSource(await readLocalGenesis()), store });
  service = createQueryService({ store, onFault: (error) => faults.push(error) });
});

type Row = Readonly<Record<string, unknown>>;

interface Answer {
  readonly data?: Readonly<Record<string, never>>;
  readonly errors?: readonly { readonly message: string; readonly extensions: unknown }[];
}

const bodyOf = (query: string): Uint8Array => new TextEncoder().encode(JSON.stringify({ query }));

async function ask(query: string): Promise<Answer> {
  const { body } = await service.answer(bodyOf(query));
  return JSON.parse(body) as Answer;
}

const refusalOf = async (query: string): Promise<string | undefined> => (await ask(query)).errors?.[0]?.message;
const aliases = (count: number, field: string): string =>
  Array.from({ length: count }, (_, i) => `a${i}:${field}`).join(" ");
const objects = "current_objects{object_address}";

test.each([
  ["as they are", (fields: string) => `{${fields}}`],
  ["in a fragment in their place", (fields: string) => `{... on query_root{${fields}}}`],
  ["in a named fragment", (fields: string) => `{...f} fragment f on query_root{${fields}}`],
  [
    "in a fragment of a fragment",
    (fields: string) => `{...f} fragment f on query_root{...g} fragment g on query_root{${fields}}`,
  ],
])("fields of the root are bounded, %s", async (_, queryOf) => {
  expect(await refusalOf(queryOf(aliases(61, objects)))).toBe("a query may ask for at most 60 fields at the root");
  expect(Object.keys((await ask(queryOf(aliases(60, objects)))).data ?? {})).toHaveLength(60);
});

test("fields count as often as a fragment brings them, also where fragments double each other", async () => {
  const many = `fragment f on current_objects{${aliases(60, "owner_address")}}`;
  expect(await refusalOf(`{${aliases(10, "current_objects{...f}")}} ${many}`)).toContain("at most 500 fields");
  expect(await refusalOf(`{${aliases(5, "current_objects{...f}")}} ${many}`)).toBeUndefined();
  const doubling = Array.from({ length: 30 }, (_, i) => `fragment f${i} on current_objects{...f${i + 1} ...f${i + 1}}`);
  const last = "fragment f30 on current_objects{owner_address}";
  expect(await refusalOf(`{current_objects{...f0}} ${doubling.join(" ")} ${last}`)).toContain("at most 500 fields");
  expect(await refusalOf("{...f} fragment f on query_root{...f}")).toContain("Cannot spread fragment");
});

test("levels are bounded, and tools can read the schema", async () => {
  const nested = `{__type(name:"query_root"){${"ofType{".repeat(20)}name${"}".repeat(20)}}}`;
  expect(await refusalOf(nested)).toBe("a query may be at most 16 levels deep");
  expect(await refusalOf(getIntrospectionQuery())).toBeUndefined();
});

test("a mistake of the client is reported to the client in the form of the public indexer, and is no fault", async () => {
  const code = "validation-failed";
  for (const [query, message, path] of [
    ["{nothing{at_all}}", "field 'nothing' not found in type: 'query_root'", "$.selectionSet.nothing"],
    [
      "{objects:current_objects{object_address}...f} fragment f on query_root{user_transactions{version gas}}",
      "field 'gas' not found in type: 'user_transactions'",
      "$.selectionSet.user_transactions.selectionSet.gas",
    ],
    [
      "{current_token_datas_v2{current_collection{...on current_collections_v2{nothing}}}}",
      "field 'nothing' not found in type: 'current_collections_v2'",
      "$.selectionSet.current_token_datas_v2.selectionSet.current_collection.selectionSet.nothing",
    ],
  ] as const) {
    expect((await ask(query)).errors).toEqual([{ message, extensions: { path, code } }]);
  }
  const pattern = '{fungible_asset_metadata(where:{name:{_regex:"("}}){name}}';
  expect(await refusalOf(pattern)).toContain("a pattern is no regular expression");
  const large = `{fungible_asset_metadata(where:{name:{_niregex:"${"[a-z]{0,1000}".repeat(15)}"}}){name}}`;
  expect(await refusalOf(large)).toContain("a pattern may have 2500 instructions, and this one has");
  expect(await refusalOf('{user_transactions(where:{timestamp:{_gt:"soon"}}){version}}')).toContain(
    "expected a timestamp",
  );
  expect((await service.answer(new Uint8Array([1]))).body).toContain("parse-failed");
  expect(faults).toEqual([]);
});

const post = async (body: unknown): Promise<unknown> =>
  JSON.parse((await service.answer(new TextEncoder().encode(JSON.stringify(body)))).body);

test("a list of operations is answered by a list, each with its own mistakes", async () => {
  const answers = await post([
    { query: "{ledger_infos{chain_id}}" },
    { query: "{nothing}" },
    { query: "{" },
    {
      query: "query q($a: String) {current_objects(where:{object_address:{_eq:$a}}){owner_address}}",
      variables: { a: "0x1" },
    },
  ]);
  expect(answers).toMatchObject([
    { data: { ledger_infos: [{ chain_id: expect.any(Number) }] } },
    { errors: [{ message: "field 'nothing' not found in type: 'query_root'" }] },
    { errors: [{ message: expect.stringContaining("Syntax Error") }] },
    { data: { current_objects: [] } },
  ]);
  expect(await post([])).toMatchObject({ errors: [{ message: "a list has one operation, at least" }] });
});

test("the operations of a list share the bounds of one query", async () => {
  const query = "{current_objects{object_address}}";
  expect(await post(new Array(21).fill({ query }))).toMatchObject({
    errors: [{ message: "a list may have 20 operations" }],
  });
  const rows = ((await ask(query)).data?.current_objects ?? []) as readonly unknown[];
  const each = aliases(60, objects);
  const perList = 60 * rows.length;
  const answers = (await post(new Array(20).fill({ query: `{${each}}` }))) as Answer[];
  const answered = answers.filter(({ errors }) => errors === undefined).length;
  expect(answered).toBe(Math.min(20, Math.floor(20_000 / perList)));
});

test("a request may be as large as a thousand addresses and more, and no larger than 1 MiB", async () => {
  const addresses = Array.from({ length: 1_000 }, (_, i) => `0x${i.toString(16).padStart(64, "0")}`);
  const where = `where:{object_address:{_in:${JSON.stringify(addresses)}}}`;
  expect(await refusalOf(`{current_objects(${where}){object_address}}`)).toBeUndefined();
  const query = "query q($in: [String!]) {current_objects(where:{object_address:{_in:$in}}){object_address}}";
  const first = ((await ask("{current_objects(limit:1){object_address}}")).data?.current_objects ?? []) as Row[];
  const found = await post({ query, variables: { in: [...addresses, first[0]!.object_address] } });
  expect(found).toEqual({ data: { current_objects: first } });
  expect(await post({ query: " ".repeat(1024 * 1024) })).toMatchObject({
    errors: [{ message: "the request body may have 1048576 bytes" }],
  });
});

test("what conditions in variables make work of is bounded", async () => {
  const query = "query q($where: current_objects_bool_exp) {current_objects(where:$where){object_address}}";
  const refusal = async (where: unknown) =>
    ((await post({ query, variables: { where } })) as Answer).errors?.[0]?.message;
  const many = (count: number) => ({ _or: Array.from({ length: count }, () => ({ owner_address: { _eq: "" } })) });
  expect(await refusal(many(1_000))).toBeUndefined();
  expect(await refusal(many(2_000))).toBe("variables may have 4000 members");
  expect(await refusal({ owner_address: { _in: new Array(20_001).fill("") } })).toBe(
    "lists of variables may have 20000 values",
  );
  const deep = JSON.parse(`${'{"_not":'.repeat(65)}{}${"}".repeat(65)}`) as unknown;
  expect(await refusal(deep)).toBe("the variables are too deep");
});

test("a query may ask for an answer that is kept, and gets a new one", async () => {
  expect(await ask("query q @cached {ledger_infos{chain_id}}")).toEqual(await ask("{ledger_infos{chain_id}}"));
  expect(await refusalOf("query q @cached(ttl: 5, refresh: true) {ledger_infos{chain_id}}")).toBeUndefined();
});

test("gas is asked for by variables of the public indexer's type", async () => {
  const query =
    "query q($most: numeric) {user_transactions(where:{max_gas_amount:{_lt:$most},gas_unit_price:{_gt:$most}}){version}}";
  expect(await post({ query, variables: { most: 7 } })).toEqual({ data: { user_transactions: [] } });
});

test("a query of a client that has left ends", async () => {
  const controller = new AbortController();
  const asked = service.answer(bodyOf(`{${aliases(20, objects)}}`), controller.signal);
  controller.abort();
  await expect(asked).rejects.toMatchObject({ name: "AbortError" });
});

test("the headers of an answer are of the families that are asked for, and of no others", async () => {
  const mine = createQueryService({ store, headerPrefixes: ["X-Mine-", "X-Yours-"] });
  const { headers } = await mine.answer(bodyOf("{ledger_infos{chain_id}}"));
  expect(headers).toEqual({
    "Content-Type": "application/json",
    ...{ "X-Mine-LEDGER-VERSION": "0", "X-Yours-LEDGER-VERSION": "0" },
    ...{ "X-Mine-LEDGER-OLDEST-VERSION": "0", "X-Yours-LEDGER-OLDEST-VERSION": "0" },
  });
});

test("an answer tells the version that it is as of, in a header and as every processor", async () => {
  const { headers, body } = await service.answer(bodyOf("{processor_status{last_success_version}}"));
  expect(headers["X-SVC-LEDGER-VERSION"]).toBe("0");
  const { data } = JSON.parse(body) as Answer;
  const rows = (data?.processor_status ?? []) as readonly { readonly last_success_version: number }[];
  expect(rows).toHaveLength(13);
  expect(new Set(rows.map((row) => row.last_success_version))).toEqual(new Set([0]));
});

const coin = '"0x1::aptos_coin::AptosCoin"';

test.each([
  ["_eq", `{_eq:${coin}}`, 1],
  ["_in", `{_in:[${coin}]}`, 1],
  ["_like", '{_like:"%aptos_coin%"}', 1],
  ["_nlike", '{_nlike:"%aptos_coin%"}', 0],
  ["_like of a name with a point", '{_like:"0x1..aptos%"}', 0],
  ["_ilike", '{_ilike:"%APTOS\\\\_COIN%"}', 1],
  ["_similar", '{_similar:"0x1::(aptos|other)_coin::%"}', 1],
  ["_regex", '{_regex:"^0x1::[a-z_]+::Aptos"}', 1],
  ["_iregex", '{_iregex:"APTOSCOIN$"}', 1],
  ["_nregex", '{_nregex:"AptosCoin$"}', 0],
])("texts are compared by %s", async (_, condition, expected) => {
  const { data } = await ask(
    `{fungible_asset_metadata(where:{asset_type:${condition},token_standard:{_eq:"v1"}}){asset_type}}`,
  );
  expect(data?.fungible_asset_metadata).toHaveLength(expected);
});

test("a row is found by its key, and counted by columns", async () => {
  const { data } = await ask(
    `{fungible_asset_metadata_by_pk(asset_type:${coin}){symbol decimals}
      none:fungible_asset_metadata_by_pk(asset_type:"0x2::a::B"){symbol}
      fungible_asset_metadata_aggregate{aggregate{all:count standards:count(columns:token_standard,distinct:true)}}}`,
  );
  expect(data).toEqual({
    fungible_asset_metadata_by_pk: { symbol: "APT", decimals: 8 },
    none: null,
    fungible_asset_metadata_aggregate: { aggregate: { all: 2, standards: 2 } },
  });
});

test("one row of each is given where they have to be distinct", async () => {
  const { data } = await ask(
    "{current_objects(distinct_on:[is_deleted],order_by:{object_address:asc}){object_address}}",
  );
  expect(data?.current_objects).toHaveLength(1);
});
