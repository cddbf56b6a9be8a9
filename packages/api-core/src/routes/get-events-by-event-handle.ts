import type { JsonValue } from "@ledger/move";
import { type EventKey, formatAddress, formatStructTag, parseAddress, parseU64, TypesError } from "@ledger/types";
import { ApiError } from "../contract/error.ts";
import { required } from "../contract/text-type.ts";
import { moveView } from "../endpoint/context.ts";
import { defineRoute } from "../endpoint/route.ts";
import { identifierText, structTagText } from "../schemas/scalar.ts";
import { eventsQuery, eventsReply, listStreamEvents } from "./event-reply.ts";
import { findResource } from "./get-account-resource.ts";
import { addressParameter } from "./parameters.ts";

/** `GET /accounts/{address}/events/{event_handle}/{field_name}`: the events of a handle that a resource holds. */
export const getEventsByEventHandle = defineRoute({
  id: "get_events_by_event_handle",
  method: "GET",
  path: "/accounts/{address}/events/{event_handle}/{field_name}",
  tag: "Events",
  summary: "Get events by event handle",
  description:
    "Returns the events of the event handle in a field of a resource, as the resource is at the latest version.",
  params: {
    address: addressParameter,
    event_handle: required(structTagText, "Type of the resource that holds the handle."),
    field_name: required(identifierText, "Name of the field."),
  },
  query: eventsQuery,
  cache: "state",
  work: "bulk",
  handle: async ({ params: { address, event_handle: tag, field_name: field }, query }, context) => {
    const { version } = context.ledger;
    const view = moveView(context, version);
    const place = `address ${formatAddress(address)}, struct tag ${formatStructTag(tag)}`;
    const found = await findResource(context, view, version, address, tag);
    if (found === undefined) {
      throw new ApiError("resource_not_found", `resource is not found: ${place}, ledger version ${version}`);
    }
    const members = await view.decodeToJson({ kind: "Struct", value: tag }, found.bytes);
    const value = memberOf(members, field);
    if (value === undefined) {
      const message = `struct field is not found: ${place}, field name ${field}, ledger version ${version}`;
      throw new ApiError("struct_field_not_found", message);
    }
    const key = eventKeyOf(value);
    if (key === undefined) throw new ApiError("invalid_input", `field ${field} of ${place} is not an event handle`);
    return listStreamEvents(context, key, query);
  },
  reply: eventsReply,
  errors: ["invalid_input", "resource_not_found", "struct_field_not_found", "version_pruned"],
  examples: [
    {
      ledger: "local",
      summary: "Events of new blocks",
      params: { address: "0x1", event_handle: "0x1::block::BlockResource", field_name: "new_block_events" },
      query: { limit: "2" },
      reply: [
        {
          version: "108",
          guid: { creation_number: "3", account_address: "0x1" },
          sequence_number: "29",
          type: "0x1::block::NewBlockEvent",
          data: {
            epoch: "2",
            failed_proposer_indices: [],
            hash: "0x4e4b05ac19feb8e3f434df09bc18fedebb71182929363896c7aaddca13a8668f",
            height: "29",
            previous_block_votes_bitvec: "0x80",
            proposer: "0x714bd009be125f8dad80b0fd20f38640d7143a5267ca6c8d9cae11b74fb42792",
            round: "28",
            time_microseconds: "1795219229000000",
          },
        },
        {
          version: "113",
          guid: { creation_number: "3", account_address: "0x1" },
          sequence_number: "30",
          type: "0x1::block::NewBlockEvent",
          data: {
            epoch: "2",
            failed_proposer_indices: [],
            hash: "0x51d23dcf7289131271d2e5e9725a470ef63b3acfb7e9f48ee1fd00fc8f5030ac",
            height: "30",
            previous_block_votes_bitvec: "0x80",
            proposer: "0x714bd009be125f8dad80b0fd20f38640d7143a5267ca6c8d9cae11b74fb42792",
            round: "29",
            time_microseconds: "1795219230000000",
          },
        },
      ],
    },
    {
      ledger: "mainnet",
      summary: "A handle without events",
      params: { address: "0x1", event_handle: "0x1::account::Account", field_name: "key_rotation_events" },
      reply: [],
    },
  ],
});

function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value) || !Object.hasOwn(value, name))
    return undefined;
  return (value as { readonly [name: string]: JsonValue })[name];
}

/** The stream of `{"counter":"0","guid":{"id":{"addr":"0x1","creation_num":"2"}}}`; `undefined` for any other value. */
function eventKeyOf(handle: JsonValue): EventKey | undefined {
  const id = memberOf(memberOf(handle, "guid"), "id");
  const address = memberOf(id, "addr");
  const number = memberOf(id, "creation_num");
  if (typeof address !== "string" || typeof number !== "string" || memberOf(handle, "counter") === undefined) {
    return undefined;
  }
  try {
    return { accountAddress: parseAddress(address), creationNumber: parseU64(number) };
  } catch (error) {
    if (error instanceof TypesError) return undefined;
    throw error;
  }
}
