import type { Database } from "better-sqlite3";
import { expectSchema, StoreError } from "../store-error.ts";
import { compareWithSchema, isEmpty } from "./compare-with-schema.ts";
import { definitionsOf, type TableName } from "./rows/tables.ts";

/** Marks a database file as a ledger store: "LDGR". */
const applicationId = 0x4c444752;

/** The schema that this build reads and writes. */
const schemaVersion = 2;

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
 * `corrupt` where the schema is not the one that was made
 */
export function hasStore(database: Database): boolean {
  if (isEmpty(database)) return false;
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

/**
 * The file may come from anywhere, and a trigger, a view or an index over an expression is code that the writer would run; SQLite also
 * accepts a name whose case a flipped bit has changed, but rows are read by it.
 */
function expectOwnSchema(database: Database): void {
  const why = differenceOf(database);
  if (why !== undefined) throw new StoreError("corrupt", `the file's schema is not that of a ledger: ${why}`);
}

const differenceOf = compareWithSchema(schema, "ledger");
