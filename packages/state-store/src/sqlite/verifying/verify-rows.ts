import type { Database } from "better-sqlite3";
import { checksum, seedOf } from "../rows/checksum.ts";
import type { LedgerRow } from "../rows/ledger-row.ts";
import { checkPacked, unpackVersion } from "../rows/packed-value.ts";
import { prepareCheck } from "../rows/row-sum.ts";
import { type Row, selectFrom, sumsOf, type TableName, tables } from "../rows/tables.ts";
import { unpackPositions } from "../rows/topic-positions.ts";
import type { Problems } from "./problems.ts";

/** Tables that give byte strings ids, and the counter of their next one. */
const names = [
  ["state_keys", "key", "next_key_id"],
  ["senders", "address", "next_sender_id"],
  ["streams", "key", "next_stream_id"],
  ["topics", "key", "next_topic_id"],
] as const;

/** Compares every row with its checksum: what is flipped there no hash of the ledger might show. */
export function verifyRows(database: Database, row: LedgerRow, problems: Problems): void {
  for (const [table, column, next] of names) verifyNames(database, table, column, row[next], problems);
  verifyValues(database, problems);
  verifySums(database, problems);
  verifyPositions(database, problems);
  problems.query(
    database,
    "base_as_begun",
    `select 'version ' || b.version from base b, ledger l
     where b.version <> l.base_version or b.is_partial <> l.base_is_partial or b.is_chained <> l.base_is_chained`,
  );
}

function verifyNames(database: Database, table: string, column: string, nextId: number, problems: Problems): void {
  const rows = database
    .prepare<[], [bytes: Buffer, id: number, sum: number]>(`select ${column}, id, checksum from ${table}`)
    .raw();
  for (const [bytes, id, sum] of rows.iterate()) {
    const isWhole = sum === checksum(bytes, 0, bytes.length, seedOf(id));
    if (!isWhole || id < 1 || id >= nextId) problems.add(`${table}_intact`, `id ${id}`);
  }
  problems.query(database, `${table}_distinct`, `select 'id ' || id from ${table} group by id having count(*) > 1`);
}

function verifyValues(database: Database, problems: Problems): void {
  const rows = database
    .prepare<[], [key: number, version: number, packed: Buffer]>("select key_id, version, packed from state_values")
    .raw();
  for (const [key, version, packed] of rows.iterate()) {
    const where = `key ${key}, version ${version}`;
    problems.check("state_values_intact", where, () => checkPacked(packed, key));
    if (packed.length < 7 || unpackVersion(packed) !== version) problems.add("state_values_placed", where);
  }
}

function verifyPositions(database: Database, problems: Problems): void {
  for (const row of database.prepare<[], Row<"topic_events">>(selectFrom("topic_events")).iterate()) {
    const { topic_id, version, positions } = row;
    problems.check("topic_events_intact", "", () => unpackPositions(topic_id, version, positions));
  }
}

/** Verifies the rows of every table that has checksums. */
function verifySums(database: Database, problems: Problems): void {
  for (const table of Object.keys(tables) as TableName[]) {
    const sums = sumsOf(table);
    if (sums.length === 0) continue;
    const checks = sums.map((sum) => prepareCheck(table, sum as never));
    for (const row of database.prepare<[], never>(selectFrom(table)).iterate()) {
      for (const check of checks) problems.check(`${table}_intact`, table, () => check(row));
    }
  }
}
