import { moduleKey, resourceGroupKey, resourceKey, tableItemKey } from "@ledger/types";
import type { StateAnswer } from "@ledger/verifier";
import { findBalancePlaces } from "../balance/balance-places.ts";
import { required } from "../contract/text-type.ts";
import { moveView, type RequestContext } from "../endpoint/context.ts";
import { defineRoute } from "../endpoint/route.ts";
import { proveStateAt, stateProofReply } from "../proofs/prove-state.ts";
import { findProofPlace } from "../proofs/proved.ts";
import { assetTypeText } from "../schemas/asset-type.ts";
import { requireTypeTag, verifyMoveType } from "../schemas/move-type.ts";
import { addressText, identifierText, structTagText } from "../schemas/scalar.ts";
import { chainIdProof } from "./examples/proofs.ts";
import { balanceProof, chainIdModuleProof, supplyProof } from "./examples/proofs-of-places.ts";
import { encodeTableKey, tableItemBody } from "./get-table-item.ts";
import { addressParameter, provedVersions } from "./parameters.ts";

// Proofs of what clients ask for by a name. The entries of an answer say which keys were derived from it: a client derives them again.

const shared = {
  tag: "Proofs",
  reply: stateProofReply,
  query: provedVersions,
  errors: ["invalid_input", "version_not_found", "version_pruned"],
  work: "bulk",
} as const;

interface AskedVersions {
  readonly ledger_version: bigint | undefined;
  readonly root_version: bigint | undefined;
}

/** Proves the keys that a name has at the version whose state is proved. */
async function prove(
  context: RequestContext,
  query: AskedVersions,
  keysAt: (version: bigint) => readonly Uint8Array[] | Promise<readonly Uint8Array[]>,
): Promise<{ readonly value: StateAnswer; readonly validator: string }> {
  const place = await findProofPlace(context, { ledgerVersion: query.ledger_version, rootVersion: query.root_version });
  const value = await proveStateAt(context, await keysAt(place.version), place);
  return { value, validator: `p${value.version}-${value.info.ledgerVersion}` };
}

/** `GET /proofs/accounts/{address}/resource/{resource_type}`: a resource, or that there is none. */
export const proveResource = defineRoute({
  ...shared,
  id: "prove_resource",
  method: "GET",
  path: "/proofs/accounts/{address}/resource/{resource_type}",
  summary: "Prove a resource",
  description:
    "Proves a resource of an account, or that the account has none. Of a member of a resource group the whole group is proved. Whether a " +
    "type is in a group its module says: a client that does not know it has the module proved, too.",
  params: { address: addressParameter, resource_type: required(structTagText, "Type of the resource.") },
  cache: "state",
  handle: ({ params: { address, resource_type: tag }, query }, context) =>
    prove(context, query, async (version) => {
      const group = await moveView(context, version).resourceGroupOf(tag);
      return [group === undefined ? resourceKey(address, tag) : resourceGroupKey(address, group)];
    }),
  examples: [
    {
      ledger: "mainnet",
      summary: "Chain id of the main network, proved",
      params: { address: "0x1", resource_type: "0x1::chain_id::ChainId" },
      query: { ledger_version: "0" },
      reply: chainIdProof,
    },
  ],
});

/** `GET /proofs/accounts/{address}/module/{module_name}`: a module, or that there is none. */
export const proveModule = defineRoute({
  ...shared,
  id: "prove_module",
  method: "GET",
  path: "/proofs/accounts/{address}/module/{module_name}",
  summary: "Prove a module",
  description: "Proves the bytecode of a module of an account, or that the account has no module of that name.",
  params: { address: addressParameter, module_name: required(identifierText, "Name of the module.") },
  cache: "state",
  handle: ({ params: { address, module_name: name }, query }, context) =>
    prove(context, query, () => [moduleKey(address, name)]),
  examples: [
    {
      ledger: "mainnet",
      summary: "A module of the framework, proved",
      params: { address: "0x1", module_name: "chain_id" },
      query: { ledger_version: "0" },
      reply: chainIdModuleProof,
    },
  ],
});

/** `GET /proofs/accounts/{address}/balance/{asset_type}`: all that a balance is read from. */
export const proveBalance = defineRoute({
  ...shared,
  id: "prove_balance",
  method: "GET",
  path: "/proofs/accounts/{address}/balance/{asset_type}",
  summary: "Prove a balance",
  description:
    "Proves what a balance is the sum of: of a coin the coin store and the group of the primary store of the paired fungible asset, of a " +
    "fungible asset that group alone. What is absent counts 0.",
  params: {
    address: addressParameter,
    asset_type: required(assetTypeText, "A struct type for a coin, or the metadata address of a fungible asset."),
  },
  cache: "state",
  handle: ({ params: { address, asset_type: asset }, query }, context) =>
    prove(context, query, () => {
      const { primaryStore, coinStore } = findBalancePlaces(address, asset);
      return coinStore === undefined ? [primaryStore] : [primaryStore, coinStore];
    }),
  examples: [
    {
      ledger: "mainnet",
      summary: "Coins of an account at the main network's genesis, proved",
      params: {
        address: "0x837ea53670351ffdb328dcd2e17b44b524c12a65bd5587ce451b14482d41ce",
        asset_type: "0x1::aptos_coin::AptosCoin",
      },
      query: { ledger_version: "0" },
      reply: balanceProof,
    },
  ],
});

/** `POST /proofs/tables/{table_handle}/item`: an item of a table, or that there is none. */
export const proveTableItem = defineRoute({
  ...shared,
  id: "prove_table_item",
  method: "POST",
  path: "/proofs/tables/{table_handle}/item",
  summary: "Prove a table item",
  description:
    "Proves an item of a table, or that the table has none under a key. The body is that of `/tables/{table_handle}/item`.",
  params: { table_handle: required(addressText, "Handle of the table: 32 bytes as hex.") },
  body: tableItemBody,
  cache: "never",
  verify: ({ body }) => verifyMoveType("key_type", body.keyType),
  handle: ({ params: { table_handle: handle }, query, body }, context) =>
    prove(context, query, async (version) => {
      const keyType = requireTypeTag("key_type", body.keyType);
      return [tableItemKey(handle, await encodeTableKey(moveView(context, version), keyType, body.key))];
    }),
  examples: [
    {
      ledger: "mainnet",
      summary: "Total supply of the main network's coin at its genesis, proved",
      params: { table_handle: "0x1b854694ae746cdbd8d44186ca4929b2b337df21d1c74633be19b2710552fdca" },
      query: { ledger_version: "0" },
      body: {
        key_type: "address",
        value_type: "u128",
        key: "0x619dc29a0aac8fa146714058e8dd6d2d0f3bdf5f6331907bf91f3acd81e6935",
      },
      reply: supplyProof,
    },
  ],
});
