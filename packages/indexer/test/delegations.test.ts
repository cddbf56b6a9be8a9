import { u64, u128 } from "@ledger/bcs";
import { readLocalGenesis } from "@ledger/local-chain";
import { createMemoryStore } from "@ledger/state-store/memory";
import { genesisSource, ingest } from "@ledger/sync";
import { parseAddress, parseStructTag, resourceKey, tableItemKey } from "@ledger/types";
import { beforeAll, expect, test } from "vitest";
import { IndexBuilder } from "../src/build.ts";
import { createQueryService, type QueryService } from "../src/graphql/index.ts";
import { BatchRows } from "../src/ledger/batch-rows.ts";
import { MemoryIndex } from "../src/ledger/memory-index.ts";
import { openStateEntry } from "../src/record/record-view.ts";
import { putStateRows } from "../src/rules/put-current.ts";
import { allTableGroups, tablesOf } from "../src/tables/table-groups.ts";

// Delegated stakes as a state has them, made by hand; one number is that of the description of the tables.

const long = (digits: string): string => `0x${digits.padStart(64, "0")}`;
const address = (digits: string): Uint8Array => parseAddress(long(digits));
const joined = (...parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]));
const [pool, alice, bob] = ["b001", "a11ce", "b0b"];
const rest = new Uint8Array(200);
const scale = 10n ** 16n;

/** Coins, shares, the table of shares with its length, and the scale. */
const sharePool = (table: string): Uint8Array =>
  joined(u64.encode(5_000n), u128.encode(7n * scale + scale / 2n), address(table), u64.encode(2n), u64.encode(scale));
const smartTable = (table: string): Uint8Array => joined(address(table), new Uint8Array(8 + 8 + 1 + 8 + 1 + 8));

const index = new MemoryIndex();
let service: QueryService;

beforeAll(async () => {
  const store = createMemoryStore();
  await ingest({ source: genesisSource(await readLocalGenesis()), store });
  const builder = new IndexBuilder(store, index, allTableGroups);
  while (!(await builder.step()).isAtHead);
  const rows = new BatchRows(index, tablesOf(allTableGroups));
  const put = (key: Uint8Array, value: Uint8Array): void => {
    const place = { version: 9n, blockHeight: 3n, epoch: 1n, timestampUsecs: 1_500_000n };
    putStateRows(openStateEntry({ key, value }, place), () => undefined, rows);
  };
  const resource = (type: string, value: Uint8Array): void =>
    put(resourceKey(parseAddress(long(pool)), parseStructTag(type)), value);
  const item = (table: string, key: Uint8Array, value: Uint8Array): void =>
    put(tableItemKey(parseAddress(long(table)), key), value);
  const commission = u64.encode(1_050n);
  resource(
    "0x1::delegation_pool::DelegationPool",
    joined(
      sharePool("51"),
      u64.encode(3n),
      address("52"),
      address("53"),
      address("54"),
      u64.encode(1n),
      commission,
      rest,
    ),
  );
  resource(
    "0x1::delegation_pool::GovernanceRecords",
    joined(smartTable("61"), smartTable("62"), smartTable("63"), rest),
  );
  const coins = new Uint8Array(5 * 8);
  resource("0x1::stake::StakePool", joined(coins, address("09e"), address("70e"), rest));
  item("52", u64.encode(2n), sharePool("55"));
  item("51", address(alice), u128.encode(153_347_327_463_767_236_913n));
  item("51", address(bob), u128.encode(2n * scale));
  // The pool's own remainder is of the null account.
  item("51", address("0"), u128.encode(1n));
  item("55", address(alice), u128.encode(scale / 4n));
  const entry = joined(u64.encode(77n), address(bob), address("70e1"), address("70e2"), u64.encode(5n));
  item("63", u64.encode(0n), joined(Uint8Array.of(1), entry));
  // A table of somebody else has no shares.
  item("99", address(bob), u128.encode(scale));
  index.write({ head: index.renew()!, rows: rows.take(), versions: [] });
  service = createQueryService({ store, openIndex: () => index });
});

async function ask(query: string): Promise<unknown> {
  const { body } = await service.answer(new TextEncoder().encode(JSON.stringify({ query })));
  return JSON.parse(body, (_, value: unknown, context?: { readonly source?: string }) =>
    typeof value === "number" ? context?.source : value,
  );
}

test("shares have all their digits, and say which table they are of", async () => {
  const fields = "delegator_address pool_type shares table_handle parent_table_handle last_transaction_version";
  const row = (delegator: string, pool_type: string, shares: string, table: string, parent: string) => ({
    delegator_address: long(delegator),
    pool_type,
    shares,
    table_handle: long(table),
    parent_table_handle: long(parent),
    last_transaction_version: "9",
  });
  expect(await ask(`{current_delegator_balances(order_by:{shares:desc}){${fields}}}`)).toEqual({
    data: {
      current_delegator_balances: [
        row(alice, "active_shares", "15334.7327463767236913", "51", "51"),
        row(bob, "active_shares", "2", "51", "51"),
        row(alice, "inactive_shares", "0.25", "55", "52"),
        row("0", "active_shares", "0.0000000000000001", "51", "51"),
      ],
    },
  });
  expect(
    await ask('{current_delegator_balances(where:{shares:{_gt:"2.000000000000000000001"}}){delegator_address}}'),
  ).toEqual({ data: { current_delegator_balances: [{ delegator_address: long(alice) }] } });
});

test("a pool says what it has, who runs it and how many have active shares of it", async () => {
  const query = `{num_active_delegator_per_pool{pool_address num_active_delegator}
    current_delegated_staking_pool_balances{total_coins total_shares operator_commission_percentage}
    delegated_staking_pools{first_transaction_version current_staking_pool{operator_address voter_address}}
    current_delegator_balances_aggregate(where:{pool_type:{_eq:"active_shares"}}){aggregate{sum{shares}}}}`;
  expect(await ask(query)).toEqual({
    data: {
      num_active_delegator_per_pool: [{ pool_address: long(pool), num_active_delegator: "2" }],
      current_delegated_staking_pool_balances: [
        { total_coins: "5000", total_shares: "7.5", operator_commission_percentage: "1050" },
      ],
      delegated_staking_pools: [
        {
          first_transaction_version: null,
          current_staking_pool: { operator_address: long("09e"), voter_address: long("70e") },
        },
      ],
      current_delegator_balances_aggregate: { aggregate: { sum: { shares: "15336.7327463767236914" } } },
    },
  });
});

test("who chose no voter votes", async () => {
  const query = `{current_delegated_voter(where:{delegator_address:{_in:["${long(alice)}","${long(bob)}"]}},
    order_by:{delegator_address:asc}){delegator_address voter pending_voter table_handle}}`;
  const handle = { table_handle: long("63") };
  expect(await ask(query)).toEqual({
    data: {
      current_delegated_voter: [
        { delegator_address: long(alice), voter: long(alice), pending_voter: long(alice), ...handle },
        { delegator_address: long(bob), voter: long("70e1"), pending_voter: long("70e2"), ...handle },
      ].sort((a, b) => (a.delegator_address < b.delegator_address ? -1 : 1)),
    },
  });
});

test("a stream goes on after a number that is not whole", async () => {
  const cursor = "cursor:[{initial_value:{shares:1000000},ordering:DESC}]";
  const query = `subscription{current_delegator_balances_stream(batch_size:1,${cursor}){shares}}`;
  const question = new TextEncoder().encode(JSON.stringify({ query }));
  const shares: (string | undefined)[] = [];
  let seen: string | undefined;
  for (let batch = 0; batch < 4; batch++) {
    const answer = await service.follow(question, seen);
    shares.push(/"shares":([\d.]+)/.exec(answer.body ?? "")?.[1]);
    seen = answer.seen;
  }
  expect(shares).toEqual(["15334.7327463767236913", "2", "0.25", "0.0000000000000001"]);
});
