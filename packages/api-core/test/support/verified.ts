import { type Api, createApi } from "@ledger/api-core";
import { createVerifiedFetch, type VerifiedFetch, type VerifiedFetchOptions } from "@ledger/api-core/verified";
import { demoAccounts, demoTables } from "@ledger/demo-ledger";
import type { LedgerStore } from "@ledger/state-store";
import { formatAddress } from "@ledger/types";
import { roots } from "@ledger/verifier";
import { afterAll } from "vitest";
import { openDemoStore } from "./demo-store.ts";
import { fetchOf, type Passing } from "./fetch-of.ts";

/** Where the node is that may lie, and the one whose roots are trusted. */
export const node = "https://data.example/v1";
export const home = "https://home.example/v1";

/** A ledger with proofs, and its API. */
export interface ProvedDemo {
  readonly store: LedgerStore;
  readonly api: Api;
  /** A transport that trusts the roots of an honest node, and has its data from one that may lie. */
  verified(lie?: (answer: Passing) => void, options?: Partial<VerifiedFetchOptions>): VerifiedFetch["fetch"];
}

/** Opens one for the tests of a file, until these have ended. */
export async function useProvedDemo(blocks = 9): Promise<ProvedDemo> {
  const store = await openDemoStore(blocks);
  afterAll(() => store.close());
  const api = createApi({ store });
  return {
    ...{ store, api },
    verified: (lie, options) =>
      createVerifiedFetch({
        node,
        trust: roots(home, { fetch: fetchOf(api) }),
        fetch: fetchOf(api, lie),
        ...options,
      }).fetch,
  };
}

export const ada = formatAddress(demoAccounts.ada.address);
const { orders, coinConversion } = demoTables;
const json = { "content-type": "application/json" };
export const post = (body: unknown) => ({ method: "POST" as const, headers: json, body: JSON.stringify(body) });

/** A transfer that is only tried. */
export const unsigned = {
  sender: ada,
  sequence_number: "3",
  max_gas_amount: "100000",
  gas_unit_price: "100",
  expiration_timestamp_secs: "4102444800",
  payload: {
    type: "entry_function_payload",
    function: "0x1::aptos_account::transfer",
    type_arguments: [],
    arguments: ["0xb0b", "1000"],
  },
  signature: { type: "no_account_signature" },
};

/** Questions of every kind that is answered from proved state. */
export const questions: readonly (readonly [name: string, path: string, init?: ReturnType<typeof post>])[] = [
  ["an account", `/accounts/${ada}`],
  ["an account that does not exist", "/accounts/0xabcdef"],
  ["a resource", "/accounts/0x1/resource/0x1::block::BlockResource"],
  ["a resource with types of other modules", `/accounts/${ada}/resource/0x1::account::Account`],
  ["a member of a group", "/accounts/0xa/resource/0x1::fungible_asset::Metadata"],
  ["a resource that is absent", "/accounts/0xabcdef/resource/0x1::account::Account"],
  ["a module", "/accounts/0x1/module/chain_id"],
  ["a module that is absent", "/accounts/0x1/module/no_such_module"],
  ["a balance", `/accounts/${ada}/balance/0x1::aptos_coin::AptosCoin`],
  ["a balance of nothing", "/accounts/0xabcdef/balance/0xa"],
  [
    "a table item",
    `/tables/${formatAddress(coinConversion.handle)}/item`,
    post({ key_type: coinConversion.keyType, value_type: coinConversion.valueType, key: coinConversion.exampleKey }),
  ],
  [
    "a table item that is absent",
    `/tables/${formatAddress(orders.handle)}/item`,
    post({ key_type: "u64", value_type: "u64", key: "1" }),
  ],
  [
    "a view",
    "/view",
    post({ function: "0x1::coin::balance", type_arguments: ["0x1::aptos_coin::AptosCoin"], arguments: [ada] }),
  ],
  [
    "a view that returns a struct",
    "/view",
    post({ function: "0x1::coin::symbol", type_arguments: ["0x1::aptos_coin::AptosCoin"], arguments: [] }),
  ],
  [
    "a view that fails",
    "/view",
    post({ function: "0x1::account::get_sequence_number", type_arguments: [], arguments: ["0x1", "0x2"] }),
  ],
  ["a simulation", "/transactions/simulate", post(unsigned)],
  ["a simulation that fails", "/transactions/simulate", post({ ...unsigned, sequence_number: "99" })],
  ["a simulation with as much gas as one has", "/transactions/simulate?estimate_max_gas_amount=true", post(unsigned)],
];
