import type { HashValue } from "@ledger/types";
import type { Database } from "better-sqlite3";
import { toHeads } from "../../columns/row-values.ts";
import type { LedgerIdentity, LedgerSummary } from "../../port.ts";
import { checksum } from "./checksum.ts";
import { damagedRow } from "./row-sum.ts";
import { columnsOf, type Row } from "./tables.ts";

/** The one row of table `ledger`, as it was before its checksum was computed. */
export type LedgerRow = Omit<Row<"ledger">, "id" | "checksum">;

const columns = columnsOf("ledger").filter((name) => name !== "id" && name !== "checksum");

/** Bytes that the checksum of a row is computed over: each number, then the genesis hash. */
const numbers = columns.filter((name) => name !== "genesis_hash");
const hashAt = numbers.length * 8;

/** Prepares the read of the row. What it returns throws StoreError `corrupt` for a row that is not as it was written. */
export function prepareLedgerRead(database: Database): () => LedgerRow | undefined {
  const statement = database.prepare<[], LedgerRow & { checksum: number }>(
    `select ${columns.join(", ")}, checksum from ledger where id = 0`,
  );
  const checksumOf = prepareChecksum();
  return () => {
    const stored = statement.get();
    if (stored === undefined) return undefined;
    if (stored.checksum !== checksumOf(stored)) {
      throw damagedRow("table ledger");
    }
    return stored;
  };
}

/** Prepares the write of the row. */
export function prepareLedgerWrite(database: Database): (row: LedgerRow) => void {
  const statement = database.prepare<[LedgerRow & { checksum: number }]>(
    `insert or replace into ledger (id, ${columns.join(", ")}, checksum)
     values (0, ${columns.map((name) => `@${name}`).join(", ")}, @checksum)`,
  );
  const checksumOf = prepareChecksum();
  return (row) => {
    statement.run({ ...row, checksum: checksumOf(row) });
  };
}

/** Computes checksums of rows in one buffer. */
function prepareChecksum(): (row: LedgerRow) => number {
  const bytes = new Uint8Array(hashAt + 32);
  const view = new DataView(bytes.buffer);
  return (row) => {
    for (let i = 0; i < numbers.length; i++) view.setFloat64(i * 8, row[numbers[i]!], true);
    const { genesis_hash: hash } = row;
    // A hash of another length than it was written with is not that hash.
    if (hash.length > 32) return -1;
    bytes.set(hash, hashAt);
    return checksum(bytes, 0, hashAt + hash.length, 0);
  };
}

/** The summary of a ledger from its row. */
export function ledgerRowToSummary(row: LedgerRow): LedgerSummary {
  return {
    chainId: row.chain_id,
    genesisHash: row.genesis_hash.length === 0 ? undefined : (new Uint8Array(row.genesis_hash) as HashValue),
    ...toHeads(row),
    base: row.base_version === 0 ? undefined : baseOf(row),
  };
}

function baseOf({ base_version, base_is_partial }: LedgerRow): LedgerSummary["base"] {
  return { version: BigInt(base_version), state: base_is_partial === 1 ? "partial" : "whole" };
}

/** The row of a ledger before its first batch. @param base - where it begins, if not with genesis */
export function firstLedgerRow(identity: LedgerIdentity, base: Row<"base"> | undefined): LedgerRow {
  const version = base?.version ?? 0;
  const height = base?.block_height ?? 0;
  const zeros = Object.fromEntries(numbers.map((name) => [name, 0])) as Omit<LedgerRow, "genesis_hash">;
  return {
    ...zeros,
    chain_id: identity.chainId,
    genesis_hash: identity.genesisHash ?? new Uint8Array(0),
    version,
    oldest_version: version,
    oldest_ledger_version: version,
    block_height: height,
    oldest_block_height: height,
    last_module_version: version,
    swept_version: version - 1,
    merged_version: version - 1,
    sealed_version: version - 1,
    next_chunk: 1,
    next_key_id: base?.next_key_id ?? 1,
    next_sender_id: 1,
    next_stream_id: 1,
    next_topic_id: 1,
    base_version: version,
    base_is_partial: base?.is_partial ?? 0,
    base_is_chained: base?.is_chained ?? 1,
  };
}
