import { createMoveCache, type MoveView } from "@ledger/move";
import {
  type LedgerReader,
  type LedgerSummary,
  StoreError,
  type TableIndexReader,
  type TopicVersionQuery,
} from "@ledger/state-store";
import { LruCache } from "@ledger/types";
import type { ItemTypes, RecordView } from "../record/record-view.ts";
import type { Row } from "../row.ts";
import { tablesOf } from "../tables/table-groups.ts";
import { giveWay } from "./give-way.ts";
import { viewCode } from "./index-builder.ts";
import type { IndexHead } from "./index-head.ts";
import { type IndexSource, IndexUnavailable, patience } from "./index-source.ts";
import type { PlaceRange } from "./places.ts";
import { RecordReads } from "./record-reads.ts";
import { readRow } from "./row-text.ts";
import { itemTypes } from "./table-types.ts";

/** Rows and versions that are read at a time. */
const page = 500;

/** Bytes of records that are remembered, as they are stored; taken apart they are some times as much. */
const rememberedBytes = 4 * 2 ** 20;

const rememberedViews = () => new LruCache<bigint, RecordView>(rememberedBytes);

/** A row, and its place among the rows of each topic that it has. */
export interface PlacedRow {
  readonly id: number;
  readonly row: Row;
}

/** Versions, from the first to the last of them; all that are kept where it has none. */
export interface VersionRange {
  readonly from?: bigint;
  readonly to?: bigint;
}

/** A ledger with the index of its tables, as questions see it: all answers until it is let go of are as of one version. */
export class LedgerIndex {
  readonly store: LedgerReader;
  readonly records: RecordReads;
  readonly #source: IndexSource;
  readonly #moveCache = createMoveCache();
  /** Of this writer of the ledger. */
  #views = rememberedViews();
  #tables: ReadonlySet<string> = new Set();
  #head: IndexHead | undefined;
  #summary: LedgerSummary | undefined;
  /** The ledger's newest head: its code is read there. */
  #ledger: LedgerSummary | undefined;
  #readers = 0;
  #renewal: Promise<void> | undefined;
  #onIdle: (() => void) | undefined;

  constructor(store: LedgerReader, source: IndexSource) {
    this.store = store;
    this.records = new RecordReads(store);
    this.#source = source;
  }

  /** The ledger as of the version that the index is at. */
  get summary(): LedgerSummary {
    return this.#summary!;
  }

  /** False for a ledger that began in the middle with a part of its state: of what was before, nothing is known. */
  get knowsState(): boolean {
    return this.#head!.knowsState;
  }

  /** True where the index has read every record since the first one, so that it knows the time of each row. */
  get knowsTimes(): boolean {
    return this.#head!.stateVersion === undefined;
  }

  /** Rows that one question may look at. */
  get mostRowsSeen(): number {
    return this.#source.mostRowsSeen;
  }

  /** The ledger's code. */
  get code(): MoveView {
    return viewCode(this.store, this.#moveCache, this.#ledger!);
  }

  /** @returns true if the index has rows of a table, or the transactions with rows of it */
  has(table: string): boolean {
    return this.#tables.has(table);
  }

  /**
   * Takes a picture of a ledger's head, as far as the index is, and holds it there.
   *
   * @returns a function that lets go of it
   * @throws IndexUnavailable, and what building the index throws
   */
  async open(ledger: LedgerSummary): Promise<() => void> {
    const deadline = performance.now() + patience;
    while (!this.#isAt(ledger)) {
      this.#renewal ??= this.#renew(ledger, deadline).finally(() => {
        this.#renewal = undefined;
      });
      await this.#renewal;
      if (this.#head !== undefined && performance.now() >= deadline) break;
    }
    this.#readers += 1;
    return () => {
      this.#readers -= 1;
      if (this.#readers > 0) return;
      this.#letGo();
      this.#onIdle?.();
    };
  }

  #isAt(ledger: LedgerSummary): boolean {
    const known = this.#summary;
    return known !== undefined && known.version >= ledger.version && known.incarnation === ledger.incarnation;
  }

  /** Says that something was committed, where the index is one in memory. */
  noteCommit(): void {
    this.#source.noteCommit?.();
  }

  /** A picture is not held for longer than it is looked at: what is written meanwhile waits for it. */
  #letGo(): void {
    this.#summary = undefined;
    this.#head = undefined;
    void this.#release();
  }

  /** Lets go of the picture; one that a lost connection held is gone already. */
  async #release(): Promise<void> {
    try {
      await this.#source.release();
    } catch {
      // The next picture is taken over another connection, or says what is wrong.
    }
  }

  async #renew(ledger: LedgerSummary, deadline: number): Promise<void> {
    // Between the last reader's end and this one's turn another one may have come.
    while (this.#readers > 0) {
      const left = deadline - performance.now();
      // Those who have the picture may have it for long: it will do.
      if (left <= 0) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#onIdle = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#onIdle = undefined;
    this.#summary = undefined;
    this.#head = undefined;
    try {
      const head = await this.#source.bringTo(ledger);
      const newest = (await this.store.summary())!;
      const version = BigInt(head.next) - 1n;
      const at = version >= newest.version ? {} : await this.#blockOf(version);
      if (this.#ledger?.incarnation !== newest.incarnation) this.#views = rememberedViews();
      this.#ledger = newest;
      this.#head = head;
      this.#tables = tablesOf(head.groups);
      this.#summary = { ...newest, version, ...at, ...oldestOf(head, newest) };
    } catch (error) {
      await this.#release();
      throw error;
    }
  }

  /** The head of the ledger when a version was its last. */
  async #blockOf(version: bigint): Promise<Pick<LedgerSummary, "blockHeight" | "epoch" | "timestampUsecs">> {
    try {
      const { height: blockHeight, epoch, timestampUsecs } = await this.store.readBlockByVersion(version);
      return { blockHeight, epoch, timestampUsecs };
    } catch (error) {
      if (!(error instanceof StoreError && error.code === "version_pruned")) throw error;
      throw new IndexUnavailable(
        `the index of tables is behind: it is at version ${version}, which the ledger does not keep any more`,
      );
    }
  }

  /** A record of the ledger, taken apart. The latest ones are remembered: queries ask for the same again and again. */
  async readRecord(version: bigint): Promise<RecordView> {
    const known = this.#views.get(version);
    if (known !== undefined) return known;
    const record = await this.store.readRecord(version);
    const view = await this.records.open(record);
    // Of a writer that has no name of its own, records may be replaced.
    if (this.#ledger?.incarnation !== undefined) this.#views.set(version, view, view.bytes);
    return view;
  }

  /** A row of a table. */
  async find(table: string, key: string): Promise<Row | undefined> {
    const text = await this.#source.index.readRow(`${table} ${key}`);
    return text === undefined ? undefined : readRow(table, text).row;
  }

  /** The types of a table's items. */
  async findTypes(handle: string): Promise<ItemTypes | undefined> {
    return itemTypes(await this.find("table_types", handle));
  }

  /** Reads the index, in the picture. */
  get reader(): TableIndexReader {
    return this.#source.index;
  }

  /** The rows of a topic with their places, ascending, above one. */
  async rowsAfter(table: string, topic: string, after: number, limit: number): Promise<readonly PlacedRow[]> {
    const rows = await this.#source.index.listRows(topic, after, limit);
    return rows.map(({ id, row }) => ({ id, row: readRow(table, row).row }));
  }

  /** Rows of a topic, those within some places where these are given, counted no further than `most`. */
  countRows(topic: string, most: number, within?: PlaceRange): Promise<number> {
    return Promise.resolve(this.#source.index.countRows(topic, most, within));
  }

  /**
   * The kept versions of a topic.
   *
   * @param within - the first and the last of them, where not all are wanted
   * @param atOnce - how many are read at a time
   * @throws the reason of the signal, once it is aborted
   */
  async *versions(
    topic: string,
    order: "oldest_first" | "newest_first",
    signal: AbortSignal,
    within: VersionRange = {},
    atOnce = page,
  ): AsyncGenerator<number> {
    let query = { ...this.#versionQuery(topic, within), limit: atOnce };
    while (query.from <= query.to) {
      await giveWay(signal);
      const found = await this.#source.index.listVersions(query, order);
      yield* found;
      const last = found.at(-1);
      if (last === undefined || found.length < query.limit) return;
      query = order === "oldest_first" ? { ...query, from: last + 1 } : { ...query, to: last - 1 };
    }
  }

  /** The kept versions of a topic, of those within a range, counted no further than `most`. */
  async countVersions(topic: string, most: number, within: VersionRange = {}): Promise<number> {
    const query = this.#versionQuery(topic, within);
    return query.from > query.to ? 0 : this.#source.index.countVersions({ ...query, limit: most });
  }

  /** Adds up what these count for, no further than `most`: the rows of their transactions that the topic leads to. */
  async sumVersions(topic: string, most: number, within: VersionRange = {}): Promise<number> {
    const query = this.#versionQuery(topic, within);
    return query.from > query.to ? 0 : this.#source.index.sumVersions({ ...query, limit: most });
  }

  /** The first and the last of the kept versions that are within a range; the last is below the first where none is. */
  keptWithin({ from = 0n, to }: VersionRange): readonly [first: bigint, last: bigint] {
    const { oldestLedgerVersion: oldest, version: head } = this.summary;
    return [from > oldest ? from : oldest, to !== undefined && to < head ? to : head];
  }

  #versionQuery(topic: string, within: VersionRange): TopicVersionQuery {
    const [first, last] = this.keptWithin(within);
    return { topic, from: Number(first), to: Number(last), limit: page };
  }
}

/** The oldest versions that an index tells of: one that began at the head of its ledger knows no history before. */
function oldestOf(
  { since = "0" }: IndexHead,
  { oldestVersion, oldestLedgerVersion }: LedgerSummary,
): Pick<LedgerSummary, "oldestVersion" | "oldestLedgerVersion"> {
  const first = BigInt(since);
  const later = (oldest: bigint): bigint => (oldest > first ? oldest : first);
  return { oldestVersion: later(oldestVersion), oldestLedgerVersion: later(oldestLedgerVersion) };
}
