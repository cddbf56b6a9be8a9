import { defineRoute } from "../contract/route.ts";
import { required } from "../contract/text-type.ts";
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
      ledger: "devnet",
      summary: "Events of new blocks",
      params: { address: "0x1", creation_number: "3" },
      query: { start: "5", limit: "1" },
      reply: [
        {
          version: "25",
          guid: { creation_number: "3", account_address: "0x1" },
          sequence_number: "5",
          type: "0x1::block::NewBlockEvent",
          data: {
            epoch: "1",
            failed_proposer_indices: [],
            hash: "0x8100d7e0d5b2ffbf7fbb45b9865b492b14a1cebeb9554ed6d41ec4d9fa3cd4a9",
            height: "5",
            previous_block_votes_bitvec: "0x80",
            proposer: "0xda1",
            round: "5",
            time_microseconds: "1700000005000000",
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
