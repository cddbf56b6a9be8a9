import type pg from "pg";
import { expectSchema, StoreError } from "../store-error.ts";
import { definitionsOf } from "./rows/tables.ts";

/** Engines that spread the tables over several servers, see {@link formatSchema}. */
export type DistributedEngine = "citus" | "yugabyte" | "cockroach";

/** Options of the tables; they cannot be changed later. */
export interface SchemaOptions {
  /**
   * Versions of a partition of the tables that have their rows by version; 0 for tables that are one piece. Pruning drops
   * partitions that it would otherwise empty row by row. 4,194,304 when absent.
   */
  readonly partitionVersions?: number | undefined;
}

/** Versions of a partition: some gigabytes of records. Some dozens of partitions cost a look-up by hash little, thousands much. */
const defaultPartitionVersions: number = 2 ** 22;

/** Tables with their rows by version: partitioned, and pruned by ranges of versions. */
export const versionTables = ["records", "hashes", "summaries", "events", "topic_events"] as const;

/** The schema that this build reads and writes. */
const schemaVersion = 1;

/**
 * The tables of an empty store. `@` stands for the name of the PostgreSQL schema, `{by version}` for the clause of tables that have
 * partitions. Versions, heights and counts are below 2^53; what can be any u64 is an 8-byte big-endian string of bytes. Once a
 * release has made this schema, a change of it is a new {@link schemaVersion}, with the step that leads there.
 */
const tables = `
create table @.head (
  id smallint primary key check (id = 0),
  schema_version integer not null,
  term bigint not null,
  holder text not null,
  lease_until timestamptz not null,
  step bigint not null,
  key_salt bytea not null,
  partition_versions bigint not null,
  partitioned_to bigint,
  base_version bigint,
  base_block_height bigint,
  base_is_partial boolean,
  base_is_chained boolean,
  chain_id integer,
  genesis_hash bytea,
  version bigint,
  oldest_version bigint,
  oldest_ledger_version bigint,
  timestamp_usecs bigint,
  epoch bigint,
  block_height bigint,
  oldest_block_height bigint,
  last_module_version bigint,
  incarnation bigint not null,
  swept_version bigint,
  sweep_key uuid,
  swept_ledger_version bigint,
  state_bytes bigint not null,
  ledger_bytes bigint not null
);

create table @.frontiers (leaf_count bigint primary key, roots bytea not null);

create table @.blocks (
${definitionsOf("blocks")}
  primary key (height)
);
create index blocks_by_version on @.blocks (first_version);

create table @.records (
${definitionsOf("records")}
  primary key (version)
) {by version};

create table @.hashes (
${definitionsOf("hashes")}
  primary key (hash, version)
) {by version};
create index hashes_by_version on @.hashes (version);

create table @.summaries (
${definitionsOf("summaries")}
  primary key (sender, version)
) {by version};
create index summaries_by_replay on @.summaries (sender, replay, version);
create index summaries_by_version on @.summaries (version);

create table @.events (
${definitionsOf("events")}
  primary key (stream, sequence, version, position)
) {by version};
create index events_by_version on @.events (version);

create table @.topic_events (
${definitionsOf("topic_events")}
  primary key (topic, version)
) {by version};
create index topic_events_by_version on @.topic_events (version);

create table @.state_keys (
  key_hash uuid primary key,
  path_kind smallint,
  key_head bytea not null,
  key_tail bytea not null
);
create index state_keys_in_order on @.state_keys (key_head);
create index state_keys_by_kind on @.state_keys (path_kind, key_head) where path_kind is not null;

create table @.state_values (
${definitionsOf("state_values")}
  primary key (key_hash, version)
);

create table @.written_keys (
${definitionsOf("written_keys")}
  primary key (last_version, part)
);

create table @.complete_accounts (prefix bytea primary key, version bigint not null, origin text not null);
`;

/** Puts the name of the PostgreSQL schema into a statement. */
export function inSchema(schema: string, text: string): string {
  return text.replaceAll("@.", `${schema}.`);
}

/**
 * Makes the tables where there are none, in one transaction, which other nodes that do the same wait for.
 *
 * @throws StoreError `schema_unsupported` for tables of a schema that this build does not know
 */
export async function createTables(client: pg.Client, schema: string, options: SchemaOptions): Promise<void> {
  if (await hasTables(client, schema)) return;
  await client.query("begin");
  try {
    // Ends with the transaction, so poolers that give each transaction another connection are no obstacle.
    await client.query("select pg_advisory_xact_lock(hashtext($1))", [`ledger store ${schema}`]);
    if (!(await hasTables(client, schema))) await client.query(formatSchema(schema, undefined, options));
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

/** Refuses a database that this build cannot read. @throws StoreError `schema_unsupported` */
export function checkSchemaVersion(version: number): void {
  expectSchema(version, schemaVersion);
}

async function hasTables(client: pg.Client, schema: string): Promise<boolean> {
  const found = await client.query<{ count: number }>(
    "select count(*)::int as count from information_schema.tables where table_schema = $1 and table_name = 'head'",
    [schema],
  );
  if (found.rows[0]?.count !== 1) return false;
  const { rows } = await client.query<{ schema_version: number }>(
    inSchema(schema, "select schema_version from @.head"),
  );
  if (rows[0] === undefined) throw new StoreError("not_a_store", "the table head of the store has no row");
  checkSchemaVersion(rows[0].schema_version);
  return true;
}

/** How Citus spreads the tables: by what reads look for, so that a point read asks one server. */
const citus = `
select create_reference_table('@.head');
select create_reference_table('@.frontiers');
select create_reference_table('@.complete_accounts');
select create_distributed_table('@.state_values', 'key_hash');
select create_distributed_table('@.state_keys', 'key_hash', colocate_with => '@.state_values');
select create_distributed_table('@.summaries', 'sender', colocate_with => 'none');
select create_distributed_table('@.events', 'stream', colocate_with => 'none');
select create_distributed_table('@.topic_events', 'topic', colocate_with => 'none');
select create_distributed_table('@.hashes', 'hash', colocate_with => 'none');
select create_distributed_table('@.records', 'version', colocate_with => 'none');
select create_distributed_table('@.blocks', 'height', colocate_with => 'none');
select create_distributed_table('@.written_keys', 'last_version', colocate_with => 'none');
`;

/** The statements that make an empty store, for people and for engines that spread the tables over several servers. */
export function formatSchema(
  schema: string,
  engine: DistributedEngine | undefined,
  { partitionVersions = defaultPartitionVersions }: SchemaOptions = {},
): string {
  const versions = engine === "yugabyte" || engine === "cockroach" ? 0 : partitionVersions;
  const salt = "decode(replace(gen_random_uuid()::text, '-', ''), 'hex')";
  const clause = versions > 0 ? "partition by range (version)" : "";
  let text = `create schema if not exists ${schema};\n${inSchema(schema, tables.replaceAll("{by version}", clause))}`;
  if (engine === "citus") text += inSchema(schema, citus);
  if (engine === "yugabyte") text = rangeSharded(text);
  return `${text}
insert into ${schema}.head (id, schema_version, term, holder, lease_until, step, key_salt, partition_versions, incarnation, state_bytes, ledger_bytes)
values (0, ${schemaVersion}, 0, '', '-infinity', 0, ${salt}, ${versions}, 0, 0, 0);
`;
}

/** Shards by ranges where reads go by ranges: YugabyteDB's default is the hash of a key's first column. */
function rangeSharded(text: string): string {
  return text
    .replaceAll("primary key (key_hash, version)", "primary key (key_hash hash, version desc)")
    .replace("primary key (version)", "primary key (version asc)")
    .replace("primary key (height)", "primary key (height asc)")
    .replace("leaf_count bigint primary key", "leaf_count bigint, primary key (leaf_count asc)")
    .replace("(first_version);", "(first_version asc);")
    .replace("(key_head);", "(key_head asc);")
    .replace("(path_kind, key_head)", "(path_kind asc, key_head asc)")
    .replace("primary key (last_version, part)", "primary key (last_version asc, part asc)");
}
