import Sqlite, { type Database } from "better-sqlite3";
import { expectSchema, StoreError } from "../store-error.ts";

/** Marks a database file as a ledger store: "LDGR". */
const applicationId = 0x4c444752;

/** The schema that this build reads and writes. */
const schemaVersion = 1;

/**
 * The tables of an empty store. Versions, heights and ids are integers below 2^53; what can be any u64 is an 8-byte big-endian
 * blob. Once a release has written files of this schema, a change of it is a new {@link schemaVersion}, with the step that leads there.
 */
const tables = `
  create table ledger (
    id integer primary key check (id = 0),
    chain_id integer not null,
    genesis_hash blob not null,
    version integer not null,
    oldest_version integer not null,
    oldest_ledger_version integer not null,
    timestamp_usecs integer not null,
    epoch integer not null,
    block_height integer not null,
    oldest_block_height integer not null,
    last_module_version integer not null,
    incarnation integer not null,
    swept_version integer not null,
    sweep_key integer not null,
    merged_version integer not null,
    sealed_version integer not null,
    merge_key integer not null,
    merge_version integer not null,
    open_rows integer not null,
    open_batches integer not null,
    next_chunk integer not null,
    key_generation integer not null,
    next_key_id integer not null,
    next_sender_id integer not null,
    next_stream_id integer not null,
    next_topic_id integer not null,
    base_version integer not null,
    base_is_partial integer not null,
    base_is_chained integer not null,
    checksum integer not null
  );

  create table base (
    id integer primary key check (id = 0),
    version integer not null,
    block_height integer not null,
    is_partial integer not null,
    is_chained integer not null,
    next_key_id integer not null
  );
  create table complete_accounts (
    prefix blob primary key, version integer not null, origin text not null, checksum integer not null
  ) without rowid;

  create table frontiers (leaf_count integer primary key, roots blob not null);

  create table blocks (
    height integer primary key,
    hash blob not null,
    epoch integer not null,
    round integer not null,
    timestamp_usecs integer not null,
    first_version integer not null,
    last_version integer not null
  );
  create unique index blocks_by_version on blocks (first_version);

  create table records (
    version integer primary key,
    hash blob not null,
    sender blob,
    replay blob,
    accumulator_root blob not null,
    event_refs blob,
    topics blob,
    info blob not null,
    events blob not null,
    write_set blob not null,
    body blob not null
  );
  create table hashes (
    bucket integer not null, prefix integer not null, version integer not null,
    primary key (bucket, prefix, version)
  ) without rowid;

  create table senders (address blob primary key, id integer not null, checksum integer not null) without rowid;
  create table sender_records (
    sender_id integer not null, version integer not null, primary key (sender_id, version)
  ) without rowid;
  create table sender_sequences (
    sender_id integer not null, sequence blob not null, version integer not null,
    primary key (sender_id, sequence, version)
  ) without rowid;

  create table streams (key blob primary key, id integer not null, checksum integer not null) without rowid;
  create table stream_events (
    stream_id integer not null, sequence blob not null, version integer not null, position integer not null,
    primary key (stream_id, sequence, version, position)
  ) without rowid;

  create table topics (key blob primary key, id integer not null, checksum integer not null) without rowid;
  create index topics_by_id on topics (id);
  create table topic_events (
    topic_id integer not null, version integer not null, positions blob not null,
    primary key (topic_id, version)
  ) without rowid;

  create table state_keys (key blob primary key, id integer not null, checksum integer not null) without rowid;
  create table state_values (
    key_id integer not null, version integer not null, packed blob not null,
    primary key (key_id, version)
  ) without rowid;

  create table log_batches (
    last_version integer primary key,
    first_version integer not null,
    first_chunk integer not null,
    places blob not null
  );
  create table log_chunks (id integer primary key, entries blob not null);
`;

/** Makes the tables of an empty store, within the transaction of the caller. */
export function createTables(database: Database): void {
  database.exec(tables);
  database.pragma(`application_id = ${applicationId}`);
  database.pragma(`user_version = ${schemaVersion}`);
}

/**
 * Looks at a database before anything in it is changed.
 *
 * @returns false for an empty one, which can become a store
 * @throws StoreError `not_a_store` for another program's database, `schema_unsupported` for a schema that this build does not know,
 * `corrupt` where the schema is not the one that was made
 */
export function hasStore(database: Database): boolean {
  if (database.prepare<[], number>("select count(*) from sqlite_schema").pluck().get() === 0) return false;
  if (database.pragma("application_id", { simple: true }) !== applicationId) {
    throw new StoreError("not_a_store", "the file is another program's database");
  }
  expectSchema(database.pragma("user_version", { simple: true }) as number, schemaVersion);
  expectOwnSchema(database);
  return true;
}

/**
 * Refuses a reader's database that this build cannot read.
 *
 * @throws StoreError `not_a_store`, `schema_unsupported`, `corrupt`
 */
export function checkSchema(database: Database): void {
  if (!hasStore(database)) throw new StoreError("not_a_store", "the file holds no ledger store yet");
}

/** A table, an index, a trigger or a view: its kind and name, and its definition. */
type SchemaEntry = readonly [name: string, definition: string];

let ownSchema: readonly SchemaEntry[] | undefined;

/**
 * Compares the schema with that of an empty store, to the letter. The file may come from anywhere, and a trigger, a view or an index
 * over an expression is code that the writer would run; SQLite also accepts a name whose case a flipped bit has changed, but rows are
 * read by it.
 */
function expectOwnSchema(database: Database): void {
  ownSchema ??= schemaOfEmptyStore();
  const own = new Map(ownSchema);
  for (const [name, definition] of listSchema(database, ownSchema.length + 1)) {
    const expected = own.get(name);
    if (expected === undefined) throw otherSchema(`it has ${inPlainText(name)}, which no ledger has`);
    if (expected !== definition) throw otherSchema(`its ${name} is another one`);
    own.delete(name);
  }
  for (const name of own.keys()) throw otherSchema(`it has no ${name}`);
}

function otherSchema(why: string): StoreError {
  return new StoreError("corrupt", `the file's schema is not that of a ledger: ${why}`);
}

/** A name that a stranger chose, for people. */
function inPlainText(name: string): string {
  return name.replace(/[^\x20-\x7e]/g, "?").slice(0, 80);
}

function schemaOfEmptyStore(): readonly SchemaEntry[] {
  const empty = new Sqlite(":memory:");
  try {
    empty.exec(tables);
    return listSchema(empty, -1);
  } finally {
    empty.close();
  }
}

/** What a schema is made of. White space does not count: SQLite keeps that of the statements. */
function listSchema(database: Database, limit: number): readonly SchemaEntry[] {
  const rows = database
    .prepare<[number], { type: string; name: string; tbl_name: string; sql: string | null }>(
      "select type, name, tbl_name, sql from sqlite_schema limit ?",
    )
    .all(limit);
  return rows.map(({ type, name, tbl_name, sql }) => [
    `${type} ${name}`,
    `${tbl_name} ${sql?.replace(/\s+/g, " ") ?? ""}`,
  ]);
}
