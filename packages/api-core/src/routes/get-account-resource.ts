import { JsonWriter, type MoveView } from "@ledger/move";
import {
  type Address,
  findGroupMember,
  formatAddress,
  formatStructTag,
  ResourceGroup,
  resourceGroupKey,
  resourceKey,
  type StructTag,
} from "@ledger/types";
import { ApiError } from "../contract/error.ts";
import { required } from "../contract/text-type.ts";
import { moveView, type RequestContext, resolveVersion } from "../endpoint/context.ts";
import { defineRoute } from "../endpoint/route.ts";
import { writeResource } from "../json/resource.ts";
import { MoveResourceSchema } from "../schemas/move-resource.ts";
import { structTagText } from "../schemas/scalar.ts";
import { addressParameter, ledgerVersionParameter } from "./parameters.ts";

/** `GET /accounts/{address}/resource/{resource_type}`: one resource, also from inside a resource group. */
export const getAccountResource = defineRoute({
  id: "get_account_resource",
  method: "GET",
  path: "/accounts/{address}/resource/{resource_type}",
  tag: "Accounts",
  summary: "Get account resource",
  description: "Returns one resource of an account. A member of a resource group is found inside its group.",
  params: { address: addressParameter, resource_type: required(structTagText, "Type of the resource.") },
  query: { ledger_version: ledgerVersionParameter },
  cache: "state",
  handle: async ({ params: { address, resource_type: tag }, query }, context) => {
    const version = resolveVersion(context.ledger, query.ledger_version);
    const view = moveView(context, version);
    const found = await findResource(context, view, version, address, tag);
    if (found === undefined) {
      const where = `address ${formatAddress(address)}, struct tag ${formatStructTag(tag)}, ledger version ${version}`;
      throw new ApiError("resource_not_found", `resource is not found: ${where}`);
    }
    return {
      value: { tag, bytes: found.bytes, view },
      weight: found.bytes.length,
      // The bytes alone do not fix the answer: the code that reads them may be upgraded.
      validator: `r${found.version}-${context.ledger.lastModuleVersion}`,
    };
  },
  reply: {
    description: "The resource.",
    json: {
      schema: MoveResourceSchema,
      encode: async ({ tag, bytes, view }) => {
        const output = new JsonWriter({ capacity: 256 + 4 * bytes.length });
        await writeResource(output, view, tag, bytes);
        return output.view();
      },
    },
    bcs: { description: "The resource as it is stored.", encode: ({ bytes }) => bytes },
  },
  errors: ["resource_not_found", "version_not_found", "version_pruned"],
  examples: [
    {
      ledger: "mainnet",
      summary: "Chain id of the main network",
      params: { address: "0x1", resource_type: "0x1::chain_id::ChainId" },
      reply: { type: "0x1::chain_id::ChainId", data: { id: 1 } },
    },
  ],
});

/** Finds a resource by itself or in its group, with the version that wrote it. */
export async function findResource(
  { store }: RequestContext,
  view: MoveView,
  version: bigint,
  address: Address,
  tag: StructTag,
): Promise<{ readonly bytes: Uint8Array; readonly version: bigint } | undefined> {
  const container = await view.resourceGroupOf(tag);
  if (container === undefined) return store.readState(version, resourceKey(address, tag));
  const group = await store.readState(version, resourceGroupKey(address, container));
  const bytes = group && findGroupMember(ResourceGroup.decode(group.bytes), tag);
  return bytes && { bytes, version: group.version };
}
