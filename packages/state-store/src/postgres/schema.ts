import { expectSchema } from "../store-error.ts";
import { expectSchemaName } from "./connection/schema-name.ts";
import type { Session } from "./connection/session.ts";
import { stateOf } from "./connection/translate-error.ts";
import { headDefinitions, keptHeads } from "./rows/head-row.ts";
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

/** Schemas that a release knows, and the way from each to the next one. */
export interface KnownSchemas {
  /** The schema that it writes. It reads this one and the one before, see {@link expectReadable}. */
  readonly written: number;
  /** Statements that lead from a schema to the next one, by the former. */
  readonly steps: Readonly<Record<number, readonly string[]>>;
}

/** The schemas that this release knows. */
export const knownSchemas: KnownSchemas = { written: 1, steps: {} };

/** The tables of the state, with their columns: what shards have a part of, by `key_hash`. */
export const stateColumns = {
  state_keys: `  key_hash uuid not null,
  path_kind smallint,
  key_head bytea not null,
  key_tail bytea not null`,
  state_values: definitionsOf("state_values").replace(/,$/, ""),
} as const;

/** The statements that make the tables of the state on one server. */
export const stateTables = `create table @.state_keys (
${stateColumns.state_keys},
  primary key (key_hash)
);
create index state_keys_in_order on @.state_keys (key_head);
create index state_keys_by_kind on @.state_keys (path_kind, key_head) where path_kind is not null;

create table @.state_values (
${stateColumns.state_values},
  primary key (key_hash, version)
);
`;

/**
 * The tables of an empty store. `@` stands for the name of the PostgreSQL schema, `{by version}` for the clause of tables that have
 * partitions, `{state}` for the tables of the state. Versions, heights and counts are below 2^53; what can be any u64 is an 8-byte big-endian string of bytes. Once a
 * release has made this schema, a change of it is a new one of {@link knownSchemas}, with the step that leads there. `store` and the
 * columns of `head` up to `lease_until` stay as they are: the lease is taken before the step.
 */
const tables = `
create table @.store (
  id smallint primary key check (id = 0),
  schema_version integer not null,
  key_salt bytea not null,
  partition_versions bigint not null,
  shards integer not null
);

create table @.head (
${headDefinitions}
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

{state}
create table @.written_keys (
${definitionsOf("written_keys")}
  primary key (last_version, part)
);

create table @.complete_accounts (prefix bytea primary key, version bigint not null, origin text not null);

create table @.tree_rows (key bytea primary key, version bigint not null, value bytea);

create table @.tree_past (
  key bytea not null, until bigint not null, version bigint not null, value bytea,
  primary key (key, until)
);
create index tree_past_by_end on @.tree_past (until);
`;

/** Puts the name of the PostgreSQL schema into a statement. */
export function inSchema(schema: string, text: string): string {
  return text.replaceAll("@.", `${schema}.`);
}

/** SQLSTATEs of a schema or a table that is there: of two nodes that make one at the same time, one waits for the other and gets these. */
const isThere = ["23505", "42P06", "42P07"];

/**
 * Makes the tables where there are none, in one transaction. Where another node makes the same tables meanwhile, those are used.
 *
 * @throws StoreError `schema_unsupported` for tables of a schema that this build does not know
 */
export async function createTables(
  session: Session,
  schema: string,
  options: SchemaOptions,
  known: KnownSchemas = knownSchemas,
): Promise<void> {
  if (await hasTables(session, schema, known)) return;
  await session.query("begin");
  try {
    // A user that owns the schema need not be allowed to make one, not even one that is there.
    const found = await session.query("select from pg_namespace where nspname = $1", [schema]);
    if (found.rows.length === 0) await session.query(`create schema ${schema}`);
    await session.query(formatTables(schema, undefined, options));
    await session.query("commit");
  } catch (error) {
    if (!isThere.includes(stateOf(error))) throw error;
    await session.query("rollback");
    if (!(await hasTables(session, schema, known))) throw error;
  }
}

/**
 * Refuses a database that this release does not read. It reads the schema that it writes and the one before: readers are upgraded
 * first, and go on while the writer takes the step.
 *
 * @throws StoreError `schema_unsupported`
 */
export function expectReadable(version: number, { written }: KnownSchemas = knownSchemas): void {
  if (version !== written - 1 || version < 1) expectSchema(version, written);
}

async function hasTables(session: Session, schema: string, known: KnownSchemas): Promise<boolean> {
  // Not by to_regclass: it may still know that there was none, when another node has just made it.
  const found = await session.query(
    `select from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = $1 and c.relname = 'store'`,
    [schema],
  );
  if (found.rows.length === 0) return false;
  const { rows } = await session.query<{ schema_version: number }>(
    inSchema(schema, "select schema_version from @.store"),
  );
  const version = rows[0]?.schema_version ?? 0;
  if (known.steps[version] === undefined) expectSchema(version, known.written);
  return true;
}

/** How Citus spreads the tables: by what reads look for, so that a point read asks one server. */
const citus = `
select create_reference_table('@.store');
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
select create_distributed_table('@.tree_rows', 'key', colocate_with => 'none');
select create_distributed_table('@.tree_past', 'key', colocate_with => '@.tree_rows');
`;

/**
 * The statements that make an empty store, for people and for engines that spread the tables over several servers.
 *
 * @throws StoreError `invalid_argument` for a name of a schema that cannot be one
 */
export function formatSchema(
  schema: string,
  engine: DistributedEngine | undefined,
  options: SchemaOptions = {},
): string {
  return `create schema if not exists ${expectSchemaName(schema)};\n${formatTables(schema, engine, options)}`;
}

/** The tables of the state as they are made, and on how many further servers parts of them lie. */
export interface StatePlaces {
  readonly tables: string;
  readonly shards: number;
}

/** The same, in a schema that is there. */
export function formatTables(
  schema: string,
  engine: DistributedEngine | undefined,
  { partitionVersions = defaultPartitionVersions }: SchemaOptions,
  state: StatePlaces = { tables: stateTables, shards: 0 },
): string {
  const versions = engine === "yugabyte" || engine === "cockroach" ? 0 : partitionVersions;
  const salt = "decode(replace(gen_random_uuid()::text, '-', ''), 'hex')";
  const clause = versions > 0 ? "partition by range (version)" : "";
  let text = inSchema(schema, tables.replaceAll("{by version}", clause).replace("{state}", state.tables));
  if (engine === "citus") text += inSchema(schema, citus);
  if (engine === "yugabyte") text = rangeSharded(text);
  return `${text}
insert into ${schema}.store (id, schema_version, key_salt, partition_versions, shards)
values (0, ${knownSchemas.written}, ${salt}, ${versions}, ${state.shards});
insert into ${schema}.head (step, term, holder, lease_until, incarnation, state_bytes, ledger_bytes)
select step, 0, '', '-infinity', 0, 0, 0 from generate_series(1 - ${keptHeads}, 0) step;
`;
}

/** Shards by ranges where reads go by ranges: YugabyteDB's default is the hash of a key's first column. */
function rangeSharded(text: string): string {
  return text
    .replaceAll("primary key (key_hash, version)", "primary key (key_hash hash, version desc)")
    .replace("primary key (version)", "primary key (version asc)")
    .replace("primary key (height)", "primary key (height asc)")
    .replaceAll(/(step|leaf_count) bigint primary key/g, "$1 bigint, primary key ($1 asc)")
    .replace("key bytea primary key, version", "key bytea, version")
    .replace("not null, value bytea);", "not null, value bytea, primary key (key asc));")
    .replace("primary key (key, until)", "primary key (key asc, until asc)")
    .replace("(until);", "(until asc);")
    .replace("(first_version);", "(first_version asc);")
    .replace("(key_head);", "(key_head asc);")
    .replace("(path_kind, key_head)", "(path_kind asc, key_head asc)")
    .replace("primary key (last_version, part)", "primary key (last_version asc, part asc)");
}
