import { expectSchemaName } from "../connection/schema-name.ts";
import { formatTables, inSchema, type SchemaOptions, stateColumns, stateTables } from "../schema.ts";

/** A server that gets a part of the state, as the server with the head reaches it. */
export interface ShardServer {
  /** For people and for the name of the foreign server: lower-case letters, digits and underscores. */
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  /** Printed with the statements where it is given. */
  readonly password?: string | undefined;
}

/** The servers of a store whose state is spread by key. */
export interface ShardLayout {
  /** The server with the head, which has a part of the state, too. */
  readonly coordinator: {
    readonly name: string;
    readonly database: string;
    /** Users of its database: the writer, who owns the tables, and those who only read, such as `ledger_api`. */
    readonly users: readonly string[];
  };
  readonly shards: readonly ShardServer[];
}

/** The statements for one server. */
export interface ServerStatements {
  /** Its name in the layout. */
  readonly server: string;
  readonly statements: string;
}

/** The tables of the state, of which every server has a partition. */
const spreadTables = ["state_keys", "state_values"] as const;

/**
 * Options of the foreign servers. Rows go in batches; parts of a list are fetched from all servers at once, and they end a write at once;
 * a host that is gone is noticed, on both sides: until a shard notices that the first server is gone, it holds the row of its fence for it,
 * and no other server can write.
 *
 * @see PostgreSQL, postgres_fdw, and libpq, connection parameters
 */
const serverOptions = {
  batch_size: "1000",
  fetch_size: "100",
  async_capable: "true",
  parallel_commit: "true",
  connect_timeout: "3",
  keepalives_idle: "5",
  tcp_user_timeout: "10000",
  options: "-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=5 -c tcp_user_timeout=10000",
} as const;

/**
 * The statements that make an empty store whose state lies on several servers, by PostgreSQL's own partitions and `postgres_fdw`. Those of
 * the shards are first: run them in this order.
 *
 * @param schema - name of the PostgreSQL schema of the tables, the same on all servers
 * @throws StoreError `invalid_argument` for a name of a schema that cannot be one
 */
export function formatShards(
  schema: string,
  layout: ShardLayout,
  options: SchemaOptions = {},
): readonly ServerStatements[] {
  expectSchemaName(schema);
  const { coordinator, shards } = layout;
  const own = shards.map(({ name }, i) => ({ server: name, statements: formatShard(schema, i + 1) }));
  const modulus = shards.length + 1;
  const state = [
    formatParents(),
    formatOwnPart(modulus),
    ...shards.map((shard, i) => formatLink(schema, shard, i + 1, modulus)),
  ];
  const [writer = "", ...readers] = coordinator.users.map(quoteName);
  const statements = [
    "create extension if not exists postgres_fdw;",
    ...shards.map((shard) => formatServer(schema, shard, coordinator.users)),
    "-- Counts and newest versions are made where the rows are.",
    `alter database ${quoteName(coordinator.database)} set enable_partitionwise_aggregate = on;`,
    `create schema if not exists ${schema} authorization ${writer};`,
    `set role ${writer};`,
    formatTables(schema, undefined, options, { tables: state.join("\n"), shards: shards.length }),
    ...readers.map((reader) => formatRights(schema, reader)),
    "reset role;\n",
  ];
  return [...own, { server: coordinator.name, statements: statements.join("\n") }];
}

/** An index of versions, of some pages: it finds what a write left that was not ended. Without it that reads the whole table. */
const versionIndex = (table: string) =>
  `create index ${table}_by_version on @.${table} using brin (version) with (autosummarize = on);`;

/** The tables of one shard. */
function formatShard(schema: string, number: number): string {
  return inSchema(
    schema,
    `create schema if not exists ${schema};
${stateTables}
${versionIndex("state_values")}
create table @.shard_fences (shard integer primary key, step bigint not null, previous bigint not null) with (fillfactor = 50);
insert into @.shard_fences (shard, step, previous) values (${number}, 0, 0);
`,
  );
}

/** A shard for all users. The right to use it is for making tables of it: with that, one who only reads could see the password of its mapping. */
function formatServer(schema: string, shard: ShardServer, users: readonly string[]): string {
  const { host, port, database, user, password } = shard;
  const server = serverOf(schema, shard);
  const place = formatOptions({ host, port: String(port), dbname: database, ...serverOptions });
  const mapping = formatOptions({ user, ...(password !== undefined && { password }) });
  return [
    `create server ${server} foreign data wrapper postgres_fdw options (${place});`,
    `grant usage on foreign server ${server} to ${quoteName(users[0] ?? "")};`,
    ...users.map((name) => `create user mapping for ${quoteName(name)} server ${server} options (${mapping});`),
  ].join("\n");
}

/** The rights of a user who only reads, also of tables that are made later. */
function formatRights(schema: string, user: string): string {
  return `grant usage on schema ${schema} to ${user};
grant select on all tables in schema ${schema} to ${user};
alter default privileges in schema ${schema} grant select on tables to ${user};`;
}

function formatParents(): string {
  return spreadTables
    .map((table) => `create table @.${table} (\n${stateColumns[table]}\n) partition by hash (key_hash);`)
    .concat(
      "create table @.shard_fences (\n  shard integer not null,\n  step bigint not null,\n  previous bigint not null\n) partition by list (shard);\n",
    )
    .join("\n");
}

/** The partitions of the server with the head. */
function formatOwnPart(modulus: number): string {
  let text = stateTables;
  for (const table of spreadTables) text = text.replaceAll(`@.${table} (`, `@.${table}_s0 (`);
  const attached = spreadTables.map(
    (table) =>
      `alter table @.${table} attach partition @.${table}_s0 for values with (modulus ${modulus}, remainder 0);`,
  );
  return `${text}${attached.join("\n")}
${versionIndex("state_values_s0")}
create table @.shard_fences_s0 partition of @.shard_fences for values in (0) with (fillfactor = 50);
insert into @.shard_fences (shard, step, previous) values (0, 0, 0);
`;
}

/** The partitions that lie on a shard, as the server with the head sees them. */
function formatLink(schema: string, shard: ShardServer, number: number, modulus: number): string {
  const link = (table: string, values: string) =>
    `create foreign table @.${table}_s${number} partition of @.${table} for values ${values}
  server ${serverOf(schema, shard)} options (schema_name '${schema}', table_name '${table}');`;
  return [
    ...spreadTables.map((table) => link(table, `with (modulus ${modulus}, remainder ${number})`)),
    link("shard_fences", `in (${number})`),
  ].join("\n");
}

/** The foreign server of a shard: stores of several schemas have their own. */
function serverOf(schema: string, { name }: ShardServer): string {
  return `${schema}_${name}`;
}

function formatOptions(options: Readonly<Record<string, string>>): string {
  return Object.entries(options)
    .map(([name, value]) => `${name} ${quoteText(value)}`)
    .join(", ");
}

function quoteText(text: string): string {
  const quoted = `'${text.replaceAll("'", "''").replaceAll("\\", "\\\\")}'`;
  return text.includes("\\") ? `E${quoted}` : quoted;
}

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
