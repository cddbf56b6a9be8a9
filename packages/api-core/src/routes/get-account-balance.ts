import { BcsError, u64 } from "@ledger/bcs";
import { balanceOf, CoinStore, ResourceGroup } from "@ledger/types";
import { findBalancePlaces } from "../balance/balance-places.ts";
import { ApiError } from "../contract/error.ts";
import { required } from "../contract/text-type.ts";
import { resolveVersion } from "../endpoint/context.ts";
import { defineRoute } from "../endpoint/route.ts";
import { assetTypeText } from "../schemas/asset-type.ts";
import { u64Number } from "../schemas/scalar.ts";
import { addressParameter, ledgerVersionParameter } from "./parameters.ts";

const maxU64 = 2n ** 64n - 1n;

/** `GET /accounts/{address}/balance/{asset_type}`: how much of a coin or of a fungible asset an account has. */
export const getAccountBalance = defineRoute({
  id: "get_account_balance",
  method: "GET",
  path: "/accounts/{address}/balance/{asset_type}",
  tag: "Accounts",
  summary: "Get account balance",
  description:
    "Returns the balance of a coin or of a fungible asset. For a coin it is what the coin store holds plus what the " +
    "primary store of the paired fungible asset holds; for a fungible asset what the primary store holds. Other stores " +
    "do not count. An account or an asset that does not exist has a balance of 0.",
  params: {
    address: addressParameter,
    asset_type: required(assetTypeText, "A struct type for a coin, or the metadata address of a fungible asset."),
  },
  query: { ledger_version: ledgerVersionParameter },
  cache: "state",
  handle: async ({ params, query }, { ledger, store }) => {
    const version = resolveVersion(ledger, query.ledger_version);
    const { primaryStore, coinStore } = findBalancePlaces(params.address, params.asset_type);
    const group = await store.readState(version, primaryStore);
    const coins = coinStore && (await store.readState(version, coinStore));
    const balance = (group ? balanceOfGroup(group.bytes) : 0n) + (coins ? CoinStore.decode(coins.bytes).coin : 0n);
    if (balance > maxU64) throw new ApiError("internal_error", "the balance is beyond a u64");
    return { value: balance, validator: `b${balance}` };
  },
  reply: {
    description: "The balance, in the smallest unit. It can exceed 2^53: read it as an exact integer.",
    json: {
      schema: u64Number({ title: "Balance" }),
      encode: (balance) => balance.toString(),
    },
    bcs: { description: "The balance, a u64.", encode: (balance) => u64.encode(balance) },
  },
  errors: ["version_not_found", "version_pruned"],
  examples: [
    {
      ledger: "local",
      summary: "The chain's own coin",
      params: { address: "0xcafe", asset_type: "0x1::aptos_coin::AptosCoin" },
      reply: 92991061310891,
    },
    {
      ledger: "mainnet",
      summary: "Coins of an account at the main network's genesis",
      params: {
        address: "0x837ea53670351ffdb328dcd2e17b44b524c12a65bd5587ce451b14482d41ce",
        asset_type: "0x1::aptos_coin::AptosCoin",
      },
      reply: 200000000,
    },
    {
      ledger: "mainnet",
      summary: "An asset that the account never held",
      params: { address: "0x1", asset_type: "0xabc" },
      reply: 0,
    },
  ],
});

/**
 * The balance in the resource group of a primary store. Bytes that are no group, or hold no store, count 0; a store that does not decode
 * is a fault of the node.
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#7.3 | Specification, REST API 7.3}
 */
function balanceOfGroup(bytes: Uint8Array): bigint {
  const group = decodeGroup(bytes);
  return (group && balanceOf(group)) ?? 0n;
}

function decodeGroup(bytes: Uint8Array): ResourceGroup | undefined {
  try {
    return ResourceGroup.decode(bytes);
  } catch (error) {
    if (error instanceof BcsError) return undefined;
    throw error;
  }
}
