import { struct, u64, vector } from "@ledger/bcs";
import { JsonWriter } from "@ledger/move";
import type { EventEntry, LedgerSummary } from "@ledger/state-store";
import { ContractEvent, EventKey } from "@ledger/types";
import Type from "typebox";
import { ApiError } from "../contract/error.ts";
import { optional } from "../contract/text-type.ts";
import type { RequestContext } from "../endpoint/context.ts";
import type { NegotiatedReply, Outcome } from "../endpoint/route.ts";
import { writeEvent } from "../json/event.ts";
import { VersionedEventSchema } from "../schemas/event.ts";
import { u64Text } from "../schemas/scalar.ts";
import { limitParameter, pageLimit } from "./parameters.ts";

/** An event with the version of its transaction. */
export interface VersionedEvent {
  readonly version: bigint;
  readonly event: ContractEvent;
}

const RecordEvents = vector(ContractEvent);
const VersionedEvents = vector(struct("VersionedEvent", { version: u64, event: ContractEvent }));

/** Query parameters of both event listings. */
export const eventsQuery = {
  start: optional(
    u64Text,
    "Sequence number of the first event, 410 where that is pruned; the newest events when absent.",
  ),
  limit: limitParameter,
};

/** The events of one stream. */
export const eventsReply = {
  description: "The events, ascending by sequence number.",
  json: { schema: Type.Array(VersionedEventSchema), encode: writeVersionedEvents },
  bcs: {
    description: "Vector of version and event.",
    encode: (events: readonly VersionedEvent[]) => VersionedEvents.encode(events),
  },
} satisfies NegotiatedReply<readonly VersionedEvent[]>;

/** Finds events of a stream by the index of the store, and reads them from their records. */
export async function listStreamEvents(
  { ledger, store, config }: RequestContext,
  key: EventKey,
  query: { readonly start: bigint | undefined; readonly limit: number | undefined },
): Promise<Outcome<readonly VersionedEvent[]>> {
  const limit = pageLimit(query.limit, config.pageSizes.events);
  const stream = EventKey.encode(key);
  const start = query.start ?? newestStart(await store.nextEventSequence(stream), limit);
  const entries = await store.listEvents(stream, start, limit);
  const [first] = entries;
  const isThere = first?.sequenceNumber === start && first.version >= ledger.oldestLedgerVersion;
  if (query.start !== undefined && !isThere && start < (await store.nextEventSequence(stream)))
    throw eventPruned(start, first, ledger);
  const events: VersionedEvent[] = [];
  let record: { readonly version: bigint; readonly events: readonly ContractEvent[] } | undefined;
  for (const { version, index } of entries) {
    // The index may be ahead of this request's picture of the ledger.
    if (version > ledger.version) break;
    if (version < ledger.oldestLedgerVersion) continue;
    if (record?.version !== version) {
      record = { version, events: RecordEvents.decode((await store.readRecord(version)).events) };
    }
    const event = record.events[index];
    if (event !== undefined) events.push({ version, event });
  }
  return { value: events };
}

/** The refusal of an event that is not kept: a client that pages from it would take what follows for everything. */
function eventPruned(
  start: bigint,
  first: EventEntry | undefined,
  { oldestLedgerVersion: oldest }: LedgerSummary,
): ApiError {
  const kept =
    first === undefined || first.version < oldest ? "" : `: the oldest of its handle is ${first.sequenceNumber}`;
  return new ApiError("version_pruned", `event ${start} is pruned${kept}; leave out start for the newest`, {
    isUnknownHere: true,
  });
}

function newestStart(next: bigint, limit: number): bigint {
  return next > BigInt(limit) ? next - BigInt(limit) : 0n;
}

async function writeVersionedEvents(
  events: readonly VersionedEvent[],
  { ledger, code }: RequestContext,
): Promise<Uint8Array> {
  const output = new JsonWriter();
  output.beginArray();
  for (const { version, event } of events) {
    await writeEvent(output.item(), code.viewOfRecord(version, ledger), event, { version });
  }
  output.endArray();
  return output.view();
}
