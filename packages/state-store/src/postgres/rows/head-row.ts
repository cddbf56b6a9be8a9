import type { HashValue } from "@ledger/types";
import { toHash } from "../../columns/bytes-view.ts";
import { type HeadColumns, toHeads } from "../../columns/row-values.ts";
import type { LedgerSummary } from "../../port.ts";
import { storeEmpty } from "../../store-error.ts";
import type { ColumnType } from "./tables.ts";

/**
 * The newest row of table `head`, with the one row of table `store`: the writer's term, the base, heads and watermarks. Reads take
 * it along with their data.
 *
 * Every write adds a row. One row that is changed again and again would be a chain of dead ones, which every read walks along for
 * as long as any snapshot is older: that of a dump, or of a replica that is down.
 */
export interface HeadRow extends Omit<HeadColumns, "version"> {
  /** The schema of the tables. */
  readonly schema_version: number;
  /** Counts the writers that the store has had; every write is bound to the term that it was begun in. */
  readonly term: number;
  /** Counts the rows of the table, so that a write whose outcome is not known can be recognized. */
  readonly step: number;
  /** The salt of the hashes of state keys: each begins with it. */
  readonly key_salt: Uint8Array;
  /** Versions of a partition; 0 where tables have none. */
  readonly partition_versions: number;
  /** Servers that have a part of the state besides the one of this row; 0 where all is on one. */
  readonly shards: number;
  /** First version without a partition. */
  readonly partitioned_to: number | null;
  /** First version of a ledger that does not begin with genesis. */
  readonly base_version: number | null;
  readonly base_block_height: number | null;
  readonly base_is_partial: boolean | null;
  readonly base_is_chained: boolean | null;
  readonly chain_id: number | null;
  readonly genesis_hash: Uint8Array | null;
  /** `null` before the first commit. */
  readonly version: number | null;
  /** State writes up to this version have been swept for what they made stale. */
  readonly swept_version: number;
  /** Hashes of keys up to this one are done in the sweep that leads to `oldest_version`. */
  readonly sweep_key: string | null;
  /** Ledger records below this version have been deleted. */
  readonly swept_ledger_version: number;
  /** About the bytes that the state takes, indexes included, once vacuumed. */
  readonly state_bytes: number;
  /** The same of records with their index rows. */
  readonly ledger_bytes: number;
}

/** The row of a store that has been committed to. */
export type LedgerHead = HeadRow & { readonly version: number };

/** The columns of table `store`, with their types: only a step to another schema changes them. Writers lock its row. */
export const storeColumns = {
  schema_version: "integer",
  key_salt: "bytea",
  partition_versions: "bigint",
  shards: "integer",
} as const;

/** The columns of table `head`, with their types, besides those of the lease: the schema and the statements derive from this. */
export const headColumns = {
  step: "bigint",
  term: "bigint",
  partitioned_to: "bigint",
  base_version: "bigint",
  base_block_height: "bigint",
  base_is_partial: "boolean",
  base_is_chained: "boolean",
  chain_id: "integer",
  genesis_hash: "bytea",
  version: "bigint",
  oldest_version: "bigint",
  oldest_ledger_version: "bigint",
  timestamp_usecs: "bigint",
  epoch: "bigint",
  block_height: "bigint",
  oldest_block_height: "bigint",
  last_module_version: "bigint",
  incarnation: "bigint",
  swept_version: "bigint",
  sweep_key: "uuid",
  swept_ledger_version: "bigint",
  state_bytes: "bigint",
  ledger_bytes: "bigint",
} as const satisfies Readonly<Record<Exclude<keyof HeadRow, keyof typeof storeColumns>, ColumnType>>;

/** Columns that have a value before the first commit. */
const filled: readonly string[] = ["incarnation", "state_bytes", "ledger_bytes"] satisfies (keyof typeof headColumns)[];

const { step: _step, term: _term, ...others } = headColumns;

/** The columns of `head` as the statement that makes it has them. The lease is taken before a step to another schema is. */
export const headDefinitions: string = [
  "step bigint primary key",
  "term bigint not null",
  "holder text not null",
  "lease_until timestamptz not null",
  ...Object.entries(others).map(([name, type]) => `${name} ${type}${filled.includes(name) ? " not null" : ""}`),
]
  .map((definition) => `  ${definition}`)
  .join(",\n");

/** The newest row of `head`, as a table of a query. The last entry of its index is looked at, and no other. */
export const newestHead = "(select * from @.head order by step desc limit 1)";

/**
 * Rows of `head` that are kept. The planner takes the index from about 16 rows on, whatever else it believes of the table; of fewer it
 * would read all pages, dead rows included.
 */
export const keptHeads = 64;

/** A query for the row. */
export const selectHead: string = `select ${Object.keys({ ...storeColumns, ...headColumns }).join(", ")} from ${newestHead} h, @.store`;

/** The columns that a write changes; `step` and `term` are the store's own. */
export type HeadChange = Partial<Omit<HeadRow, "term" | "step" | keyof typeof storeColumns>>;

/** @throws StoreError `store_empty` before the first commit */
export function expectLedger(row: HeadRow): LedgerHead {
  if (row.version === null) throw storeEmpty();
  return row as LedgerHead;
}

/** The summary of a ledger from its row. */
export function headToSummary(row: LedgerHead): LedgerSummary {
  const { base_version, base_is_partial } = row;
  return {
    chainId: row.chain_id ?? 0,
    genesisHash: row.genesis_hash === null ? undefined : (toHash(row.genesis_hash) as HashValue),
    ...toHeads(row),
    base:
      base_version === null
        ? undefined
        : { version: BigInt(base_version), state: base_is_partial === true ? "partial" : "whole" },
  };
}
