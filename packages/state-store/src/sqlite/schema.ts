import Sqlite, { type Database } from "better-sqlite3";
import { expectSchema, StoreError } from "../store-error.ts";
import { definitionsOf, type TableName } from "./rows/tables.ts";

/** Marks a database file as a ledger store: "LDGR". */
const applicationId = 0x4c444752;

/** The schema that this build reads and writes. */
const schemaVersion = 1;

const oneRow = "primary key (id), check (id = 0)";

/** The constraints of each table whose columns are declared. */
const constraints: Readonly<Record<TableName, string>> = {
  base: oneRow,
  blocks: "primary key (height)",
  complete_accounts: "primary key (prefix)",
  frontiers: "primary key (leaf_count)",
  hashes: "primary key (bucket, prefix, version)",
  ledger: oneRow,
  log_batches: "primary key (last_version)",
  log_chunks: "primary key (id)",
  records: "primary key (version)",
  sender_records: "primary key (sender_id, version)",
  sender_sequences: "primary key (sender_id, sequence, version)",
  state_values: "primary key (key_id, version)",
  stream_events: "primary key (stream_id, sequence, version, position)",
  topic_events: "primary key (topic_id, version)",
};

/** Tables whose key is no single integer: their rows lie in the order of the key, without an index of its own. */
const inOrderOfKey: readonly TableName[] = [
  "complete_accounts",
  "hashes",
  "sender_records",
  "sender_sequences",
  "state_values",
  "stream_events",
  "topic_events",
];

/** Tables that give ids to keys, and the columns of the keys. */
const keyTables = { senders: "address", state_keys: "key", streams: "key", topics: "key" } as const;

/**
 * The tables of an empty store. Versions, heights and ids are integers below 2^53; what can be any u64 is an 8-byte big-endian
 * blob. Once a release has written files of this schema, a change of it is a new {@link schemaVersion}, with the step that leads there.
 */
const schema = [
  ...(Object.keys(constraints) as TableName[]).map(
    (table) =>
      `create table ${table} (${definitionsOf(table)}, ${constraints[table]})${inOrderOfKey.includes(table) ? " without rowid" : ""};`,
  ),
  ...Object.entries(keyTables).map(
    ([table, key]) =>
      `create table ${table} (${key} blob primary key, id integer not null, checksum integer not null) without rowid;`,
  ),
  "create unique index blocks_by_version on blocks (first_version);",
  "create index topics_by_id on topics (id);",
].join("\n");

/** Makes the tables of an empty store, within the transaction of the caller. */
export function createTables(database: Database): void {
  database.exec(schema);
  database.pragma(`application_id = ${applicationId}`);
  database.pragma(`user_version = ${schemaVersion}`);
}

/**
 * Looks at a database before anything in it is changed.
 *
 * @returns false for an empty one, which can become a store
 * @throws StoreError `not_a_store` for another program's database, `schema_unsupported` for a schema that this build does not know,
 * `corrupt` where a table is another one than was made
 */
export function hasStore(database: Database): boolean {
  if (database.prepare<[], number>("select count(*) from sqlite_schema").pluck().get() === 0) return false;
  if (database.pragma("application_id", { simple: true }) !== applicationId) {
    throw new StoreError("not_a_store", "the file is another program's database");
  }
  expectSchema(database.pragma("user_version", { simple: true }) as number, schemaVersion);
  checkColumns(database);
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

let ownColumns: readonly string[] | undefined;

/**
 * Compares tables and columns by name with those of an empty store. SQLite accepts a name whose case a flipped bit has
 * changed, but rows are read by it.
 */
function checkColumns(database: Database): void {
  ownColumns ??= columnsOfEmptyStore();
  const found = new Set(listColumns(database));
  const missing = ownColumns.find((column) => !found.has(column));
  if (missing !== undefined) throw new StoreError("corrupt", `the file's schema is damaged: it has no ${missing}`);
}

function columnsOfEmptyStore(): readonly string[] {
  const empty = new Sqlite(":memory:");
  try {
    empty.exec(schema);
    return listColumns(empty);
  } finally {
    empty.close();
  }
}

/** Names of all columns, each after that of its table. */
function listColumns(database: Database): readonly string[] {
  return database
    .prepare<[], string>(
      "select t.name || '.' || c.name from sqlite_schema t join pragma_table_info(t.name) c where t.type = 'table'",
    )
    .pluck()
    .all();
}
