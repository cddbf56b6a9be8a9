import type { Database, Statement } from "better-sqlite3";
import type { RowChange, TableIndexStep, TableIndexStore } from "../table-index-port.ts";
import type { PageSums } from "./pages/page-sums.ts";
import { SqliteTableIndexReader } from "./table-index-reader.ts";
import { translated } from "./translate-error.ts";
import type { WriterLock } from "./writer-lock.ts";

/** Writes an index, and reads what it has written at once. */
export class SqliteTableIndex extends SqliteTableIndexReader implements TableIndexStore {
  readonly #lock: WriterLock | undefined;
  readonly #sums: PageSums | undefined;
  readonly #put: Statement<[Uint8Array, string], number>;
  readonly #find: Statement<[Uint8Array, number]>;
  readonly #lose: Statement<[Uint8Array, number]>;
  readonly #note: Statement<[Uint8Array, number]>;
  readonly #setHead: Statement<[string | null]>;
  readonly #sweepEnd: Statement<[Uint8Array, number, number], { topic: Uint8Array; version: number }>;
  readonly #sweep: Statement<[Uint8Array, number, Uint8Array, number, number]>;
  readonly #sweepRest: Statement<[Uint8Array, number, number]>;
  /** The place of a sweep, and the version that it deletes up to. */
  #swept: { oldest: number; topic: Uint8Array; version: number } | undefined;
  /** Versions below this one are gone. */
  #pruned = 0;

  constructor(database: Database, lock: WriterLock | undefined, sums: PageSums | undefined) {
    super(database);
    this.#lock = lock;
    this.#sums = sums;
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
      // The transactions of a step have many topics in common.
      const hashes = new Map<string, Uint8Array>();
      for (const { topic, version } of versions) {
        let hash = hashes.get(topic);
        if (hash === undefined) {
          hash = this.hashOf(topic);
          hashes.set(topic, hash);
        }
        this.#note.run(hash, version);
      }
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
    if (!this.database.open) return;
    this.#sums?.close();
    super.close();
    this.#lock?.release();
  }

  #transact(work: () => void): void {
    translated(() => {
      this.#sums?.beforeStep();
      this.database.transaction(work)();
      this.#sums?.afterStep();
    });
  }
}
