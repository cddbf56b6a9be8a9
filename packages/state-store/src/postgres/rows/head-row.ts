import type { HashValue } from "@ledger/types";
import { toHash } from "../../columns/bytes-view.ts";
import { type HeadColumns, toHeads } from "../../columns/row-values.ts";
import type { LedgerSummary } from "../../port.ts";
import { storeEmpty } from "../../store-error.ts";
import { checkSchemaVersion } from "../schema.ts";
import type { ColumnType } from "./tables.ts";

/** The one row of table `head`: the writer's lease, the base, heads and watermarks. Reads take it along with their data. */
export interface HeadRow extends Omit<HeadColumns, "version"> {
  readonly schema_version: number;
  /** Counts the writers that the store has had; every write is bound to the term that it was begun in. */
  readonly term: number;
  /** Counts the writes, so that one whose outcome is not known can be recognized. */
  readonly step: number;
  /** The salt of the hashes of state keys: each begins with it. */
  readonly key_salt: Uint8Array;
  /** Versions of a partition; 0 where tables have none. */
  readonly partition_versions: number;
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

/** The columns of {@link HeadRow}, with their types. A test compares them with the schema. */
export const headColumns = {
  schema_version: "integer",
  term: "bigint",
  step: "bigint",
  key_salt: "bytea",
  partition_versions: "bigint",
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
} as const satisfies Readonly<Record<keyof HeadRow, ColumnType>>;

/** A query for the row: `select <columns> from @.head where id = 0`. */
export const selectHead: string = `select ${Object.keys(headColumns).join(", ")} from @.head where id = 0`;

/** The columns that a write changes; `step` and `term` are the store's own. */
export type HeadChange = Partial<Omit<HeadRow, "term" | "step" | "schema_version" | "key_salt" | "partition_versions">>;

/** @throws StoreError `store_empty` before the first commit, `schema_unsupported` for the tables of another build */
export function expectLedger(row: HeadRow): LedgerHead {
  checkSchemaVersion(row.schema_version);
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
