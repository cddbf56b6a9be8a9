import { hash } from "node:crypto";
import type { Database, Statement } from "better-sqlite3";
import type {
  IndexedRow,
  PlacedEntry,
  PlacedIndexedRow,
  PlaceQuery,
  TableIndexReader,
  TableIndexStats,
  TopicVersionQuery,
} from "../table-index-port.ts";
import type { OpenedFile } from "./opened-file.ts";
import { translated } from "./translate-error.ts";

/** Lists the entries of a topic up to a place, after a place and an id, from an id on. */
type PlacedStatement<T> = Statement<[Uint8Array, string, string, number, number, number], T>;

/** The same from both ends. */
interface PlacedStatements<T> {
  readonly ascending: PlacedStatement<T>;
  readonly descending: PlacedStatement<T>;
}

/** All places. */
const anywhere = { from: "", to: "~" };

/** Above all ids of rows and all versions. */
const beyond = Number.MAX_SAFE_INTEGER;

function placed<T>(database: Database, entries: string, id: string): PlacedStatements<T> {
  const prepare = (end: string, after: string, order: string): PlacedStatement<T> =>
    database.prepare(
      `${entries} where t.topic = ? and t.place ${end} ? and (t.place, ${id}) ${after} (?, ?) and ${id} >= ?
       order by t.place ${order}, ${id} ${order} limit ?`,
    );
  return { ascending: prepare("<=", ">", "asc"), descending: prepare(">=", "<", "desc") };
}

/** Reads an index within one read transaction, which {@link renew} begins. */
export class SqliteTableIndexReader implements TableIndexReader {
  protected readonly database: Database;
  readonly #file: OpenedFile | undefined;
  readonly #salt: Uint8Array;
  readonly #head: Statement<[], string | null>;
  readonly #row: Statement<[Uint8Array], string>;
  readonly #rows: Statement<[Uint8Array, number, number], IndexedRow>;
  readonly #placedRows: PlacedStatements<PlacedIndexedRow>;
  readonly #countRows: Statement<[Uint8Array, string, string, number], number>;
  readonly #oldest: Statement<[Uint8Array, number, number, number], number>;
  readonly #newest: Statement<[Uint8Array, number, number, number], number>;
  readonly #countVersions: Statement<[Uint8Array, number, number, number], number>;
  readonly #sumVersions: Statement<[Uint8Array, number, number, number], number>;
  readonly #placedVersions: PlacedStatements<PlacedEntry>;

  /** @param file - has to keep its name; absent for a writer, which holds the lock of the name */
  constructor(database: Database, file?: OpenedFile) {
    this.database = database;
    this.#file = file;
    this.#salt = database.prepare<[], Uint8Array>("select salt from head").pluck().get()!;
    this.#head = database.prepare<[], string | null>("select head from head").pluck();
    this.#row = database.prepare<[Uint8Array], string>("select row from rows where key = ?").pluck();
    this.#rows = database.prepare(
      `select r.id, r.row from row_topics t join rows r on r.id = t.row
       where t.topic = ? and t.place = '' and t.row > ? order by t.row limit ?`,
    );
    this.#placedRows = placed<PlacedIndexedRow>(
      database,
      "select t.place, t.row as id, r.row from row_topics t join rows r on r.id = t.row",
      "t.row",
    );
    this.#countRows = database
      .prepare<[Uint8Array, string, string, number], number>(
        "select count(*) from (select 1 from row_topics where topic = ? and place >= ? and place <= ? limit ?)",
      )
      .pluck();
    const versions = "from topic_versions where topic = ? and place = '' and version >= ? and version <= ?";
    const pluck = (sql: string) => database.prepare<[Uint8Array, number, number, number], number>(sql).pluck();
    this.#oldest = pluck(`select version ${versions} order by version limit ?`);
    this.#newest = pluck(`select version ${versions} order by version desc limit ?`);
    this.#countVersions = pluck(`select count(*) from (select 1 ${versions} limit ?)`);
    this.#sumVersions = pluck(`select coalesce(sum(count), 0) from (select count ${versions} limit ?)`);
    this.#placedVersions = placed<PlacedEntry>(
      database,
      "select t.place, t.version as id from topic_versions t",
      "t.version",
    );
  }

  protected hashOf(text: string): Uint8Array {
    return hash("sha256", Buffer.concat([this.#salt, Buffer.from(text)]), "buffer").subarray(0, 16);
  }

  renew(): string | undefined {
    return translated(() => {
      this.release();
      this.#file?.expectInPlace();
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

  readRows(keys: readonly string[]): readonly (string | undefined)[] {
    return keys.map((key) => this.readRow(key));
  }

  listRows(topic: string, after: number, limit: number): readonly IndexedRow[] {
    return translated(() => this.#rows.all(this.hashOf(topic), after, limit));
  }

  listRowsOf(topics: readonly string[], limit: number): readonly (readonly IndexedRow[] | undefined)[] {
    let left = limit;
    return topics.map((topic) => {
      if (left < 0) return undefined;
      const rows = this.listRows(topic, 0, left + 1);
      left -= rows.length;
      return left < 0 ? undefined : rows;
    });
  }

  listPlacedRows(query: PlaceQuery): readonly PlacedIndexedRow[] {
    return this.#listPlaced(this.#placedRows, query, 0);
  }

  countRows(topic: string, most: number, { from, to } = anywhere): number {
    return translated(() => this.#countRows.get(this.hashOf(topic), from, to, most)!);
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

  sumVersions({ topic, from, to, limit }: TopicVersionQuery): number {
    return translated(() => Math.min(limit, this.#sumVersions.get(this.hashOf(topic), from, to, limit)!));
  }

  listPlacedVersions(query: PlaceQuery, oldest: number): readonly PlacedEntry[] {
    return this.#listPlaced(this.#placedVersions, query, oldest);
  }

  #listPlaced<T>(
    { ascending, descending }: PlacedStatements<T>,
    { topic, from, to, after, isDescending, limit }: PlaceQuery,
    oldest: number,
  ): readonly T[] {
    // What has the last place and a greater id is none.
    const [place, id] = after === undefined ? (isDescending ? [to, beyond] : [from, -1]) : [after.place, after.id];
    const end = isDescending ? from : to;
    return translated(() =>
      (isDescending ? descending : ascending).all(this.hashOf(topic), end, place, id, oldest, limit),
    );
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
        found: count("row_topics"),
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
