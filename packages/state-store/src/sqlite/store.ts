import { rmSync } from "node:fs";
import type { Database, Statement } from "better-sqlite3";
import type { BaseValue, LedgerBase } from "../base-port.ts";
import { checkBatch, checkColumns, checkPruneStep } from "../commit-check.ts";
import type { CommitBatch, CompactProgress, LedgerStore, PrunePlan, PruneProgress, PruneTarget } from "../port.ts";
import { clampTarget } from "../pruning/clamp-target.ts";
import { alreadyBegun, StoreError, storeEmpty } from "../store-error.ts";
import {
  defaultBusyTimeoutMs,
  defaultMaxWalBytes,
  openReadConnection,
  openWriteConnection,
  prepareForWriting,
  type WriteConnectionOptions,
} from "./connection.ts";
import { copySqliteStore } from "./copy-file.ts";
import { removeDatabase } from "./database-files.ts";
import { LogMaintenance, mergeStepRows } from "./log/log-maintenance.ts";
import { OpenedFile, realFile } from "./opened-file.ts";
import { expectNewestBlocks, notedHead } from "./pages/newest-blocks.ts";
import { PageSums } from "./pages/page-sums.ts";
import { sumsPath } from "./pages/sums-file.ts";
import { LedgerPruner } from "./pruning/ledger-pruner.ts";
import { StatePruner } from "./pruning/state-pruner.ts";
import { type WriteCounter, writeCounter } from "./reading/lease.ts";
import { SqliteReader } from "./reading/reader.ts";
import { type LedgerRow, ledgerRowToSummary, prepareLedgerRead, prepareLedgerWrite } from "./rows/ledger-row.ts";
import { createTables, hasStore } from "./schema.ts";
import { translated, whileOpening } from "./translate-error.ts";
import type { CheckpointThread } from "./wal/checkpoint-thread.ts";
import { Checkpoints } from "./wal/checkpoints.ts";
import { takeWriterLock, type WriterLock } from "./writer-lock.ts";
import { BaseWriter, firstPlace } from "./writing/base-writer.ts";
import { CommitWriter } from "./writing/commit-writer.ts";

/** Options of {@link openSqliteStore}. */
export interface SqliteStoreOptions extends WriteConnectionOptions {
  /** Most bytes that the file may grow to; beyond it writes fail with `disk_full`. */
  readonly maxFileBytes?: number | undefined;
  /**
   * State writes that the block log takes before they are merged into the state table. More makes commits of large ledgers
   * cheaper and costs every open reader about 55 bytes of memory per write. 1,048,576 when absent.
   */
  readonly logRows?: number | undefined;
  /** Pages of 4 KiB that wait in the write-ahead log when a step is followed by a checkpoint. 2,048 when absent. */
  readonly checkpointPages?: number | undefined;
  /** Makes the checkpoints, so that steps do not wait for them. When absent, or ended, the store makes them itself. */
  readonly checkpointThread?: CheckpointThread | undefined;
  /** Called inside every transaction before it commits, and after: for tracing, and for tests that stop the process there. */
  readonly onStep?: ((step: StoreStep, moment: "before" | "after") => void) | undefined;
}

/** The kind of a write transaction of the store. */
export type StoreStep = "create" | "commit" | "merge" | "prune" | "compact" | "checkpoint";

/** A ledger store in one SQLite file. */
export interface SqliteStore extends LedgerStore {
  /** Writes a copy of the store to a new file while readers and later commits go on, see {@link copySqliteStore}. */
  backup(file: string): Promise<void>;
  /**
   * Closes a store without a ledger and deletes its files, the one of the writer lock included.
   *
   * @throws StoreError `invalid_argument` after the first commit
   */
  discard(): void;
}

/**
 * Opens a store for writing, and makes it if the file does not exist. Commits and prunes block the thread they are called
 * from: a server calls them in a thread of their own and reads through `openSqliteReader`.
 *
 * @throws StoreError `store_locked`, `not_a_store`, `schema_unsupported`, `sqlite_unsupported`, `corrupt`, `read_only`, `io_error`
 */
export function openSqliteStore(path: string, options: SqliteStoreOptions = {}): SqliteStore {
  return whileOpening(path, () => {
    const file = realFile(path);
    const lock = takeWriterLock(file, lockPatienceMs);
    let writer: Database | undefined;
    let reader: Database | undefined;
    try {
      writer = openWriteConnection(file, options);
      const isNew = !hasStore(writer);
      prepareForWriting(writer, options);
      if (isNew) {
        // Of a file that somebody has deleted.
        rmSync(sumsPath(file), { force: true });
        createStore(writer, options);
      }
      expectNewestBlocks(file, notedHead(file), prepareLedgerRead(writer)()?.version);
      reader = openReadConnection(file, options);
      return new SqliteLedgerStore(reader, writer, file, lock, options);
    } catch (error) {
      reader?.close();
      writer?.close();
      lock.release();
      throw error;
    }
  });
}

/** Longer than a node that stops takes to make its store one file. */
const lockPatienceMs = 300;

function createStore(database: Database, { onStep }: SqliteStoreOptions): void {
  database.exec("begin immediate");
  try {
    createTables(database);
    onStep?.("create", "before");
    database.exec("commit");
  } catch (error) {
    if (database.inTransaction) database.exec("rollback");
    throw error;
  }
  onStep?.("create", "after");
}

const defaultLogRows = 2 ** 20;
/** 8 MiB: small enough that no step waits long for its checkpoint. */
const defaultCheckpointPages = 2_048;

class SqliteLedgerStore extends SqliteReader implements SqliteStore {
  readonly #database: Database;
  readonly #lock: WriterLock;
  readonly #file: OpenedFile;
  readonly #counter: WriteCounter;
  readonly #readRow: () => LedgerRow | undefined;
  readonly #writeRow: (row: LedgerRow) => void;
  readonly #begin: Statement<[]>;
  readonly #end: Statement<[]>;
  readonly #commits: CommitWriter;
  readonly #base: BaseWriter;
  readonly #log: LogMaintenance;
  readonly #checkpoints: Checkpoints;
  readonly #sums: PageSums;
  readonly #onStep: SqliteStoreOptions["onStep"];
  readonly #statePruner: StatePruner;
  readonly #ledgerPruner: LedgerPruner;

  constructor(reader: Database, writer: Database, path: string, lock: WriterLock, options: SqliteStoreOptions) {
    super(reader, path);
    this.#database = writer;
    this.#lock = lock;
    this.#file = new OpenedFile(path);
    this.#counter = writeCounter(path);
    this.#readRow = prepareLedgerRead(writer);
    this.#writeRow = prepareLedgerWrite(writer);
    this.#begin = writer.prepare("begin immediate");
    this.#end = writer.prepare("commit");
    this.#commits = new CommitWriter(writer);
    this.#base = new BaseWriter(writer, this.#commits.keys);
    this.#log = new LogMaintenance(writer, options.logRows ?? defaultLogRows, (work) => this.#changeRow("merge", work));
    this.#onStep = options.onStep;
    this.#sums = new PageSums(writer, path);
    this.#checkpoints = new Checkpoints(
      writer,
      path,
      {
        pages: options.checkpointPages ?? defaultCheckpointPages,
        maxWalBytes: options.maxWalBytes ?? defaultMaxWalBytes,
        busyTimeoutMs: options.busyTimeoutMs ?? defaultBusyTimeoutMs,
        thread: options.checkpointThread,
      },
      {
        prepare: () => this.#sums.write(),
        onStep: (moment) => options.onStep?.("checkpoint", moment),
      },
    );
    this.#statePruner = new StatePruner(writer, this.#commits.keys);
    this.#ledgerPruner = new LedgerPruner(writer, this.#commits);
    if (options.maxFileBytes !== undefined) {
      const pageBytes = writer.pragma("page_size", { simple: true }) as number;
      writer.pragma(`max_page_count = ${Math.max(1, Math.floor(options.maxFileBytes / pageBytes))}`);
    }
    this.#warm();
  }

  begin(base: LedgerBase): void {
    this.#transact("commit", () => {
      if (this.#readRow() !== undefined) throw alreadyBegun();
      this.#base.begin(base);
    });
  }

  addBaseValues(values: readonly BaseValue[]): void {
    this.#transact("commit", () => {
      const row = this.#readRow();
      this.#base.add(values, row);
      if (row !== undefined) this.#writeRow(row);
    });
  }

  completeAccount(prefix: Uint8Array, version: bigint, origin: string): void {
    this.#transact("commit", () => this.#base.complete(prefix, version, origin, this.#ledgerRow()));
  }

  commit(batch: CommitBatch): void {
    const writes = countWrites(batch);
    this.#log.beforeCommit(writes);
    this.#append(batch);
    if (batch.blocks.length > 0) this.#log.afterCommit(writes);
  }

  #append(batch: CommitBatch): void {
    let version: number | undefined;
    this.#transact("commit", () => {
      const row = this.#readRow();
      const base = row === undefined ? this.#base.read() : undefined;
      const first = firstPlace(base);
      checkBatch(
        batch,
        row === undefined
          ? { head: undefined, ...first }
          : { ...first, head: ledgerRowToSummary(row), isChained: row.base_is_chained === 1 },
      );
      checkColumns(batch);
      if (batch.blocks.length === 0) return;
      const after = this.#commits.write(batch, row, base);
      this.#log.onAppend(after);
      this.#writeRow(after);
      version = after.version;
    });
    if (version !== undefined) this.#sums.noteHead(version);
  }

  prune(target: PruneTarget, maxRows: number): PruneProgress {
    checkPruneStep(maxRows);
    return this.#changeRow("prune", (row) => {
      const clamped = this.#clamp(target, row);
      const stateTarget = Number(clamped.stateVersion);
      const ledgerTarget = Number(clamped.ledgerVersion);
      let deletedRows = 0;
      // Otherwise the next commit would do it; a ledger that has stopped has none.
      this.#log.deleteMerged(row);
      if (this.#log.mergeTo(row, stateTarget, maxRows)) {
        deletedRows += this.#statePruner.prune(row, stateTarget, maxRows);
        if (deletedRows < maxRows) {
          const reachable = Math.min(ledgerTarget, this.#ledgerPruner.blockStart(row.oldest_version));
          deletedRows += this.#ledgerPruner.prune(row, reachable, maxRows - deletedRows);
        }
      }
      return {
        oldestVersion: BigInt(row.oldest_version),
        oldestLedgerVersion: BigInt(row.oldest_ledger_version),
        deletedRows,
        done:
          row.oldest_version >= stateTarget &&
          StatePruner.isSwept(row) &&
          row.oldest_ledger_version >= ledgerTarget &&
          !this.#log.hasMergedChunks,
      };
    });
  }

  planPrune(target: PruneTarget): PrunePlan {
    // Rows are counted where pruning would delete them: in the state table.
    for (let merged = false; !merged; ) {
      merged = this.#changeRow("merge", (row) =>
        this.#log.mergeTo(row, Number(this.#clamp(target, row).stateVersion), mergeStepRows),
      );
    }
    return this.#snapshot(() => {
      const row = this.#ledgerRow();
      const clamped = this.#clamp(target, row);
      const state = this.#statePruner.plan(row, Number(clamped.stateVersion));
      const ledger = this.#ledgerPruner.plan(row, Number(clamped.ledgerVersion));
      return { ...clamped, stateRows: state.rows, records: ledger.records, bytes: state.bytes + ledger.bytes };
    });
  }

  compact(maxBytes: number): CompactProgress {
    return translated(() => {
      const pageBytes = this.#database.pragma("page_size", { simple: true }) as number;
      const before = this.#freePages();
      this.#onStep?.("compact", "before");
      this.#sums.beforeStep();
      this.#database.pragma(`incremental_vacuum(${Math.max(1, Math.floor(maxBytes / pageBytes))})`);
      this.#sums.afterStep();
      this.#counter.value++;
      this.#onStep?.("compact", "after");
      this.#checkpoints.afterStep();
      const after = this.#freePages();
      return { reclaimedBytes: (before - after) * pageBytes, freeBytes: after * pageBytes };
    });
  }

  async backup(file: string): Promise<void> {
    await copySqliteStore(this.#file.path, file);
  }

  override close(): void {
    if (!this.#database.open) return;
    super.close();
    this.#sums.close();
    this.#database.close();
    this.#lock.release();
  }

  discard(): void {
    translated(() => {
      if (this.#readRow() !== undefined) throw new StoreError("invalid_argument", "the store holds a ledger");
      super.close();
      this.#sums.close();
      this.#database.close();
      removeDatabase(this.#file.path);
      this.#lock.discard();
    });
  }

  #clamp(target: PruneTarget, row: LedgerRow): PruneTarget {
    return clampTarget(target, ledgerRowToSummary(row), (version) =>
      BigInt(this.#ledgerPruner.blockStart(Number(version))),
    );
  }

  #ledgerRow(): LedgerRow {
    const row = this.#readRow();
    if (row === undefined) throw storeEmpty();
    return row;
  }

  #freePages(): number {
    return this.#database.pragma("freelist_count", { simple: true }) as number;
  }

  /** Reads now what the first commits would have to wait for. */
  #warm(): void {
    this.#snapshot(() => {
      const row = this.#readRow();
      if (row === undefined) return;
      this.#commits.keys.warm(row.next_key_id);
      this.#log.warm(row);
    });
  }

  /** Reads of the writer's connection that belong together. */
  #snapshot<T>(work: () => T): T {
    return translated(() => {
      this.#database.exec("begin");
      try {
        return work();
      } finally {
        this.#database.exec("commit");
      }
    });
  }

  /** One atomic step that changes the ledger row. */
  #changeRow<T>(step: StoreStep, work: (row: LedgerRow) => T): T {
    return this.#transact(step, () => {
      const row = this.#ledgerRow();
      const result = work(row);
      this.#writeRow(row);
      return result;
    });
  }

  /**
   * One atomic step: all of `work` or nothing of it. A commit has reached the disk when this returns. Other steps may be
   * undone by a power cut, but never without everything after them: enough for what loses no data.
   */
  #transact<T>(step: StoreStep, work: () => T): T {
    // The store's own reads would delay checkpoints for as long as the caller does not let the event loop turn.
    this.endSnapshot();
    return translated(() => {
      if (step === "commit") this.#file.expectInPlace();
      this.#database.pragma(step === "commit" ? "synchronous = full" : "synchronous = normal");
      this.#sums.beforeStep();
      this.#begin.run();
      let result: T;
      try {
        result = work();
        this.#onStep?.(step, "before");
        this.#end.run();
      } catch (error) {
        if (this.#database.inTransaction) this.#database.exec("rollback");
        this.#commits.reset();
        this.#log.reset();
        this.#statePruner.reset();
        throw error;
      }
      this.#counter.value++;
      this.#sums.afterStep();
      this.#onStep?.(step, "after");
      this.#checkpoints.afterStep();
      return result;
    });
  }
}

/** State writes of a batch, and one for a batch that has none. */
function countWrites(batch: CommitBatch): number {
  let writes = 0;
  for (const block of batch.blocks) for (const record of block.records) writes += record.writes.length;
  return Math.max(1, writes);
}
