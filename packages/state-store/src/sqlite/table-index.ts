import { hash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import Sqlite, { type Database, type Statement } from "better-sqlite3";
import { StoreError } from "../store-error.ts";
import type {
  IndexedRow,
  RowChange,
  TableIndexReader,
  TableIndexStats,
  TableIndexStep,
  TableIndexStore,
  TopicVersionQuery,
} from "../table-index-port.ts";
import { openReadConnection, openWriteConnection } from "./connection.ts";
import { translated } from "./translate-error.ts";
import { takeWriterLock, type WriterLock } from "./writer-lock.ts";

/** Marks a file with an index of tables: "LDIX". */
const applicationId = 0x4c444958;

/** The schema that this build reads and writes. An index of another one is not read, but made again. */
const schemaVersion = 1;

/** Keys and topics are texts of any length: rows have the first 128 bits of their hashes with a salt that never leaves the file. */
const schema = `
create table head (id integer primary key check (id = 0), salt blob not null, head text);
create table rows (id integer primary key, key blob not null unique, row text not null);
create table row_topics (topic blob, row integer, primary key (topic, row)) without rowid;
create table topic_versions (topic blob, version integer, primary key (topic, version)) without rowid;
`;

/** Milliseconds that are waited for another program that ends. */
const lockPatienceMs = 300;

/** 16 MiB: an index is written in steps of some hundred transactions. */
const checkpointPages = 4_096;

/**
 * Opens the file with the index of a ledger's tables, and makes it where there is none, or where it is of a schema that this build
 * does not know. An empty path is a file without a name that is gone when it is closed.
 *
 * @throws StoreError `not_a_store` for a file that is something else, `store_locked`, `read_only`, `io_error`
 */
export function openSqliteTableIndex(path: string): TableIndexStore {
  return translated(() => {
    const lock = path === "" ? undefined : takeWriterLock(path, lockPatienceMs);
    let database: Database | undefined;
    try {
      database = path === "" ? new Sqlite("") : openWriteConnection(path, {});
      database.pragma("journal_mode = wal");
      database.pragma(`wal_autocheckpoint = ${checkpointPages}`);
      // What a crash of the machine loses is made again, because the head goes back with it.
      database.pragma("synchronous = normal");
      prepare(database);
      return new SqliteTableIndex(database, lock);
    } catch (error) {
      database?.close();
      lock?.release();
      throw error;
    }
  });
}

/**
 * Opens the same file for reading.
 *
 * @returns `undefined` where there is none yet
 */
export function openSqliteTableIndexReader(path: string): TableIndexReader | undefined {
  if (!existsSync(path)) return undefined;
  return translated(() => {
    const database = openReadConnection(path, {});
    try {
      if (isEmpty(database) || !isOwn(database)) {
        database.close();
        return undefined;
      }
      return new SqliteTableIndexReader(database);
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

function isEmpty(database: Database): boolean {
  return database.prepare<[], number>("select count(*) from sqlite_schema").pluck().get() === 0;
}

/** @returns false for an index of a schema that this build does not know */
function isOwn(database: Database): boolean {
  if (database.pragma("application_id", { simple: true }) !== applicationId) {
    throw new StoreError("not_a_store", "the file with the index of tables is another program's database");
  }
  return database.pragma("user_version", { simple: true }) === schemaVersion;
}

function prepare(database: Database): void {
  if (!isEmpty(database)) {
    if (isOwn(database)) return;
    const tables = database
      .prepare<[], string>("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
      .pluck()
      .all();
    for (const table of tables) database.exec(`drop table "${table.replaceAll('"', '""')}"`);
  }
  database.transaction(() => {
    database.exec(schema);
    database.prepare("insert into head values (0, ?, null)").run(randomBytes(16));
    database.pragma(`application_id = ${applicationId}`);
    database.pragma(`user_version = ${schemaVersion}`);
  })();
}

/** Reads an index within one read transaction, which {@link renew} begins. */
class SqliteTableIndexReader implements TableIndexReader {
  protected readonly database: Database;
  readonly #salt: Uint8Array;
  readonly #head: Statement<[], string | null>;
  readonly #row: Statement<[Uint8Array], string>;
  readonly #rows: Statement<[Uint8Array, number, number], IndexedRow>;
  readonly #countRows: Statement<[Uint8Array, number], number>;
  readonly #oldest: Statement<[Uint8Array, number, number, number], number>;
  readonly #newest: Statement<[Uint8Array, number, number, number], number>;
  readonly #countVersions: Statement<[Uint8Array, number, number, number], number>;

  constructor(database: Database) {
    this.database = database;
    this.#salt = database.prepare<[], Uint8Array>("select salt from head").pluck().get()!;
    this.#head = database.prepare<[], string | null>("select head from head").pluck();
    this.#row = database.prepare<[Uint8Array], string>("select row from rows where key = ?").pluck();
    this.#rows = database.prepare(
      `select r.id, r.row from row_topics t join rows r on r.id = t.row
       where t.topic = ? and t.row > ? order by t.row limit ?`,
    );
    this.#countRows = database
      .prepare<[Uint8Array, number], number>("select count(*) from (select 1 from row_topics where topic = ? limit ?)")
      .pluck();
    const versions = "from topic_versions where topic = ? and version >= ? and version <= ?";
    const pluck = (sql: string) => database.prepare<[Uint8Array, number, number, number], number>(sql).pluck();
    this.#oldest = pluck(`select version ${versions} order by version limit ?`);
    this.#newest = pluck(`select version ${versions} order by version desc limit ?`);
    this.#countVersions = pluck(`select count(*) from (select 1 ${versions} limit ?)`);
  }

  protected hashOf(text: string): Uint8Array {
    return hash("sha256", Buffer.concat([this.#salt, Buffer.from(text)]), "buffer").subarray(0, 16);
  }

  renew(): string | undefined {
    return translated(() => {
      this.release();
      this.database.exec("begin");
      return this.head();
    });
  }

  release(): void {
    if (this.database.inTransaction) this.database.exec("commit");
  }

  protected head(): string | undefined {
    return this.#head.get() ?? undefined;
  }

  readRow(key: string): string | undefined {
    return translated(() => this.#row.get(this.hashOf(key)));
  }

  listRows(topic: string, after: number, limit: number): readonly IndexedRow[] {
    return translated(() => this.#rows.all(this.hashOf(topic), after, limit));
  }

  countRows(topic: string, most: number): number {
    return translated(() => this.#countRows.get(this.hashOf(topic), most)!);
  }

  listVersions(
    { topic, from, to, limit }: TopicVersionQuery,
    order: "oldest_first" | "newest_first",
  ): readonly number[] {
    const statement = order === "oldest_first" ? this.#oldest : this.#newest;
    return translated(() => statement.all(this.hashOf(topic), from, to, limit));
  }

  countVersions({ topic, from, to, limit }: TopicVersionQuery): number {
    return translated(() => this.#countVersions.get(this.hashOf(topic), from, to, limit)!);
  }

  stats(oldest = 0): TableIndexStats {
    return translated(() => {
      const count = (from: string): number =>
        this.database.prepare<[], number>(`select count(*) from ${from}`).pluck().get()!;
      const [pages, pageBytes] = ["page_count", "page_size"].map(
        (name) => this.database.pragma(name, { simple: true }) as number,
      );
      return {
        rows: count("rows"),
        versions: count(`topic_versions where version >= ${Number(oldest)}`),
        bytes: pages! * pageBytes!,
      };
    });
  }

  close(): void {
    if (!this.database.open) return;
    this.release();
    this.database.close();
  }
}

class SqliteTableIndex extends SqliteTableIndexReader implements TableIndexStore {
  readonly #lock: WriterLock | undefined;
  readonly #put: Statement<[Uint8Array, string], number>;
  readonly #find: Statement<[Uint8Array, number]>;
  readonly #lose: Statement<[Uint8Array, number]>;
  readonly #note: Statement<[Uint8Array, number]>;
  readonly #setHead: Statement<[string | null]>;
  readonly #sweepEnd: Statement<[Uint8Array, number, number], { topic: Uint8Array; version: number }>;
  readonly #sweep: Statement<[Uint8Array, number, Uint8Array, number, number]>;
  readonly #sweepRest: Statement<[Uint8Array, number, number]>;
  /** Where a sweep stands, and which version it deletes up to. */
  #swept: { oldest: number; topic: Uint8Array; version: number } | undefined;
  /** Versions below this one are gone. */
  #pruned = 0;

  constructor(database: Database, lock: WriterLock | undefined) {
    super(database);
    this.#lock = lock;
    this.#put = database
      .prepare<[Uint8Array, string], number>(
        "insert into rows (key, row) values (?, ?) on conflict (key) do update set row = excluded.row returning id",
      )
      .pluck();
    this.#find = database.prepare("insert or ignore into row_topics values (?, ?)");
    this.#lose = database.prepare("delete from row_topics where topic = ? and row = ?");
    this.#note = database.prepare("insert or ignore into topic_versions values (?, ?)");
    this.#setHead = database.prepare("update head set head = ?");
    this.#sweepEnd = database.prepare(
      "select topic, version from topic_versions where (topic, version) > (?, ?) order by topic, version limit 1 offset ?",
    );
    this.#sweep = database.prepare(
      "delete from topic_versions where (topic, version) > (?, ?) and (topic, version) <= (?, ?) and version < ?",
    );
    this.#sweepRest = database.prepare("delete from topic_versions where (topic, version) > (?, ?) and version < ?");
  }

  override renew(): string | undefined {
    return translated(() => this.head());
  }

  write({ head, rows, versions }: TableIndexStep): void {
    this.#transact(() => {
      for (const change of rows) this.#change(change);
      for (const { topic, version } of versions) this.#note.run(this.hashOf(topic), version);
      this.#setHead.run(head);
    });
  }

  #change({ key, row, found, lost }: RowChange): void {
    const id = this.#put.get(this.hashOf(key), row)!;
    for (const topic of lost) this.#lose.run(this.hashOf(topic), id);
    for (const topic of found) this.#find.run(this.hashOf(topic), id);
  }

  /** Walks the versions in the order of their topics: an index by version would be as large as what it leads to. */
  prune(oldest: number, most: number): boolean {
    if (oldest <= this.#pruned) return true;
    this.#swept ??= { oldest, topic: new Uint8Array(), version: 0 };
    const swept = this.#swept;
    this.#transact(() => {
      const end = this.#sweepEnd.get(swept.topic, swept.version, most);
      if (end === undefined) {
        this.#sweepRest.run(swept.topic, swept.version, swept.oldest);
        this.#pruned = swept.oldest;
        this.#swept = undefined;
        return;
      }
      this.#sweep.run(swept.topic, swept.version, end.topic, end.version, swept.oldest);
      this.#swept = { ...swept, ...end };
    });
    return this.#swept === undefined;
  }

  clear(): void {
    this.#transact(() => {
      for (const table of ["rows", "row_topics", "topic_versions"]) this.database.exec(`delete from ${table}`);
      this.#setHead.run(null);
    });
    this.#swept = undefined;
    this.#pruned = 0;
  }

  override close(): void {
    super.close();
    this.#lock?.release();
  }

  #transact(work: () => void): void {
    translated(() => this.database.transaction(work)());
  }
}
