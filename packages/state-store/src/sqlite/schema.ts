import Sqlite, { type Database } from "better-sqlite3";
import { StoreError } from "../store-error.ts";
import { fillTopics } from "./fill-topics.ts";

/** Marks a database file as a ledger store: "LDGR". */
const applicationId = 0x4c444752;

/**
 * Forward steps from one schema version to the next: `migrations[n]` leads from version n to n + 1. A released step is
 * never changed. Versions, heights and ids are integers below 2^53; what can be any u64 is an 8-byte big-endian blob. A new column
 * of `ledger` changes what its checksum is computed over: the step that adds one sets `checksum = null`. A file of each version,
 * written by a build of its time, is in `test/files`: `scripts/write-store-file.ts` makes it, before the next step is written.
 */
export const migrations: readonly string[] = [
  `
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
    next_stream_id integer not null
  );

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
    info blob not null,
    events blob not null,
    write_set blob not null,
    body blob not null
  );
  create table hashes (
    bucket integer not null, prefix integer not null, version integer not null,
    primary key (bucket, prefix, version)
  ) without rowid;

  create table senders (address blob primary key, id integer not null) without rowid;
  create table sender_records (
    sender_id integer not null, version integer not null, primary key (sender_id, version)
  ) without rowid;
  create table sender_sequences (
    sender_id integer not null, sequence blob not null, version integer not null,
    primary key (sender_id, sequence, version)
  ) without rowid;

  create table streams (key blob primary key, id integer not null) without rowid;
  create table stream_events (
    stream_id integer not null, sequence blob not null, version integer not null, position integer not null,
    primary key (stream_id, sequence, version, position)
  ) without rowid;

  create table state_keys (key blob primary key, id integer not null) without rowid;
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
  `,
  `
  alter table ledger add column base_version integer not null default 0;
  alter table ledger add column base_is_partial integer not null default 0;
  alter table ledger add column base_is_chained integer not null default 1;

  create table base (
    id integer primary key check (id = 0),
    version integer not null,
    block_height integer not null,
    is_partial integer not null,
    is_chained integer not null,
    next_key_id integer not null
  );
  create table complete_accounts (
    prefix blob primary key, version integer not null, origin text not null
  ) without rowid;
  `,
  // Earlier builds asked upstreams for table items by another key than the one that was meant. What they learned of items that
  // way is forgotten, and asked for again.
  `
  delete from state_values
  where version = (select version - 1 from base where is_partial = 1)
    and key_id in (select id from state_keys where key >= x'01' and key < x'02');
  `,
  // Checksums over what no hash of the ledger covers. Rows of before have none.
  `
  alter table ledger add column checksum integer;
  alter table state_keys add column checksum integer;
  alter table senders add column checksum integer;
  alter table streams add column checksum integer;
  alter table complete_accounts add column checksum integer;
  `,
  // Events by topic. What is in the file already is indexed by `fillTopics`, in the same transaction.
  `
  alter table ledger add column next_topic_id integer not null default 1;
  update ledger set checksum = null;
  alter table records add column topics blob;
  create table topics (key blob primary key, id integer not null, checksum integer) without rowid;
  create index topics_by_id on topics (id);
  create table topic_events (
    topic_id integer not null, version integer not null, positions blob not null,
    primary key (topic_id, version)
  ) without rowid;
  `,
];

/** What a step does besides its statements, after them: by the schema version that it leads from. */
const fillers: Readonly<Record<number, (database: Database) => void>> = { 4: fillTopics };

/** The schema that this build reads and writes. */
export const schemaVersion: number = migrations.length;

/**
 * Brings a writer's database to {@link schemaVersion}, each step in one transaction with its version number.
 *
 * @throws StoreError `not_a_store` for a foreign database, `schema_unsupported` for one of a later build, `corrupt` where a table
 * is another one than was made
 */
export function migrate(database: Database, onStep: (moment: "before" | "after") => void): void {
  const version = readSchemaVersion(database);
  for (let step = version; step < schemaVersion; step++) {
    database.exec("begin immediate");
    try {
      database.exec(migrations[step]!);
      fillers[step]?.(database);
      database.pragma(`application_id = ${applicationId}`);
      database.pragma(`user_version = ${step + 1}`);
      onStep("before");
      database.exec("commit");
      onStep("after");
    } catch (error) {
      if (database.inTransaction) database.exec("rollback");
      throw error;
    }
  }
  checkColumns(database);
}

/**
 * Refuses a reader's database that this build cannot read.
 *
 * @throws StoreError `not_a_store`, `schema_unsupported`, `corrupt`
 */
export function checkSchema(database: Database): void {
  const version = readSchemaVersion(database);
  if (version === 0) throw new StoreError("not_a_store", "the file holds no ledger store yet");
  if (version !== schemaVersion) {
    throw new StoreError(
      "schema_unsupported",
      `the store has schema ${version}; open it for writing with this release once, to migrate it to schema ${schemaVersion}`,
    );
  }
  checkColumns(database);
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
    for (const step of migrations) empty.exec(step);
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

function readSchemaVersion(database: Database): number {
  const version = database.pragma("user_version", { simple: true }) as number;
  const application = database.pragma("application_id", { simple: true }) as number;
  const tables = database.prepare<[], number>("select count(*) from sqlite_schema").pluck().get() ?? 0;
  if (tables === 0) return 0;
  if (application !== applicationId) throw new StoreError("not_a_store", "the file is another program's database");
  if (version > schemaVersion) {
    throw new StoreError(
      "schema_unsupported",
      `the store has schema ${version}; this release reads schemas up to ${schemaVersion}`,
    );
  }
  return version;
}
