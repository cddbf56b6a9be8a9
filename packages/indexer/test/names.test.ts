import { bool, bytes, string, struct, u8, u64 } from "@ledger/bcs";
import { readLocalGenesis } from "@ledger/local-chain";
import { createMemoryStore } from "@ledger/state-store/memory";
import { genesisSource, ingest } from "@ledger/sync";
import { Address, parseAddress, parseStructTag, ResourceGroup, resourceGroupKey } from "@ledger/types";
import { beforeAll, describe, expect, test } from "vitest";
import { IndexBuilder } from "../src/build.ts";
import { createQueryService, type QueryService } from "../src/graphql/index.ts";
import { BatchRows } from "../src/ledger/batch-rows.ts";
import { MemoryIndex } from "../src/ledger/memory-index.ts";
import { openStateEntry } from "../src/record/record-view.ts";
import { putStateRows } from "../src/rules/put-current.ts";
import { allTableGroups, tablesOf } from "../src/tables/table-groups.ts";

// Names of accounts, from resources that are made by hand: their members and what follows from them are those of the description of
// the tables. No public record of one is at hand.

const mainnet = "0x867ed1f6bf916171b1de3ee92849b8978b7d1b9e0a8cc982a3d19d535dfd9c0c";
const long = (digits: string): string => `0x${digits.padStart(64, "0")}`;
const [alice, bob] = [long("a11ce"), long("b0b")];

const none = Uint8Array.of(0);
const some = (address: string): Uint8Array => Uint8Array.of(1, ...parseAddress(address));
const joined = (...parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]));
const rest = new Uint8Array(80);

const nameRecord = (domain: string, expiration: bigint, target: Uint8Array): Uint8Array =>
  joined(string.encode(domain), u64.encode(expiration), target, rest);
const subdomain = (name: string, policy: number): Uint8Array => joined(string.encode(name), u8.encode(policy));

const ObjectCore = struct("ObjectCore", { guid: u64, owner: Address, isFree: bool });
const Token = struct("Token", { collection: Address, index: u64, description: string, name: string, uri: string });

function tokenOf(owner: string, name: string): Readonly<Record<string, Uint8Array>> {
  const core = { guid: 1n, owner: parseAddress(owner), isFree: true };
  const token = { collection: parseAddress("0xc0"), index: 1n, description: "", name, uri: "" };
  return {
    "0x1::object::ObjectCore": joined(ObjectCore.encode(core), rest),
    "0x4::token::Token": joined(Token.encode(token), bytes.encode(rest)),
  };
}

const index = new MemoryIndex();
let service: QueryService;

/** Puts what the state has of a group at an address. */
function put(rows: BatchRows, address: string, group: string, members: Readonly<Record<string, Uint8Array>>): void {
  const value = ResourceGroup.encode(
    new Map(Object.entries(members).map(([type, member]) => [parseStructTag(type), member])),
  );
  const key = resourceGroupKey(parseAddress(address), parseStructTag(group));
  const place = { version: 7n, blockHeight: 3n, epoch: 1n, timestampUsecs: 0n };
  putStateRows(openStateEntry({ key, value }, place), () => undefined, rows);
}

function putName(rows: BatchRows, token: string, owner: string, members: Readonly<Record<string, Uint8Array>>): void {
  put(rows, token, "0x1::object::ObjectGroup", tokenOf(owner, "a name"));
  const named = Object.entries(members).map(([type, member]) => [`${mainnet}::v2_1_domains::${type}`, member] as const);
  put(rows, token, `${mainnet}::v2_1_domains::ObjectGroup`, Object.fromEntries(named));
}

const late = 1_900_000_000n;

beforeAll(async () => {
  const store = createMemoryStore();
  await ingest({ source: genesisSource(await readLocalGenesis()), store });
  const builder = new IndexBuilder(store, index, allTableGroups);
  while (!(await builder.step()).isAtHead);
  const rows = new BatchRows(index, tablesOf(allTableGroups));
  putName(rows, "0xd1", alice, { NameRecord: nameRecord("cup", late, some(bob)) });
  putName(rows, "0xd2", bob, { NameRecord: nameRecord("old", 0n, none) });
  // One subdomain follows its domain, which has expired, and one does not.
  for (const [token, name, policy] of [
    ["0xd3", "tea", 1],
    ["0xd4", "pot", 0],
  ] as const) {
    putName(rows, token, alice, {
      NameRecord: nameRecord("old", late, some(alice)),
      SubdomainExt: subdomain(name, policy),
    });
  }
  const reverse = { [`${mainnet}::v2_1_domains::ReverseRecord`]: some("0xd1") };
  put(rows, bob, `${mainnet}::v2_1_domains::ObjectGroup`, reverse);
  const unset = { [`${mainnet}::v2_1_domains::ReverseRecord`]: none };
  put(rows, alice, `${mainnet}::v2_1_domains::ObjectGroup`, unset);
  // A package of somebody else's names nobody, and a record that cannot be read says nothing.
  put(rows, "0xd5", "0xbad::v2_1_domains::ObjectGroup", {
    "0xbad::v2_1_domains::NameRecord": nameRecord("cup", late, some(alice)),
  });
  putName(rows, "0xd6", alice, { NameRecord: Uint8Array.of(255) });
  index.write({ head: index.renew()!, rows: rows.take(), versions: [] });
  service = createQueryService({ store, openIndex: () => index });
});

async function ask(query: string): Promise<unknown> {
  const { body } = await service.answer(new TextEncoder().encode(JSON.stringify({ query })));
  return JSON.parse(body);
}

const listOf = (where: string): string =>
  `{current_aptos_names(where:${where},order_by:[{domain:asc},{subdomain:asc}]){token_name owner_address is_active is_primary}}`;

const cup = { token_name: "cup.apt", owner_address: alice, is_active: true, is_primary: true };
const pot = { token_name: "pot.old.apt", owner_address: alice, is_active: true, is_primary: false };
const tea = { token_name: "tea.old.apt", owner_address: alice, is_active: false, is_primary: false };
const old = { token_name: "old.apt", owner_address: bob, is_active: false, is_primary: false };

describe("names are found by", () => {
  test.each([
    ["their domain", '{domain:{_eq:"old"}}', [old, pot, tea]],
    ["their subdomain", '{domain:{_eq:"old"},subdomain:{_eq:"tea"}}', [tea]],
    ["their owner", `{owner_address:{_eq:"${alice}"}}`, [cup, pot, tea]],
    ["the account that they lead to", `{registered_address:{_eq:"${bob}"}}`, [cup]],
    ["being shown", "{is_primary:{_eq:true}}", [cup]],
    ["their end", '{domain_expiration_timestamp:{_gte:"2026-01-01T00:00:00Z"}}', [cup]],
  ])("%s", async (_, where, expected) => {
    expect(await ask(listOf(where))).toEqual({ data: { current_aptos_names: expected } });
  });
});

test("a name has all columns that the official client asks for", async () => {
  const fields = `domain expiration_timestamp registered_address subdomain token_standard is_primary owner_address
    subdomain_expiration_policy domain_expiration_timestamp domain_with_suffix`;
  const name = {
    domain: "old",
    subdomain: "tea",
    token_standard: "v2",
    is_primary: false,
    owner_address: alice,
    registered_address: alice,
    expiration_timestamp: "2030-03-17T17:46:40",
    subdomain_expiration_policy: 1,
    domain_expiration_timestamp: "1970-01-01T00:00:00",
    domain_with_suffix: "old.apt",
  };
  expect(await ask(`{current_aptos_names(where:{subdomain:{_eq:"tea"}}){${fields}}}`)).toEqual({
    data: { current_aptos_names: [name] },
  });
});

test("tokens and accounts lead to names, and names are counted", async () => {
  const query = `{current_token_datas_v2(where:{token_data_id:{_eq:"${long("d1")}"}}){aptos_name{token_name}
      current_token_ownerships_aggregate{aggregate{count sum{amount}}}}
    current_ans_lookup_v2_by_pk(domain:"old",subdomain:"",token_standard:"v2"){token_name registered_address}
    current_aptos_names_aggregate{aggregate{count max{expiration_timestamp}}}}`;
  expect(await ask(query)).toEqual({
    data: {
      current_token_datas_v2: [
        {
          aptos_name: { token_name: "cup.apt" },
          current_token_ownerships_aggregate: { aggregate: { count: 1, sum: { amount: 1 } } },
        },
      ],
      current_ans_lookup_v2_by_pk: { token_name: "old.apt", registered_address: null },
      current_aptos_names_aggregate: { aggregate: { count: 4, max: { expiration_timestamp: "2030-03-17T17:46:40" } } },
    },
  });
});
