import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { StoreError } from "../store-error.ts";
import type {
  IndexedRow,
  PlacedEntry,
  PlacedIndexedRow,
  PlaceQuery,
  TableIndexStats,
  TableIndexStep,
  TableIndexStore,
  TopicVersionQuery,
} from "../table-index-port.ts";
import { connect } from "./connection/connect.ts";
import type { Parameter, Session } from "./connection/session.ts";
import type { PostgresTarget } from "./connection/settings.ts";
import { translateError } from "./connection/translate-error.ts";
import { tryLock } from "./connection/try-lock.ts";
import { expectOwnCode } from "./expect-own-code.ts";
import {
  cachedHash,
  columnsOfIndex,
  dropTables,
  hashOf,
  inIndex,
  inPlaces,
  locked,
  newestColumn,
  placesFrom,
  rowsByTopic,
  rowsOfTopics,
  statsOfIndex,
  sumOfVersions,
  type TableIndexName,
  type TopicRow,
  tables,
  versionsOfTopic,
} from "./table-index-rows.ts";
import { writeStep } from "./table-index-step.ts";

/**
 * An index on a server, over one connection. A reader whose connection fails makes another one for its next picture; a writer's
 * failure ends it, because its lock ends with the connection.
 */
export class PostgresTableIndex implements TableIndexStore {
  readonly #target: PostgresTarget;
  readonly #tables: TableIndexName;
  readonly #isWriter: boolean;
  #session: Session | undefined;
  /** Tells writers apart. */
  readonly #name = randomUUID();
  #salt = "";
  #isInPicture = false;
  #isClosed = false;
  readonly #asked = new Set<string>();
  #reading: Promise<ReadonlyMap<string, string>> | undefined;
  /** Settles when the connection is free. */
  #free: Promise<unknown> = Promise.resolve();

  constructor(target: PostgresTarget, tables: TableIndexName, isWriter: boolean) {
    this.#target = target;
    this.#tables = tables;
    this.#isWriter = isWriter;
  }

  /** Connects the writer, alone. */
  async open(): Promise<void> {
    await this.#connect();
    await this.#lock();
    await this.#ask((session) => expectOwnCode(session, this.#target.schema));
    if (await this.#isOfEarlierBuild()) await this.#run(dropTables);
    await this.#run(tables);
    await this.#rows("update @.index_head set writer = $1", [this.#name]);
    await this.#readSalt();
  }

  /** Deletes the tables, instead of opening them. */
  async remove(): Promise<void> {
    await this.#connect();
    await this.#lock();
    await this.#run(dropTables);
  }

  /** True for tables that lack a column: what they hold is made again. */
  async #isOfEarlierBuild(): Promise<boolean> {
    const { sql, table } = columnsOfIndex;
    const names = [this.#target.schema, `${this.#tables}_${table}`];
    const columns = await this.#rows<{ readonly name: string }>(sql, names);
    return columns.length > 0 && !columns.some(({ name }) => name === newestColumn);
  }

  async #lock(): Promise<void> {
    // A pooler in transaction mode gives the lock's connection to others: there the writer's name alone keeps an earlier one out.
    const name = `ledger table ${this.#tables} ${this.#target.schema}`;
    if (this.#target.prepare && !(await this.#ask((session) => tryLock(session, name)))) throw locked();
  }

  /** Does a step of the writer, all of it or nothing. */
  async #write(work: () => Promise<unknown>): Promise<void> {
    await this.#run("begin");
    try {
      const [row] = await this.#rows<{ readonly writer: string }>("select writer from @.index_head for update", []);
      if (row?.writer !== this.#name) throw locked();
      await work();
      await this.#run("commit");
    } catch (error) {
      this.#session?.discard();
      throw error;
    }
  }

  async renew(): Promise<string | undefined> {
    if (this.#isWriter) return this.#head();
    await this.release();
    if (this.#session === undefined || this.#session.isBroken) await this.#connect();
    try {
      await this.#readSalt();
      await this.#run("begin isolation level repeatable read, read only");
      this.#isInPicture = true;
      // Before the picture is taken: what a truncate has emptied is empty in every picture, also in earlier ones.
      await this.#run("lock table @.index_rows, @.index_row_topics, @.index_topic_versions in access share mode");
      return await this.#head();
    } catch (error) {
      // No node has made the tables yet.
      if (!(error instanceof StoreError && error.code === "not_a_store")) throw error;
      await this.release();
      return undefined;
    }
  }

  async release(): Promise<void> {
    if (!this.#isInPicture) return;
    this.#isInPicture = false;
    if (this.#session?.isBroken === false) await this.#run("rollback");
  }

  readRow(key: string): Promise<string | undefined> {
    const hash = hashOf(this.#salt, key);
    this.#asked.add(hash);
    this.#reading ??= nextTurn().then(() => this.#readAsked());
    return this.#reading.then((rows) => rows.get(hash));
  }

  readRows(keys: readonly string[]): Promise<readonly (string | undefined)[]> {
    return Promise.all(keys.map((key) => this.readRow(key)));
  }

  /** Reads the rows that were asked for in one turn together. */
  async #readAsked(): Promise<ReadonlyMap<string, string>> {
    const asked = [...this.#asked];
    this.#asked.clear();
    this.#reading = undefined;
    const rows = await this.#rows<{ readonly key: string; readonly row: string }>(
      "select key, row from @.index_rows where key = any($1::uuid[])",
      [`{${asked.join()}}`],
    );
    return new Map(rows.map(({ key, row }) => [key, row]));
  }

  listRows(topic: string, after: number, limit: number): Promise<readonly IndexedRow[]> {
    return this.#rows<IndexedRow>(
      `select r.id, r.row from @.index_row_topics t join @.index_rows r on r.id = t.row
       where t.topic = $1::uuid and t.place = '' and t.row > $2 order by t.row limit $3`,
      [hashOf(this.#salt, topic), after, limit],
    );
  }

  async listRowsOf(topics: readonly string[], limit: number): Promise<readonly (readonly IndexedRow[] | undefined)[]> {
    const hashes = topics.map((topic) => hashOf(this.#salt, topic));
    const rows = await this.#rows<TopicRow>(rowsOfTopics, [`{${hashes.join()}}`, limit + 1]);
    return rowsByTopic(rows, hashes, limit);
  }

  listPlacedRows(query: PlaceQuery): Promise<readonly PlacedIndexedRow[]> {
    const entries = "select t.place, r.id, r.row from @.index_row_topics t join @.index_rows r on r.id = t.row";
    return this.#listPlaced(`${entries} ${inPlaces("t.row", query.isDescending)}`, query, 0);
  }

  countRows(topic: string, most: number, { from, to } = { from: "", to: "~" }): Promise<number> {
    return this.#count(
      "select 1 from @.index_row_topics where topic = $1::uuid and place >= $2 and place <= $3 limit $4",
      [hashOf(this.#salt, topic), from, to, most],
    );
  }

  async listVersions(
    { topic, from, to, limit }: TopicVersionQuery,
    order: "oldest_first" | "newest_first",
  ): Promise<readonly number[]> {
    const rows = await this.#rows<{ readonly version: number }>(
      `select version ${versionsOfTopic} order by version ${order === "oldest_first" ? "asc" : "desc"} limit $4`,
      [hashOf(this.#salt, topic), from, to, limit],
    );
    return rows.map(({ version }) => version);
  }

  listPlacedVersions(query: PlaceQuery, oldest: number): Promise<readonly PlacedEntry[]> {
    const entries = "select t.place, t.version as id from @.index_topic_versions t";
    return this.#listPlaced(`${entries} ${inPlaces("t.version", query.isDescending)}`, query, oldest);
  }

  #listPlaced<T extends object>(sql: string, query: PlaceQuery, oldest: number): Promise<readonly T[]> {
    return this.#rows<T>(sql, [hashOf(this.#salt, query.topic), ...placesFrom(query, oldest)]);
  }

  countVersions({ topic, from, to, limit }: TopicVersionQuery): Promise<number> {
    return this.#count(`select 1 ${versionsOfTopic} limit $4`, [hashOf(this.#salt, topic), from, to, limit]);
  }

  async sumVersions({ topic, from, to, limit }: TopicVersionQuery): Promise<number> {
    const values = [hashOf(this.#salt, topic), from, to, limit];
    const [row] = await this.#rows<{ readonly count: number }>(sumOfVersions, values);
    return Math.min(limit, row!.count);
  }

  async stats(oldest = 0): Promise<TableIndexStats> {
    const [row] = await this.#rows<TableIndexStats>(statsOfIndex, [oldest]);
    return row!;
  }

  async write(step: TableIndexStep): Promise<void> {
    await this.#write(() => writeStep(step, cachedHash(this.#salt), (sql, values) => this.#rows(sql, values)));
  }

  async prune(oldest: number, most: number): Promise<boolean> {
    const [row] = await this.#rows<{ readonly deleted: number }>(
      `with gone as (
         delete from @.index_topic_versions where (topic, place, version) in
           (select topic, place, version from @.index_topic_versions where version < $1 order by version limit $2) returning 1)
       select count(*) as deleted from gone`,
      [oldest, most],
    );
    return row!.deleted < most;
  }

  async clear(): Promise<void> {
    await this.#write(async () => {
      await this.#run("truncate @.index_rows, @.index_row_topics, @.index_topic_versions");
      await this.#rows("update @.index_head set head = $1", [null]);
    });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#session?.end();
  }

  async #connect(): Promise<void> {
    if (this.#isClosed) throw new StoreError("closed", "the index of tables is closed");
    try {
      this.#session = await connect(this.#target, {
        isWriter: this.#isWriter,
        pipeline: false,
        silenceMs: this.#target.writeTimeoutMs,
      });
    } catch (error) {
      throw translateError(error);
    }
  }

  async #readSalt(): Promise<void> {
    const [row] = await this.#rows<{ readonly salt: string }>("select salt from @.index_head", []);
    this.#salt = row?.salt ?? "";
  }

  async #head(): Promise<string | undefined> {
    const [row] = await this.#rows<{ readonly head: string | null }>("select head from @.index_head", []);
    return row?.head ?? undefined;
  }

  async #count(sql: string, values: readonly Parameter[]): Promise<number> {
    const [row] = await this.#rows<{ readonly count: number }>(`select count(*) as count from (${sql}) found`, values);
    return row!.count;
  }

  async #rows<Row extends object>(sql: string, values: readonly Parameter[]): Promise<readonly Row[]> {
    return (await this.#ask((session) => session.query<Row>(this.#own(sql), values))).rows;
  }

  async #run(sql: string): Promise<void> {
    await this.#ask((session) => session.query(this.#own(sql)));
  }

  #own(sql: string): string {
    return inIndex(this.#target.schema, this.#tables, sql);
  }

  async #ask<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const session = this.#session;
    if (this.#isClosed || session === undefined) throw new StoreError("closed", "the index of tables is closed");
    const answer = this.#free.then(() => work(session));
    this.#free = answer.catch(() => undefined);
    try {
      return await answer;
    } catch (error) {
      throw translateError(error);
    }
  }
}
