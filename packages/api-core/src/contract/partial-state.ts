import { type LedgerReader, type MissingState, StoreError } from "@ledger/state-store";
import { ApiError } from "./error.ts";

/**
 * Makes missing state known to the store; rejects when nobody can say what it is.
 *
 * @see Ledger specification, ingest §5.13
 */
export type CompleteState = (missing: MissingState) => Promise<void>;

/** A store as one request sees it, and who vouches for what the request has read so far without proof. */
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

  async function read<T>(version: bigint, key: Uint8Array, attempt: () => T | Promise<T>): Promise<T> {
    for (let i = 0; ; i++) {
      try {
        const found = await attempt();
        const origin = await reader.findOrigin(version, key);
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
    readState: (version, key) => read(version, key, () => reader.readState(version, key)),
    listState: (query) => read(query.version, query.prefix, () => reader.listState(query)),
    findOrigin: (version, key) => reader.findOrigin(version, key),
    listSummaries: (query) => reader.listSummaries(query),
    readRecord: (version) => reader.readRecord(version),
    listRecords: (start, limit) => reader.listRecords(start, limit),
    findVersionByHash: (hash) => reader.findVersionByHash(hash),
    findVersionBySequenceNumber: (sender, number) => reader.findVersionBySequenceNumber(sender, number),
    findBlockByHeight: (height) => reader.findBlockByHeight(height),
    readBlockByVersion: (version) => reader.readBlockByVersion(version),
    listEvents: (key, start, limit) => reader.listEvents(key, start, limit),
    nextEventSequence: (key) => reader.nextEventSequence(key),
    frontier: () => reader.frontier(),
    oldestFrontier: () => reader.oldestFrontier(),
    stats: () => reader.stats(),
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
  if (!(error instanceof StoreError) || error.key === undefined) return undefined;
  if (error.code === "state_unknown") return { kind: "value", version, key: error.key };
  if (error.code === "state_unavailable") throw stateUnavailable(error);
  const isAccount = error.code === "listing_unknown" && error.key.length >= accountPrefixLength;
  return isAccount ? { kind: "account", version, prefix: error.key.subarray(0, accountPrefixLength) } : undefined;
}

/** Tag and address. */
const accountPrefixLength = 33;

/** The answer when state is not known here and the upstream cannot be asked for it. Never a "not found". */
function stateUnavailable(cause: unknown): ApiError {
  const message =
    "this state is not known here: the ledger began in the middle, and its upstream does not tell it at present";
  return new ApiError("internal_error", message, { status: 503, cause });
}
