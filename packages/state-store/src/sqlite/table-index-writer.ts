import type { Database, Statement } from "better-sqlite3";
import type { RowChange, TableIndexStep, TableIndexStore } from "../table-index-port.ts";
import type { PageSums } from "./pages/page-sums.ts";
import { SqliteTableIndexReader } from "./table-index-reader.ts";
import { translated } from "./translate-error.ts";
import type { WriterLock } from "./writer-lock.ts";

/** An entry that leads to a version. */
interface SweptEntry {
  readonly topic: Uint8Array;
  readonly place: string;
  readonly version: number;
}

/** Writes an index, and reads what it has written at once. */
export class SqliteTableIndex extends SqliteTableIndexReader implements TableIndexStore {
  readonly #lock: WriterLock | undefined;
  readonly #sums: PageSums | undefined;
  readonly #put: Statement<[Uint8Array, string], number>;
  readonly #find: Statement<[Uint8Array, string, number]>;
  readonly #lose: Statement<[Uint8Array, string, number]>;
  readonly #note: Statement<[Uint8Array, string, number, number]>;
  readonly #setHead: Statement<[string | null]>;
  readonly #sweepEnd: Statement<[Uint8Array, string, number, number], SweptEntry>;
  readonly #sweep: Statement<[Uint8Array, string, number, Uint8Array, string, number, number]>;
  readonly #sweepRest: Statement<[Uint8Array, string, number, number]>;
  /** The last entry of a sweep, and the version that it deletes up to. */
  #swept: (SweptEntry & { readonly oldest: number }) | undefined;
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
    this.#find = database.prepare("insert or ignore into row_topics values (?, ?, ?)");
    this.#lose = database.prepare("delete from row_topics where topic = ? and place = ? and row = ?");
    this.#note = database.prepare("insert or ignore into topic_versions values (?, ?, ?, ?)");
    this.#setHead = database.prepare("update head set head = ?");
    const entry = "(topic, place, version)";
    this.#sweepEnd = database.prepare(
      `select topic, place, version from topic_versions where ${entry} > (?, ?, ?) order by topic, place, version limit 1 offset ?`,
    );
    this.#sweep = database.prepare(
      `delete from topic_versions where ${entry} > (?, ?, ?) and ${entry} <= (?, ?, ?) and version < ?`,
    );
    this.#sweepRest = database.prepare(`delete from topic_versions where ${entry} > (?, ?, ?) and version < ?`);
  }

  override renew(): string | undefined {
    return translated(() => this.head());
  }

  write({ head, rows, versions }: TableIndexStep): void {
    this.#transact(() => {
      for (const change of rows) this.#change(change);
      // The transactions of a step have many topics in common.
      const hashes = new Map<string, Uint8Array>();
      for (const { topic, place = "", version, count = 1 } of versions) {
        let hash = hashes.get(topic);
        if (hash === undefined) {
          hash = this.hashOf(topic);
          hashes.set(topic, hash);
        }
        this.#note.run(hash, place, version, count);
      }
      this.#setHead.run(head);
    });
  }

  #change({ key, row, found, lost }: RowChange): void {
    const id = this.#put.get(this.hashOf(key), row)!;
    for (const { topic, place = "" } of lost) this.#lose.run(this.hashOf(topic), place, id);
    for (const { topic, place = "" } of found) this.#find.run(this.hashOf(topic), place, id);
  }

  /** Walks the versions in the order of their topics: an index by version would be as large as what it leads to. */
  prune(oldest: number, most: number): boolean {
    if (oldest <= this.#pruned) return true;
    this.#swept ??= { oldest, topic: new Uint8Array(), place: "", version: 0 };
    const swept = this.#swept;
    this.#transact(() => {
      const { topic, place, version } = swept;
      const end = this.#sweepEnd.get(topic, place, version, most);
      if (end === undefined) {
        this.#sweepRest.run(topic, place, version, swept.oldest);
        this.#pruned = swept.oldest;
        this.#swept = undefined;
        return;
      }
      this.#sweep.run(topic, place, version, end.topic, end.place, end.version, swept.oldest);
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
