import type { StreamPage } from "../contract/stream.ts";
import { utf8Encoder } from "../contract/utf8.ts";
import { defineRoute } from "../endpoint/route.ts";
import { StreamPageSchema } from "../schemas/stream.ts";
import { parseFilter } from "../stream/filter.ts";
import { arrangeFilters, prepareFilter } from "../stream/filter-index.ts";
import { jsonFrames } from "../stream/frames.ts";
import { endIndex, formatMark } from "../stream/place.ts";
import { readStreamPage } from "../stream/read-page.ts";
import { streamQuery, streamRequestOf } from "../stream/stream-request.ts";
import { newestOrder } from "./examples/newest-order.ts";

/** Bounds of a page of JSON: bytes, and milliseconds of work. */
const bounds = { mostBytes: 256 * 1024, longestWork: 500 } as const;

/** `GET /stream`: what is committed, as it is committed, or a part of it. */
export const getStream = defineRoute({
  id: "get_stream",
  method: "GET",
  path: "/stream",
  tag: "General",
  summary: "Stream what is committed",
  description:
    "Sends blocks, events, transactions and changes of the state as they are committed, in the order of the ledger, as server-sent " +
    "events where `Accept` asks for `text/event-stream`. Each has an `id`, its place. Who comes again with `Last-Event-ID` (browsers do so " +
    "by themselves), or with `after`, gets everything that follows, each thing once: from the ledger where it is older, so a client may " +
    "be away for as long as the records are kept. An event `at` tells how far the stream is while nothing matches. Where nothing can " +
    "follow without a gap, because that is pruned or the ledger has begun again, the last event is `gone`, with the reason and the " +
    "oldest place. A slow client is waited for. Without `text/event-stream` the answer is the part that follows the place, as JSON, and " +
    "410 in place of `gone`.",
  params: {},
  query: streamQuery,
  cache: "never",
  work: "bulk",
  streamed:
    "Events `block`, `event`, `transaction`, `change`, `at` and `gone`; the data of each is JSON, see the answer in JSON.",
  verify: ({ query }) => {
    streamRequestOf(query);
  },
  handle: async ({ query }, context) => {
    const { filter, after } = streamRequestOf(query);
    const newest = { version: context.ledger.version, index: endIndex };
    const arranged = arrangeFilters([prepareFilter(parseFilter(filter))]);
    return {
      value: await readStreamPage(context, { ...arranged, after: after ?? newest, ...bounds, frames: jsonFrames }),
    };
  },
  reply: { description: "The part of the stream.", json: { schema: StreamPageSchema, encode: writePage } },
  errors: ["invalid_input", "version_pruned", "bcs_not_supported"],
  examples: [
    {
      ledger: "local",
      summary: "The orders of the local network's shop, from a version on",
      query: { type: "0xcafe::shop::OrderPlaced", from: "113" },
      reply: {
        items: [
          {
            id: "115.3-76497f6fb3febc37",
            event: "event",
            data: newestOrder,
          },
        ],
        next: "116.4294967295-76497f6fb3febc37",
        is_end: true,
      },
    },
    {
      ledger: "local",
      summary: "The ends of blocks, from a version on",
      query: { include: "blocks", from: "116" },
      reply: {
        items: [
          {
            id: "116.4294967295-76497f6fb3febc37",
            event: "block",
            data: {
              block_height: "30",
              block_hash: "0x76497f6fb3febc37b82f8ade43ccc984d26f83399cf4a4ef03c715460f4eba58",
              block_timestamp: "1795219230000000",
              first_version: "113",
              last_version: "116",
              state_root: "0x54c3ec32ce5700d4ea2609b7924068c3093e438b1a9116c80e88ce4886415271",
            },
          },
        ],
        next: "116.4294967295-76497f6fb3febc37",
        is_end: true,
      },
    },
  ],
});

function writePage({ items, next, isEnd }: StreamPage): Uint8Array {
  const begin = utf8Encoder.encode('{"items":[');
  const end = utf8Encoder.encode(`],"next":"${formatMark(next)}","is_end":${isEnd}}`);
  const whole = new Uint8Array(begin.length + items.length + end.length);
  whole.set(begin);
  whole.set(items, begin.length);
  whole.set(end, begin.length + items.length);
  return whole;
}
