import { type CommitRecord, type LedgerReader, type LedgerSummary, StoreError } from "@ledger/state-store";
import { bytesEqual, bytesToHex, formatHash, type StateWrite } from "@ledger/types";
import { SyncError } from "../refusal/sync-error.ts";

/** Counts of what {@link AnswerCheck} compared. */
export interface AnswerCounts {
  /** State writes that were read back as of their version. */
  readonly writes: number;
  /** Index entries that were looked up: by hash, sender, sequence number, event handle and topic of events. */
  readonly indexEntries: number;
}

/** Questions that are open at a time: a server answers many of them together, and one by one each would take a round trip. */
const mostOpen = 128;

/** Events of one handle with one number that are looked through: a real ledger has one. */
const mostEqualNumbers = 100;

/**
 * Asks a store what its records say, the way its readers do: every write as of its version, and every record by its hash, its
 * sender and its events. A store that answers all that right holds the history and the indexes of its records.
 */
export class AnswerCheck {
  readonly #reader: LedgerReader;
  readonly #oldestState: bigint;
  #open = 0;
  #onAnswer: (() => void) | undefined;
  #failure: unknown;
  #writes = 0;
  #indexEntries = 0;

  constructor(reader: LedgerReader, summary: LedgerSummary) {
    this.#reader = reader;
    this.#oldestState = summary.oldestVersion;
  }

  get counts(): AnswerCounts {
    return { writes: this.#writes, indexEntries: this.#indexEntries };
  }

  /**
   * Asks what a record says. Some answers are compared later, {@link settle} at the latest.
   *
   * @throws {@link SyncError} `store_damaged` for an answer that is not what a record says
   */
  async compare(record: CommitRecord): Promise<void> {
    await this.#compareIndexes(record);
    if (record.version < this.#oldestState) return;
    // Of two writes of one key by one record, the later one counts.
    const writes = new Map(record.writes.map((write) => [bytesToHex(write.key), write]));
    for (const [name, write] of writes) {
      this.#writes += 1;
      await this.#expect(record.version, "state", name, async () => {
        const found = await this.#reader.readState(record.version, write.key);
        if (write.value === undefined) return found === undefined;
        return found !== undefined && found.version === record.version && isWritten(write, found);
      });
    }
  }

  /** Waits for all answers. @throws {@link SyncError} as {@link compare} */
  async settle(): Promise<void> {
    await this.#untilOpen(0);
  }

  async #compareIndexes({ version, hash, user, handleEvents, topics }: CommitRecord): Promise<void> {
    const reader = this.#reader;
    await this.#expectEntry(version, "hash_index", formatHash(hash), async () => {
      return (await reader.findVersionByHash(hash)) === version;
    });
    if (user !== undefined) {
      const { sender, replayProtector } = user;
      await this.#expectEntry(version, "sender_index", bytesToHex(sender), async () => {
        const [entry] = await reader.listSummaries({ sender, start: version, end: version, limit: 1 });
        return (
          entry?.version === version &&
          bytesEqual(entry.hash, hash) &&
          entry.replayProtector.kind === replayProtector.kind &&
          entry.replayProtector.value === replayProtector.value
        );
      });
      if (replayProtector.kind === "SequenceNumber") {
        await this.#expectEntry(version, "sequence_index", bytesToHex(sender), async () => {
          return (await reader.findVersionBySequenceNumber(sender, replayProtector.value)) === version;
        });
      }
    }
    for (const { key, sequenceNumber, index } of handleEvents) {
      await this.#expectEntry(version, "event_index", bytesToHex(key), async () => {
        const entries = await reader.listEvents(key, sequenceNumber, mostEqualNumbers);
        return entries.some(
          (entry) => entry.version === version && entry.index === index && entry.sequenceNumber === sequenceNumber,
        );
      });
    }
    for (const { key, positions } of topics) {
      await this.#expectEntry(version, "topic_index", bytesToHex(key), async () => {
        const { places } = await reader.listEventsByTopic({
          topics: [key],
          order: "oldest_first",
          start: { version, index: 0 },
          limit: positions.length + 1,
        });
        const found = places.filter((place) => place.version === version).map(({ index }) => index);
        return found.length === positions.length && found.every((index, i) => index === positions[i]);
      });
    }
  }

  async #expectEntry(version: bigint, field: string, name: string, isRight: () => Promise<boolean>): Promise<void> {
    this.#indexEntries += 1;
    await this.#expect(version, field, name, isRight);
  }

  /** Begins to ask a question, as soon as not too many are open. */
  async #expect(version: bigint, field: string, name: string, isRight: () => Promise<boolean>): Promise<void> {
    if (this.#open >= mostOpen || this.#failure !== undefined) await this.#untilOpen(mostOpen - 1);
    this.#open += 1;
    void this.#check(version, field, name, isRight)
      .catch((error: unknown) => {
        this.#failure ??= error;
      })
      .finally(() => {
        this.#open -= 1;
        this.#onAnswer?.();
      });
  }

  /** Waits until no more than so many questions are open. @throws what was wrong with an answer */
  async #untilOpen(most: number): Promise<void> {
    while (this.#open > most && this.#failure === undefined) {
      await new Promise<void>((resolve) => {
        this.#onAnswer = resolve;
      });
    }
    if (this.#failure !== undefined) throw this.#failure;
  }

  async #check(version: bigint, field: string, name: string, isRight: () => Promise<boolean>): Promise<void> {
    try {
      if (await isRight()) return;
    } catch (error) {
      if (!(error instanceof StoreError) || error.code !== "version_pruned") throw error;
    }
    // A node may be running on the store, and prune meanwhile.
    const now = await this.#reader.summary();
    const oldest = field === "state" ? now?.oldestVersion : now?.oldestLedgerVersion;
    if (oldest !== undefined && version < oldest) return;
    throw new SyncError("store_damaged", `the store's answer for ${field} ${name} does not match the record`, {
      version,
      field,
    });
  }
}

function isWritten(
  write: StateWrite,
  found: { readonly bytes: Uint8Array; readonly metadata: Uint8Array | undefined },
): boolean {
  const { value, metadata } = write;
  if (value === undefined || !bytesEqual(value, found.bytes)) return false;
  if (metadata === undefined || found.metadata === undefined) return metadata === found.metadata;
  return bytesEqual(metadata, found.metadata);
}
