import { required } from "../contract/text-type.ts";
import { defineRoute } from "../endpoint/route.ts";
import { u64Text } from "../schemas/scalar.ts";
import { eventsQuery, eventsReply, listStreamEvents } from "./event-reply.ts";
import { addressParameter } from "./parameters.ts";

/** `GET /accounts/{address}/events/{creation_number}`: the events of a stream by its guid. */
export const getEventsByCreationNumber = defineRoute({
  id: "get_events_by_creation_number",
  method: "GET",
  path: "/accounts/{address}/events/{creation_number}",
  tag: "Events",
  summary: "Get events by creation number",
  description:
    "Returns the events of one event handle, named by its guid. Module events belong to no handle and are not among them. " +
    "A handle that is not known has no events: that is not an error.",
  params: { address: addressParameter, creation_number: required(u64Text, "Creation number of the event handle.") },
  query: eventsQuery,
  cache: "state",
  work: "bulk",
  handle: ({ params, query }, context) =>
    listStreamEvents(context, { accountAddress: params.address, creationNumber: params.creation_number }, query),
  reply: eventsReply,
  errors: ["invalid_input", "version_pruned"],
  examples: [
    {
      ledger: "local",
      summary: "Events of new blocks",
      params: { address: "0x1", creation_number: "3" },
      query: { start: "5", limit: "1" },
      reply: [
        {
          version: "12",
          guid: { creation_number: "3", account_address: "0x1" },
          sequence_number: "5",
          type: "0x1::block::NewBlockEvent",
          data: {
            epoch: "2",
            failed_proposer_indices: [],
            hash: "0xc4c681e1cb20663002fae2029428b5ec6c248ba8653347e770660cd381ae4885",
            height: "5",
            previous_block_votes_bitvec: "0x80",
            proposer: "0x714bd009be125f8dad80b0fd20f38640d7143a5267ca6c8d9cae11b74fb42792",
            round: "4",
            time_microseconds: "1795219205000000",
          },
        },
      ],
    },
    {
      ledger: "mainnet",
      summary: "A handle that is not known",
      params: { address: "0xabc", creation_number: "9" },
      reply: [],
    },
  ],
});
