import type { Database } from "better-sqlite3";
import type { VerifyProblem, VerifyReport } from "../port.ts";

/** Most examples reported of one broken rule. */
const examples = 5;

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
     where not (oldest_ledger_version <= oldest_version and swept_version <= oldest_version and oldest_version <= version)`,
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
  ["hash_index_whole", "select 'version ' || version from records where version not in (select version from hashes)"],
  ["hash_index_exact", "select 'version ' || version from hashes where version not in (select version from records)"],
  [
    "sender_index_whole",
    `select 'version ' || r.version from records r where r.sender is not null and not exists (
       select 1 from senders s join sender_records x on x.sender_id = s.id where s.address = r.sender and x.version = r.version)`,
  ],
  [
    "sender_index_exact",
    "select 'version ' || version from sender_records where version not in (select version from records)",
  ],
  [
    "event_index_exact",
    "select 'version ' || version from stream_events where version not in (select version from records)",
  ],
  [
    "state_keys_whole",
    "select 'key ' || key_id from state_values where key_id not in (select id from state_keys) group by key_id",
  ],
  ["state_keys_exact", "select 'key ' || id from state_keys where id not in (select key_id from state_values)"],
  [
    "stale_values_swept",
    `select 'key ' || key_id from state_values where version <= (select swept_version from ledger)
     group by key_id having count(*) > 1 or max(value is null) = 1`,
  ],
  [
    "frontier_at_the_head",
    `select 'leaves ' || max(leaf_count) from frontiers having max(leaf_count) <> (select version + 1 from ledger)`,
  ],
];

/** Checks the file's structure and every rule between its tables. The caller's snapshot must hold a ledger row. */
export function verifyDatabase(database: Database): VerifyReport {
  const problems: VerifyProblem[] = [];
  for (const detail of database.prepare<[], string>(`pragma integrity_check(${examples})`).pluck().all()) {
    if (detail !== "ok") problems.push({ rule: "file_intact", detail });
  }
  for (const [rule, query] of rules) {
    for (const detail of database.prepare<[], string>(`${query} limit ${examples}`).pluck().all()) {
      problems.push({ rule, detail });
    }
  }
  const count = (table: string) => database.prepare<[], number>(`select count(*) from ${table}`).pluck().get() ?? 0;
  return { problems, records: count("records"), stateRows: count("state_values") };
}
