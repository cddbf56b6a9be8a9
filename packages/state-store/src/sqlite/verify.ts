import type { Database } from "better-sqlite3";
import type { VerifyReport } from "../port.ts";
import { countSlots, lastEntryEnd, slotEnd, slotStart } from "./log/log-chunk.ts";
import { LogCursor } from "./log/log-cursor.ts";
import type { StoredBatch } from "./log/log-places.ts";
import { type LedgerRow, prepareLedgerRead } from "./rows/ledger-row.ts";
import { checkPacked, unpackVersion } from "./rows/packed-value.ts";
import { examples, Problems } from "./verifying/problems.ts";
import { verifyIndexes } from "./verifying/verify-indexes.ts";
import { verifyRows } from "./verifying/verify-rows.ts";

/**
 * Rules between the tables of a store, each as a query for what breaks it. Rows below the ledger watermark and state
 * values below the swept version are the pruner's leftovers only while a prune is under way.
 */
const rules: readonly (readonly [rule: string, query: string])[] = [
  [
    "head_is_a_block_end",
    `select 'version ' || version from ledger
     where not exists (select 1 from blocks where height = block_height and last_version = version)`,
  ],
  [
    "watermarks_in_order",
    `select 'ledger ' || oldest_ledger_version || ', state ' || oldest_version || ', head ' || version from ledger
     where not (oldest_ledger_version <= oldest_version and swept_version <= oldest_version and oldest_version <= version
       and (merged_version >= oldest_version or oldest_version = base_version)
       and merged_version <= sealed_version and sealed_version <= version)`,
  ],
  [
    "blocks_contiguous",
    `select 'block ' || height from (
       select height, first_version, lag(height) over w as height_before, lag(last_version) over w as version_before
       from blocks window w as (order by height)
     ) where height_before is not null and (height <> height_before + 1 or first_version <> version_before + 1)`,
  ],
  [
    "blocks_reach_the_watermark",
    `select 'oldest block begins at ' || min(first_version) from blocks
     having min(first_version) > (select oldest_ledger_version from ledger)`,
  ],
  [
    "records_contiguous",
    `select 'version ' || version from (select version, lag(version) over (order by version) as before from records)
     where before is not null and version <> before + 1`,
  ],
  [
    "records_within_the_window",
    `select 'versions ' || min(r.version) || ' to ' || max(r.version) from records r
     having min(r.version) <> (select oldest_ledger_version from ledger) or max(r.version) <> (select version from ledger)`,
  ],
  [
    "state_keys_whole",
    "select 'key ' || key_id from state_values where key_id not in (select id from state_keys) group by key_id",
  ],
  [
    "stale_values_swept",
    `select 'key ' || key_id from state_values where version <= (select swept_version from ledger)
     group by key_id having count(*) > 1
       or (max(substr(packed, 1, 1) = x'02') = 1 and (select base_is_partial from ledger) = 0)`,
  ],
  [
    "frontier_at_the_head",
    `select 'leaves ' || max(leaf_count) from frontiers having max(leaf_count) <> (select version + 1 from ledger)`,
  ],
];

/** Checks the file's structure, every row and every rule between its tables. The caller holds the transaction. */
export function verifyDatabase(database: Database): VerifyReport {
  const row = prepareLedgerRead(database)();
  if (row === undefined) return { problems: [], records: 0, stateRows: 0 };
  const problems = new Problems();
  for (const detail of database.prepare<[], string>(`pragma integrity_check(${examples})`).pluck().all()) {
    // SQLite breaks a line after the name of the database.
    if (detail !== "ok") problems.add("file_intact", detail.replaceAll(/\s*\n\s*/g, " "));
  }
  for (const [rule, query] of rules) problems.query(database, rule, query);
  verifyIndexes(database, problems);
  verifyRows(database, row, problems);
  const log = verifyLog(database, row, problems);
  checkKeys(database, log.keyIds, problems);
  const count = (query: string) => database.prepare<[], number>(`select count(*) from ${query}`).pluck().get() ?? 0;
  // What the merge under way has copied is still counted in the log.
  const merged = count(`state_values where version <= ${row.merged_version}`);
  return { problems: problems.found, records: count("records"), stateRows: merged + log.rows };
}

/** Reads the unmerged log entry by entry: every place must lead to an entry of its own version. */
function verifyLog(database: Database, row: LedgerRow, problems: Problems): { keyIds: Set<number>; rows: number } {
  const batches = database.prepare<[number], StoredBatch>(
    "select * from log_batches where last_version > ? order by last_version",
  );
  const findChunk = database.prepare<[number], Buffer>("select entries from log_chunks where id = ?").pluck();
  const keyIds = new Set<number>();
  let rows = 0;
  for (const batch of batches.all(row.merged_version)) {
    const cursor = new LogCursor(batch);
    let chunk: Buffer | undefined;
    while (cursor.next()) {
      if (cursor.slot === 0) chunk = findChunk.get(cursor.chunk);
      const { keyId, slot, version, length } = cursor;
      const where = `chunk ${cursor.chunk}, version ${version}`;
      if (chunk === undefined || !isEntry(chunk, slot, version, length)) {
        problems.add("log_whole", where);
        break;
      }
      const start = slotStart(chunk, slot);
      const entry = chunk.subarray(start, start + length);
      problems.check("log_intact", where, () => checkPacked(entry, keyId));
      keyIds.add(keyId);
      rows++;
    }
  }
  return { keyIds, rows };
}

/** Returns true if a chunk has an entry of that version and length in a slot, which readers find by its length, or as the last one. */
function isEntry(chunk: Uint8Array, slot: number, version: number, length: number): boolean {
  const slots = countSlots(chunk);
  if (slot >= slots || slotEnd(chunk, slots - 1) !== lastEntryEnd(chunk, chunk.length)) return false;
  const start = slotStart(chunk, slot);
  return slotEnd(chunk, slot) === start + length && unpackVersion(chunk, start) === version;
}

/** Every key has a value or a logged write, and every logged write a key. */
function checkKeys(database: Database, logged: ReadonlySet<number>, problems: Problems): void {
  const unused = database.prepare<[], number>(
    // The third step of the schema forgets values of table items, and cannot tell whether the log still needs their keys.
    `select id from state_keys where id not in (select key_id from state_values)
       and not (key >= x'01' and key < x'02' and exists (select 1 from base where is_partial = 1))`,
  );
  for (const id of unused.pluck().iterate()) {
    if (!logged.has(id)) problems.add("state_keys_exact", `key ${id}`);
  }
  const known = new Set<number>();
  for (const id of database.prepare<[], number>("select id from state_keys").pluck().iterate())
    if (logged.has(id)) known.add(id);
  for (const id of logged) if (!known.has(id)) problems.add("state_keys_whole", `logged key ${id}`);
}
