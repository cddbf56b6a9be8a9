import { type LedgerReader, type MissingState, StoreError } from "@ledger/state-store";
import { type Awaitable, accountPrefixOf } from "@ledger/types";
import type { CompleteState } from "../contract/api.ts";
import { ApiError } from "../contract/error.ts";

/** A store as one request sees it, and the upstreams that reported what the request has read so far without proof. */
export interface CompletingReader {
  readonly store: LedgerReader;
  readonly origins: ReadonlySet<string>;
}

/** Times that a read is repeated: a listing can meet a key that is not known, or the state may be pruned meanwhile. */
const mostCompletions = 64;

/**
 * Reads a ledger of which only some of the state is known: what a read misses is completed, and the read done again.
 * Only ledgers of that kind are read through it.
 *
 * @param complete - absent on a node without an upstream
 */
export function createCompletingReader(reader: LedgerReader, complete: CompleteState | undefined): CompletingReader {
  const origins = new Set<string>();

  async function read<T>(
    version: bigint,
    attempt: () => Awaitable<T>,
    findOrigin: () => Awaitable<string | undefined>,
  ): Promise<T> {
    for (let i = 0; ; i++) {
      try {
        const found = await attempt();
        const origin = await findOrigin();
        if (origin !== undefined) origins.add(origin);
        return found;
      } catch (error) {
        const missing = missingState(error, version);
        if (missing === undefined) throw error;
        if (i === mostCompletions) throw stateUnavailable(error);
        await completeOrRefuse(missing, complete);
        // A snapshot from before the completion would not show it.
        await reader.summary();
      }
    }
  }

  const store: LedgerReader = {
    summary: () => reader.summary(),
    readState: (version, key) =>
      read(
        version,
        () => reader.readState(version, key),
        () => reader.findValueOrigin(version, key),
      ),
    listState(query) {
      const { version, prefix } = query;
      const account = accountPrefixOf(prefix) ?? prefix;
      return read(
        version,
        () => reader.listState(query),
        () => reader.findListingOrigin(version, account),
      );
    },
    findValueOrigin: (version, key) => reader.findValueOrigin(version, key),
    findListingOrigin: (version, prefix) => reader.findListingOrigin(version, prefix),
    listSummaries: (query) => reader.listSummaries(query),
    readRecord: (version) => reader.readRecord(version),
    listRecords: (start, limit) => reader.listRecords(start, limit),
    findVersionByHash: (hash) => reader.findVersionByHash(hash),
    findVersionBySequenceNumber: (sender, number) => reader.findVersionBySequenceNumber(sender, number),
    findBlockByHeight: (height) => reader.findBlockByHeight(height),
    readBlockByVersion: (version) => reader.readBlockByVersion(version),
    listEvents: (key, start, limit) => reader.listEvents(key, start, limit),
    listEventsByTopic: (query) => reader.listEventsByTopic(query),
    nextEventSequence: (key) => reader.nextEventSequence(key),
    frontier: () => reader.frontier(),
    oldestFrontier: () => reader.oldestFrontier(),
    stats: () => reader.stats(),
    tree: reader.tree,
    verify: (options) => reader.verify(options),
    close: () => reader.close(),
  };
  return { store, origins };
}

async function completeOrRefuse(missing: MissingState, complete: CompleteState | undefined): Promise<void> {
  if (complete === undefined) throw stateUnavailable("the node has no upstream to ask");
  try {
    await complete(missing);
  } catch (cause) {
    throw stateUnavailable(cause);
  }
}

function missingState(error: unknown, version: bigint): MissingState | undefined {
  if (!(error instanceof StoreError)) return undefined;
  const { details } = error;
  if (details.code === "state_unknown") return { kind: "value", version, key: details.key };
  if (details.code === "state_unavailable") throw stateUnavailable(error);
  if (details.code !== "listing_unknown") return undefined;
  const prefix = accountPrefixOf(details.prefix);
  if (prefix === undefined) throw listingUnavailable(error);
  return { kind: "account", version, prefix };
}

/** The answer when state is not known here and the upstream cannot be asked for it. Never a "not found". */
function stateUnavailable(cause: unknown): ApiError {
  const message = "this node does not have that state yet, and its upstream could not provide it";
  return new ApiError("internal_error", message, {
    status: 503,
    headers: { "Retry-After": "1" },
    cause,
    isUnknownHere: true,
  });
}

/** The answer to a listing of a table: an upstream lists what accounts hold, but of tables it only gives single items. */
function listingUnavailable(cause: unknown): ApiError {
  const message =
    "this node started above version 0 and does not know which items a table had before: read single items, or use a " +
    "node that has the whole state";
  return new ApiError("internal_error", message, { status: 503, cause, isUnknownHere: true });
}
