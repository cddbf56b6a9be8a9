import { realpathSync, statSync } from "node:fs";
import type { AccumulatorFrontierState, Address, HashValue, LedgerRecord } from "@ledger/types";
import type { Database } from "better-sqlite3";
import type { EventPage, TopicQuery } from "../../event-port.ts";
import type {
  BlockEntry,
  EventEntry,
  LedgerReader,
  LedgerSummary,
  StatePage,
  StateQuery,
  StoredValue,
  StoreStats,
  SummaryEntry,
  SummaryQuery,
  VerifyReport,
} from "../../port.ts";
import { StoreError, versionPruned } from "../../store-error.ts";
import { type ConnectionOptions, openReadConnection } from "../connection.ts";
import { expectNewestBlocks, notedHead } from "../pages/newest-blocks.ts";
import { ledgerRowToSummary } from "../rows/ledger-row.ts";
import { checkSchema } from "../schema.ts";
import { readSqliteTree } from "../state-tree.ts";
import { translated, translateError, whileOpening } from "../translate-error.ts";
import { verifyDatabase } from "../verify.ts";
import { IndexReads } from "./index-reads.ts";
import { Lease, writeCounter } from "./lease.ts";
import { RecordReads } from "./record-reads.ts";
import { StateReads } from "./state-reads.ts";

/** Options of {@link openSqliteReader}. */
export interface SqliteReaderOptions extends ConnectionOptions {
  /** Path of the file with the state tree, whether or not it is there yet; proofs are made from it. */
  readonly treePath?: string | undefined;
}

/**
 * Opens a store for reading: a connection of its own that never writes, so any number of readers, in any number of
 * processes, can be open at the same time as the one writer.
 *
 * @throws StoreError `not_a_store`, `schema_unsupported`, `sqlite_unsupported`, `corrupt`, `io_error`
 */
export function openSqliteReader(path: string, options: SqliteReaderOptions = {}): LedgerReader {
  return whileOpening(path, () => {
    const database = openReadConnection(path, options);
    try {
      checkSchema(database);
      const file = realpathSync(path);
      const noted = notedHead(file);
      const reader = new SqliteReader(database, file, options.treePath);
      const version = reader.summary()?.version;
      expectNewestBlocks(file, noted, version === undefined ? undefined : Number(version));
      return reader;
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

/** Reads of a store through one read-only connection. */
export class SqliteReader implements LedgerReader {
  readonly #database: Database;
  readonly #walPath: string;
  readonly #lease: Lease;
  readonly #state: StateReads;
  readonly #records: RecordReads;
  readonly #indexes: IndexReads;
  readonly tree: ReturnType<typeof readSqliteTree> | undefined;

  constructor(database: Database, path: string, treePath?: string) {
    this.#database = database;
    this.tree = treePath === undefined ? undefined : readSqliteTree(treePath);
    this.#walPath = `${path}-wal`;
    this.#state = new StateReads(database);
    this.#records = new RecordReads(database);
    this.#indexes = new IndexReads(database);
    this.#lease = new Lease(database, writeCounter(path), (row) => this.#state.renew(row));
  }

  /** Gives up the snapshot of this turn; the next read takes a new one. */
  protected endSnapshot(): void {
    this.#lease.end();
  }

  summary(): LedgerSummary | undefined {
    return translated(() => {
      const row = this.#lease.renew();
      return row === undefined ? undefined : ledgerRowToSummary(row);
    });
  }

  readState(version: bigint, key: Uint8Array): StoredValue | undefined {
    try {
      return this.#state.read(this.#lease.stateVersion(version), key);
    } catch (error) {
      throw translateError(error);
    }
  }

  listState(query: StateQuery): StatePage {
    return translated(() => {
      return this.#state.list(this.#lease.stateVersion(query.version), query);
    });
  }

  findValueOrigin(version: bigint, key: Uint8Array): string | undefined {
    return translated(() => this.#state.findValueOrigin(this.#lease.stateVersion(version), key));
  }

  findListingOrigin(version: bigint, prefix: Uint8Array): string | undefined {
    return translated(() => {
      this.#lease.stateVersion(version);
      return this.#state.findListingOrigin(prefix);
    });
  }

  listSummaries(query: SummaryQuery): readonly SummaryEntry[] {
    return translated(() => {
      const oldest = this.#lease.row().oldest_ledger_version;
      if (query.start !== undefined && query.start < oldest) throw versionPruned(query.start, BigInt(oldest));
      return this.#indexes.listSummaries(query, oldest);
    });
  }

  readRecord(version: bigint): LedgerRecord {
    return this.listRecords(version, 1)[0]!;
  }

  listRecords(start: bigint, limit: number): readonly LedgerRecord[] {
    return translated(() => {
      const first = this.#lease.ledgerVersion(start);
      return limit < 1 ? [] : this.#records.list(first, limit, this.#lease.row().version);
    });
  }

  findVersionByHash(hash: HashValue): bigint | undefined {
    return translated(() => {
      const row = this.#lease.row();
      return this.#records.findByHash(hash, row.oldest_ledger_version, row.version);
    });
  }

  findVersionBySequenceNumber(sender: Address, sequenceNumber: bigint): bigint | undefined {
    return translated(() =>
      this.#indexes.findBySequence(sender, sequenceNumber, this.#lease.row().oldest_ledger_version),
    );
  }

  findBlockByHeight(height: bigint): BlockEntry | undefined {
    return translated(() => {
      const row = this.#lease.row();
      if (height > row.block_height || height < row.oldest_block_height) return undefined;
      return this.#records.readBlockByHeight(Number(height));
    });
  }

  readBlockByVersion(version: bigint): BlockEntry {
    return translated(() => {
      return this.#records.readBlockByVersion(this.#lease.ledgerVersion(version));
    });
  }

  listEvents(key: Uint8Array, start: bigint, limit: number): readonly EventEntry[] {
    return translated(() => this.#indexes.listEvents(key, start, limit, this.#lease.row().oldest_ledger_version));
  }

  nextEventSequence(key: Uint8Array): bigint {
    return translated(() => this.#indexes.nextSequence(key, this.#lease.row().oldest_ledger_version));
  }

  listEventsByTopic(query: TopicQuery): EventPage {
    return translated(() => {
      const { oldest_ledger_version, version } = this.#lease.row();
      return this.#indexes.listByTopic(query, oldest_ledger_version, version);
    });
  }

  frontier(): AccumulatorFrontierState | undefined {
    return translated(() => (this.#lease.renew() === undefined ? undefined : this.#records.newestFrontier()));
  }

  oldestFrontier(): AccumulatorFrontierState | undefined {
    return translated(() => {
      const row = this.#lease.renew();
      return row === undefined ? undefined : this.#records.frontierFrom(row.oldest_ledger_version);
    });
  }

  stats(): StoreStats {
    return translated(() => {
      const row = this.#lease.renew();
      const pageBytes = this.#database.pragma("page_size", { simple: true }) as number;
      const pages = this.#database.pragma("page_count", { simple: true }) as number;
      const free = this.#database.pragma("freelist_count", { simple: true }) as number;
      return {
        fileBytes: pages * pageBytes,
        walBytes: this.walBytes(),
        freeBytes: free * pageBytes,
        unmergedRows: this.#state.unmergedRows,
        sweepLag: row === undefined ? 0n : BigInt(row.oldest_version - Math.max(row.swept_version, 0)),
      };
    });
  }

  verify(): VerifyReport {
    return translated(() => {
      this.#lease.end();
      this.#database.exec("begin");
      try {
        return verifyDatabase(this.#database);
      } catch (cause) {
        // A column of another type than it was written with.
        if (!(cause instanceof TypeError || cause instanceof RangeError)) throw cause;
        throw new StoreError("corrupt", `a row cannot be read: ${cause.message}`, { cause });
      } finally {
        this.#database.exec("commit");
      }
    });
  }

  /** Bytes of the write-ahead log file. */
  protected walBytes(): number {
    return statSync(this.#walPath, { throwIfNoEntry: false })?.size ?? 0;
  }

  close(): void {
    if (!this.#database.open) return;
    this.#lease.close();
    this.tree?.close();
    this.#database.close();
  }
}
