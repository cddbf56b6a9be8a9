import type { VerifyProblem, VerifyReport } from "../port.ts";
import type { Reads } from "./reading/reads.ts";

/** Most examples reported of one broken rule. */
const examples = 5;

/**
 * Rules between the tables of a store, each as a query for what breaks it. Rows below a watermark are the pruner's leftovers
 * only down to where its sweep is.
 */
const rules: readonly (readonly [rule: string, query: string])[] = [
  [
    "head_is_a_block_end",
    `select 'version ' || h.version from @.head h
     where not exists (select 1 from @.blocks b where b.height = h.block_height and b.last_version = h.version)`,
  ],
  [
    "watermarks_in_order",
    `select 'ledger ' || oldest_ledger_version || ', state ' || oldest_version || ', head ' || version from @.head
     where not (swept_ledger_version <= oldest_ledger_version and oldest_ledger_version <= oldest_version
       and swept_version <= oldest_version and oldest_version <= version)`,
  ],
  [
    "blocks_contiguous",
    `select 'block ' || height from (
       select height, first_version, lag(height) over w as height_before, lag(last_version) over w as version_before
       from @.blocks window w as (order by height)
     ) b where height_before is not null and (height <> height_before + 1 or first_version <> version_before + 1)`,
  ],
  [
    "blocks_reach_the_watermark",
    `select 'oldest block begins at ' || min(first_version) from @.blocks
     having min(first_version) > (select oldest_ledger_version from @.head)`,
  ],
  [
    "records_contiguous",
    `select 'version ' || version from (select version, lag(version) over (order by version) as before from @.records) r
     where before is not null and version <> before + 1`,
  ],
  [
    "records_within_the_window",
    `select 'versions ' || min(version) || ' to ' || max(version) from @.records
     having min(version) <> (select swept_ledger_version from @.head) or max(version) <> (select version from @.head)`,
  ],
  [
    "hash_index_whole",
    `select 'version ' || r.version from @.records r
     where not exists (select 1 from @.hashes x where x.hash = r.hash and x.version = r.version)`,
  ],
  [
    "hash_index_exact",
    `select 'version ' || x.version from @.hashes x
     where not exists (select 1 from @.records r where r.version = x.version and r.hash = x.hash)`,
  ],
  [
    "sender_index_whole",
    `select 'version ' || r.version from @.records r where r.sender is not null and not exists (
       select 1 from @.summaries s where s.sender = r.sender and s.version = r.version and s.hash = r.hash and s.replay = r.replay)`,
  ],
  [
    "sender_index_exact",
    `select 'version ' || s.version from @.summaries s
     where not exists (select 1 from @.records r where r.version = s.version and r.sender = s.sender)`,
  ],
  [
    "event_index_exact",
    `select 'version ' || e.version from @.events e
     where not exists (select 1 from @.records r where r.version = e.version)`,
  ],
  [
    "topic_index_exact",
    `select 'version ' || e.version from @.topic_events e
     where not exists (select 1 from @.records r where r.version = e.version)`,
  ],
  [
    "state_keys_whole",
    `select 'key ' || v.key_hash from @.state_values v
     where not exists (select 1 from @.state_keys k where k.key_hash = v.key_hash) group by v.key_hash`,
  ],
  [
    "state_keys_exact",
    `select 'key ' || k.key_hash from @.state_keys k
     where not exists (select 1 from @.state_values v where v.key_hash = k.key_hash)`,
  ],
  [
    "state_keys_hashed",
    `select 'key ' || k.key_hash from @.state_keys k, @.head h
     where k.key_hash <> encode(substr(sha256(h.key_salt || k.key_head || k.key_tail), 1, 16), 'hex')::uuid`,
  ],
  [
    "state_within_the_window",
    `select 'key ' || key_hash from @.state_values where version > (select version from @.head) group by key_hash`,
  ],
  [
    "stale_values_swept",
    `select 'key ' || key_hash from @.state_values where version <= (select swept_version from @.head)
     group by key_hash having count(*) > 1
       or (bool_and(value is null) and not (select coalesce(base_is_partial, false) from @.head))`,
  ],
  [
    "frontier_at_the_head",
    `select 'leaves ' || max(leaf_count) from @.frontiers having max(leaf_count) <> (select version + 1 from @.head)`,
  ],
];

/** Checks every rule between the tables, each as of one moment. The store must have been committed to. */
export async function verifyTables(reads: Reads): Promise<VerifyReport> {
  const problems: VerifyProblem[] = [];
  for (const [rule, query] of rules) {
    const statement = reads.statement(`verify_${rule}`, `select x.* from (${query} limit ${examples}) x (detail)`);
    for (const { detail } of await reads.run<{ detail: string }>(statement, [])) problems.push({ rule, detail });
  }
  const count = reads.statement(
    "verify_counts",
    "select (select count(*) from @.records) as records, (select count(*) from @.state_values) as state_rows",
  );
  const [counted] = await reads.run<{ records: number; state_rows: number }>(count, []);
  return { problems, records: counted!.records, stateRows: counted!.state_rows };
}
