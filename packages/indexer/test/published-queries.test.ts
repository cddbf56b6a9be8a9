import { demoSource } from "@ledger/demo-ledger";
import { createMemoryStore } from "@ledger/state-store/memory";
import { ingest } from "@ledger/sync";
import { beforeAll, describe, expect, test } from "vitest";
import { createQueryService, type QueryService } from "../src/graphql/index.ts";

// What the public schema takes besides columns: rows of relations in conditions and orders, and parts and texts of JSON.

type Row = Readonly<Record<string, unknown>>;

let service: QueryService;
let all: readonly Row[];

interface Answer {
  readonly data?: Readonly<Record<string, readonly Row[]>>;
  readonly errors?: readonly { readonly message: string }[];
}

async function ask(query: string): Promise<Answer> {
  const { body } = await service.answer(new TextEncoder().encode(JSON.stringify({ query })));
  return JSON.parse(body) as Answer;
}

async function rowsOf(field: string): Promise<readonly Row[]> {
  const { data, errors } = await ask(`{${field}}`);
  expect(errors).toBeUndefined();
  return Object.values(data!)[0]!;
}

beforeAll(async () => {
  const store = createMemoryStore();
  await ingest({ source: demoSource(12), store });
  service = createQueryService({ store });
  all = await rowsOf(`account_transactions(order_by:[{transaction_version:asc},{account_address:asc}]){
    account_address transaction_version
    user_transaction{sender max_gas_amount}
    coin_activities{activity_type amount is_gas_fee is_transaction_success owner_address}
    fungible_asset_activities{type amount is_gas_fee}
    token_activities_v2{type}
    delegated_staking_activities{amount}
  }`);
});

const asked = "account_address transaction_version";
const keyOf = ({ account_address, transaction_version }: Row): string =>
  `${String(transaction_version)} ${String(account_address)}`;
const activities = (row: Row): readonly Row[] => row.coin_activities as readonly Row[];
const assets = (row: Row): readonly Row[] => row.fungible_asset_activities as readonly Row[];
const tokens = (row: Row): readonly Row[] => row.token_activities_v2 as readonly Row[];
const stakes = (row: Row): readonly Row[] => row.delegated_staking_activities as readonly Row[];
const senderOf = (row: Row): unknown => (row.user_transaction as Row | null)?.sender;
const amounts = (row: Row): readonly number[] => activities(row).map(({ amount }) => amount as number);

describe("account_transactions by rows of other tables", () => {
  test.each<[string, (row: Row) => boolean]>([
    ["user_transaction:{max_gas_amount:{_gt:0}}", (row) => row.user_transaction !== null],
    ["_not:{user_transaction:{}}", (row) => row.user_transaction === null],
    [
      "coin_activities:{amount:{_gt:1000},is_gas_fee:{_eq:false}}",
      (row) => activities(row).some(({ amount, is_gas_fee }) => (amount as number) > 1000 && is_gas_fee === false),
    ],
    [
      'fungible_asset_activities:{type:{_like:"%Withdraw%"}}',
      (row) => assets(row).some(({ type }) => String(type).includes("Withdraw")),
    ],
    ["token_activities_v2:{}", (row) => tokens(row).length > 0],
    ["delegated_staking_activities:{}", (row) => stakes(row).length > 0],
    ["coin_activities_aggregate:{count:{predicate:{_gte:3}}}", (row) => activities(row).length >= 3],
    [
      "coin_activities_aggregate:{count:{predicate:{_eq:1},filter:{is_gas_fee:{_eq:true}}}}",
      (row) => activities(row).filter(({ is_gas_fee }) => is_gas_fee === true).length === 1,
    ],
    [
      "coin_activities_aggregate:{count:{arguments:[owner_address],distinct:true,predicate:{_gt:1}}}",
      (row) => new Set(activities(row).map(({ owner_address }) => owner_address)).size > 1,
    ],
    [
      "coin_activities_aggregate:{bool_and:{arguments:is_gas_fee,predicate:{_eq:true}}}",
      (row) => activities(row).length > 0 && activities(row).every(({ is_gas_fee }) => is_gas_fee === true),
    ],
    [
      "coin_activities_aggregate:{bool_or:{arguments:is_gas_fee,predicate:{_eq:false}}}",
      (row) => activities(row).length > 0 && !activities(row).some(({ is_gas_fee }) => is_gas_fee === true),
    ],
    ["token_activities_v2_aggregate:{count:{predicate:{_eq:0}}}", (row) => tokens(row).length === 0],
  ])("where %s", async (condition, holds) => {
    const found = await rowsOf(`account_transactions(where:{${condition}}){${asked}}`);
    const expected = all.filter(holds).map(keyOf);
    expect(found.map(keyOf).toSorted()).toEqual(expected.toSorted());
  });

  const byNumber = (value: (row: Row) => number | null, sign: 1 | -1) => (a: Row, b: Row) => {
    const [left, right] = [value(a), value(b)];
    if (left === null || right === null) return left === right ? 0 : (left === null ? 1 : -1) * sign;
    return sign * (left - right);
  };
  const most = (row: Row): number | null => (amounts(row).length === 0 ? null : Math.max(...amounts(row)));
  const averageStake = (row: Row): number | null =>
    stakes(row).length === 0
      ? null
      : stakes(row).reduce((sum, { amount }) => sum + (amount as number), 0) / stakes(row).length;
  const total = (row: Row): number | null =>
    amounts(row).length === 0 ? null : amounts(row).reduce((sum, amount) => sum + amount, 0);

  test.each<[string, (a: Row, b: Row) => number]>([
    ["coin_activities_aggregate:{count:desc}", (a, b) => activities(b).length - activities(a).length],
    ["fungible_asset_activities_aggregate:{count:asc}", (a, b) => assets(a).length - assets(b).length],
    ["coin_activities_aggregate:{max:{amount:asc}}", byNumber(most, 1)],
    ["coin_activities_aggregate:{sum:{amount:desc}}", byNumber(total, -1)],
    ["token_activities_v2_aggregate:{count:desc}", (a, b) => tokens(b).length - tokens(a).length],
    ["delegated_staking_activities_aggregate:{avg:{amount:asc}}", byNumber(averageStake, 1)],
    [
      "user_transaction:{sender:asc_nulls_first}",
      (a, b) => {
        const [left, right] = [String(senderOf(a) ?? ""), String(senderOf(b) ?? "")];
        return left < right ? -1 : left > right ? 1 : 0;
      },
    ],
  ])("ordered by %s", async (order, compare) => {
    const found = await rowsOf(
      `account_transactions(order_by:[{${order}},{transaction_version:asc},{account_address:asc}]){${asked}}`,
    );
    // Sorts are stable, and all rows are in the order of the two columns.
    expect(found.map(keyOf)).toEqual(all.toSorted(compare).map(keyOf));
  });

  test("the ledger has what these tell apart", () => {
    expect(all.length).toBeGreaterThan(50);
    expect(all.length).toBeLessThan(500);
    expect(new Set(all.map((row) => activities(row).length)).size).toBeGreaterThan(2);
    expect(all.some((row) => row.user_transaction === null)).toBe(true);
  });
});

describe("JSON", () => {
  const event = "0x1::fungible_asset::Deposit";

  test("a part of a value is given by its path", async () => {
    const found = await rowsOf(`events(where:{type:{_eq:"${event}"}},limit:5){
      data whole:data(path:"$") store:data(path:"$.store") plain:data(path:"store") quoted:data(path:"['amount']") none:data(path:"$.a[0].b")
    }`);
    expect(found).toHaveLength(5);
    for (const { data, whole, store, plain, quoted, none } of found) {
      const { store: own, amount } = data as Row;
      expect([whole, store, plain, quoted, none]).toEqual([data, own, own, amount, null]);
    }
  });

  test.each(["$..", "a b", "[", "['a", "$[x]", "a."])("%s is no path", async (path) => {
    const { errors } = await ask(`{events(limit:1){data(path:${JSON.stringify(path)})}}`);
    expect(errors?.[0]?.message).toContain("a path is such as");
  });

  test("a value is compared as a text, and by its order", async () => {
    const countOf = async (condition: string): Promise<number> =>
      (await rowsOf(`events(where:{type:{_eq:"${event}"},data:${condition}},limit:500){event_index}`)).length;
    const [{ data }] = (await rowsOf(`events(where:{type:{_eq:"${event}"}},limit:1){data}`)) as [{ data: Row }];
    const text = `{"store": "${String(data.store)}", "amount": "${String(data.amount)}"}`;
    const alike = await countOf(`{_contains:{amount:"${String(data.amount)}",store:"${String(data.store)}"}}`);
    expect(alike).toBeGreaterThan(0);
    expect(await countOf(`{_cast:{String:{_eq:${JSON.stringify(text)}}}}`)).toBe(alike);
    expect(await countOf(`{_cast:{String:{_like:${JSON.stringify(`%"${String(data.store)}"%`)}}}}`)).toBe(
      await countOf(`{_contains:{store:"${String(data.store)}"}}`),
    );
    const every = await countOf("{_is_null:false}");
    const value = `{amount:"${String(data.amount)}",store:"${String(data.store)}"}`;
    const [less, equal, more] = [await countOf(`{_lt:${value}}`), alike, await countOf(`{_gt:${value}}`)];
    expect(less + equal + more).toBe(every);
    expect(await countOf(`{_gte:${value}}`)).toBe(equal + more);
  });
});

test("coin activities lead to their coin and to the names of their owners, and tell their events' streams", async () => {
  const found = await rowsOf(`coin_activities(limit:500){
    event_index event_account_address event_creation_number event_sequence_number coin_type
    coin_info{symbol coin_type_hash} aptos_names{domain} aptos_names_aggregate{aggregate{count}}
  }`);
  expect(found.length).toBeGreaterThan(0);
  for (const row of found) {
    expect(row).toMatchObject({
      // SHA-256 of the coin's type.
      coin_info: { symbol: "APT", coin_type_hash: "91ceb1308a98389691e05158b07ed5f079ab78461a6bb8d5a4054b1bb5cb8bb6" },
      ...{ aptos_names: [], aptos_names_aggregate: { aggregate: { count: 0 } } },
    });
    // Fees have no event, and the events of assets that are no coins belong to no account.
    expect(row.event_account_address === null).toBe(row.event_creation_number === null);
  }
});

test("claims lead to their tokens and collections", async () => {
  const { errors } = await ask(`{current_token_pending_claims(
    where:{current_token_data_v2:{token_name:{_eq:"a"}},current_collection_data:{description:{_eq:""}}},
    order_by:[{current_collection_v2:{collection_name:asc}},{current_token_data:{name:desc}}]
  ){current_token_data_v2{token_name} current_token_data{name royalty_points_numerator} current_collection_v2{uri}
    current_collection_data{maximum_mutable}}}`);
  expect(errors).toBeUndefined();
});

test("what conditions and orders by relations look at is bounded", async () => {
  const own = { depth: 40, open: "current_token_data:{current_token_ownerships:{", close: "}}" };
  const nested = `${own.open.repeat(own.depth)}amount:{_gte:0}${own.close.repeat(own.depth)}`;
  expect((await ask(`{current_token_ownerships_v2(where:{${nested}}){amount}}`)).errors).toBeUndefined();
  const orders = new Array(51).fill("{transaction_version:asc}").join(",");
  expect((await ask(`{account_transactions(order_by:[${orders}]){transaction_version}}`)).errors?.[0]?.message).toBe(
    "an order may have 50 parts",
  );
});

test("tools read which columns are never null", async () => {
  const { data } = (await ask(
    `{__type(name:"delegated_staking_pools"){fields{name type{kind ofType{name}}}}}`,
  )) as unknown as { data: { __type: { fields: readonly { name: string; type: unknown }[] } } };
  const typeOf = (wanted: string): unknown => data.__type.fields.find(({ name }) => name === wanted)?.type;
  expect(typeOf("staking_pool_address")).toEqual({ kind: "NON_NULL", ofType: { name: "String" } });
  expect(typeOf("first_transaction_version")).toEqual({ kind: "NON_NULL", ofType: { name: "bigint" } });
});
