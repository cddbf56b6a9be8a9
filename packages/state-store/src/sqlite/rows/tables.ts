/** The value of a column. Integers are below 2^53; what can be any u64 is a blob of 8 bytes, big-endian. */
interface ColumnTypes {
  readonly integer: number;
  readonly blob: Uint8Array;
  readonly "blob or null": Uint8Array | null;
  readonly text: string;
  /** Of columns before it, see `prepareSum`; the inserts compute it. */
  readonly checksum: number;
}

type Columns = Readonly<Record<string, keyof ColumnTypes>>;

/** The tables whose rows are written by name, column by column: the schema, inserts, selects and the types of rows derive from this. */
export const tables = {
  base: {
    id: "integer",
    version: "integer",
    block_height: "integer",
    is_partial: "integer",
    is_chained: "integer",
    next_key_id: "integer",
  },
  blocks: {
    height: "integer",
    hash: "blob",
    epoch: "integer",
    round: "integer",
    timestamp_usecs: "integer",
    first_version: "integer",
    last_version: "integer",
    checksum: "checksum",
  },
  complete_accounts: { prefix: "blob", version: "integer", origin: "text", checksum: "checksum" },
  frontiers: { leaf_count: "integer", roots: "blob", checksum: "checksum" },
  hashes: { bucket: "integer", prefix: "integer", version: "integer" },
  /** One row: heads, watermarks and counters. Its checksum covers the numbers in this order. */
  ledger: {
    id: "integer",
    chain_id: "integer",
    /** Empty where it is not known. */
    genesis_hash: "blob",
    version: "integer",
    oldest_version: "integer",
    oldest_ledger_version: "integer",
    timestamp_usecs: "integer",
    epoch: "integer",
    block_height: "integer",
    oldest_block_height: "integer",
    last_module_version: "integer",
    /** Of the latest batch; 0 for none. */
    incarnation: "integer",
    /** State writes up to this version have been swept for what they made stale. */
    swept_version: "integer",
    /** Keys up to this id are done in the sweep that leads to `oldest_version`. */
    sweep_key: "integer",
    /** State writes up to this version are in `state_values`, and their log chunks have been released. */
    merged_version: "integer",
    /** End of the part of the log that is being merged; the merged version when none is. */
    sealed_version: "integer",
    /** Progress of the merge: writes of the sealed part up to this key id and version are in `state_values`. */
    merge_key: "integer",
    merge_version: "integer",
    /** Writes and batches in the log after the sealed version. */
    open_rows: "integer",
    open_batches: "integer",
    /** Id of the next log chunk. */
    next_chunk: "integer",
    /** Changes when a key's id stops being valid. */
    key_generation: "integer",
    next_key_id: "integer",
    next_sender_id: "integer",
    next_stream_id: "integer",
    next_topic_id: "integer",
    /** First version of a ledger that does not begin with genesis; 0 for one that does. */
    base_version: "integer",
    /** 1 if only some of the state before is known, else 0. */
    base_is_partial: "integer",
    /** 1 if the accumulator is known, else 0. */
    base_is_chained: "integer",
    checksum: "integer",
  },
  log_batches: {
    last_version: "integer",
    first_version: "integer",
    first_chunk: "integer",
    places: "blob",
    checksum: "checksum",
  },
  log_chunks: { id: "integer", entries: "blob" },
  records: {
    version: "integer",
    hash: "blob",
    sender: "blob or null",
    replay: "blob or null",
    event_refs: "blob or null",
    topics: "blob or null",
    /** Of what indexes lead to: their rows are compared with these columns. */
    index_checksum: "checksum",
    accumulator_root: "blob",
    info: "blob",
    events: "blob",
    write_set: "blob",
    body: "blob",
    checksum: "checksum",
  },
  sender_records: { sender_id: "integer", version: "integer" },
  sender_sequences: { sender_id: "integer", sequence: "blob", version: "integer" },
  state_values: { key_id: "integer", version: "integer", packed: "blob" },
  stream_events: { stream_id: "integer", sequence: "blob", version: "integer", position: "integer" },
  topic_events: { topic_id: "integer", version: "integer", positions: "blob" },
} as const satisfies Readonly<Record<string, Columns>>;

/** A table that {@link tables} declares. */
export type TableName = keyof typeof tables;

/** A row of a table. */
export type Row<Table extends TableName> = {
  -readonly [Name in keyof (typeof tables)[Table]]: (typeof tables)[Table][Name] extends keyof ColumnTypes
    ? ColumnTypes[(typeof tables)[Table][Name]]
    : never;
};

/** The names of a table's columns that are checksums. */
export type SumsOf<Table extends TableName> = {
  [Name in keyof (typeof tables)[Table]]: (typeof tables)[Table][Name] extends "checksum" ? Name & string : never;
}[keyof (typeof tables)[Table]];

/** The columns of a table that are checksums. */
export function sumsOf(table: TableName): readonly string[] {
  return Object.entries<string>(tables[table]).flatMap(([name, type]) => (type === "checksum" ? [name] : []));
}

/** A row as inserts take it: they add the checksums. */
export type NewRow<Table extends TableName> = Omit<Row<Table>, SumsOf<Table>>;

/** The columns of a table, in the order of the declaration. */
export function columnsOf<Table extends TableName>(table: Table): readonly (keyof Row<Table> & string)[] {
  return Object.keys(tables[table]) as (keyof Row<Table> & string)[];
}

/** The columns of a table as the statement that makes it has them: `version integer not null, …`. */
export function definitionsOf(table: TableName): string {
  return Object.entries<string>(tables[table])
    .map(([name, type]) => {
      if (type.endsWith(" or null")) return `${name} ${type.replace(" or null", "")}`;
      return `${name} ${type === "checksum" ? "integer" : type} not null`;
    })
    .join(", ");
}

/** The start of a query for whole rows: `select <columns> from <table>`. */
export function selectFrom(table: TableName): string {
  return `select ${columnsOf(table).join(", ")} from ${table}`;
}
