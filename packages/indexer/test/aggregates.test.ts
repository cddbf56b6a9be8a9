import { readLocalGenesis } from "@ledger/local-chain";
import { createMemoryStore } from "@ledger/state-store/memory";
import { genesisSource, ingest } from "@ledger/sync";
import type { GraphQLObjectType } from "graphql";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { aggregateFields } from "../src/graphql/aggregate-fields.ts";
import { createQueryService, type QueryService } from "../src/graphql/index.ts";

let service: QueryService;
beforeAll(async () => {
  const store = createMemoryStore();
  await ingest({ source: genesisSource(await readLocalGenesis()), store });
  service = createQueryService({ store });
});

interface Answer {
  readonly data?: Readonly<Record<string, unknown>>;
  readonly errors?: readonly { readonly message: string }[];
}

async function ask(query: string): Promise<Answer> {
  const { body } = await service.answer(new TextEncoder().encode(JSON.stringify({ query })));
  return JSON.parse(body) as Answer;
}

test("numbers are summed up exactly, extremes are those of an order, and nothing is made of nothing", async () => {
  const of = '(where:{token_standard:{_eq:"v1"}})';
  const fields = "sum{decimals} avg{decimals} min{symbol} max{symbol decimals} stddev_pop{decimals} stddev{decimals}";
  const { data } = await ask(
    `{fungible_asset_metadata_aggregate${of}{aggregate{${fields}}}
      none:fungible_asset_metadata_aggregate(where:{symbol:{_eq:"none"}}){aggregate{count sum{decimals} max{name}}}
      all:current_objects_aggregate{aggregate{count min{last_transaction_version} sum{last_transaction_version}}}}`,
  );
  const coin = { decimals: 8 };
  expect(data).toMatchObject({
    fungible_asset_metadata_aggregate: {
      aggregate: {
        ...{ sum: coin, avg: coin, min: { symbol: "APT" }, max: { symbol: "APT", decimals: 8 } },
        ...{ stddev_pop: { decimals: 0 }, stddev: { decimals: null } },
      },
    },
    none: { aggregate: { count: 0, sum: { decimals: null }, max: { name: null } } },
    all: { aggregate: { min: { last_transaction_version: 0 }, sum: { last_transaction_version: 0 } } },
  });
});

test.each([
  ["bigint", "current_objects(where:{last_transaction_version:{_eq:1.5}}){object_address}", "expected a whole number"],
  [
    "numeric",
    'current_objects(where:{last_guid_creation_num:{_eq:"1e3"}}){object_address}',
    "expected a number in decimal digits",
  ],
])("what is no number for %s is refused", async (_, query, expected) => {
  expect((await ask(`{${query}}`)).errors?.[0]?.message).toContain(expected);
});

test("a fraction is compared with whole numbers", async () => {
  const countOf = async (condition: string): Promise<unknown> => {
    const { data } = await ask(
      `{current_fungible_asset_balances_aggregate(where:{amount:${condition}}){aggregate{count}}}`,
    );
    return data?.current_fungible_asset_balances_aggregate;
  };
  expect(await countOf("{_gt:-0.5}")).toEqual(await countOf("{_gte:0}"));
  expect(await countOf("{_eq:0.5}")).toEqual({ aggregate: { count: 0 } });
});

test("between two aggregates of many rows others have their turn, and the answer can be cancelled", async () => {
  const controller = new AbortController();
  const rows = Array.from({ length: 500_000 }, (_, i) => ({ number: BigInt(i) }));
  let turns = 0;
  const context = { fold: () => undefined, signal: controller.signal };
  const count = setInterval(() => {
    turns++;
  }, 0);
  onTestFinished(() => clearInterval(count));
  const { sum } = aggregateFields("things", { number: "bigint" });
  const { resolve } = (sum!.type as GraphQLObjectType).getFields().number!;
  expect(await resolve!({ rows: async () => rows }, {}, context, {} as never)).toBe(124_999_750_000n);
  expect(turns).toBeGreaterThan(1);
  controller.abort();
  await expect(resolve!({ rows: async () => rows }, {}, context, {} as never)).rejects.toThrow("aborted");
});
