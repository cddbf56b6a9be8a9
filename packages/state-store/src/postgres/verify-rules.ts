import { newestHead } from "./rows/head-row.ts";

/** A rule, and a query for what breaks it: its one column says where, for people. */
export type Rule = readonly [name: string, query: string];

const head = `${newestHead} h`;

/** Excludes the rows that a prune is at: it takes them out table by table. */
const settled = (version: string) =>
  `(${version} < (select swept_ledger_version from ${head}) or ${version} >= (select oldest_ledger_version from ${head}))`;

/** Rules that a few rows decide. */
export const wholeRules: readonly Rule[] = [
  [
    "head_is_a_block_end",
    `select 'version ' || h.version from ${head}
     where not exists (select 1 from @.blocks b where b.height = h.block_height and b.last_version = h.version)`,
  ],
  [
    "watermarks_in_order",
    `select 'ledger ' || oldest_ledger_version || ', state ' || oldest_version || ', head ' || version from ${head}
     where not (swept_ledger_version <= oldest_ledger_version and oldest_ledger_version <= oldest_version
       and swept_version <= oldest_version and oldest_version <= version)`,
  ],
  [
    "blocks_reach_the_watermark",
    `select 'oldest block begins at ' || min(first_version) from @.blocks
     having min(first_version) > (select oldest_ledger_version from ${head})`,
  ],
  [
    // A partition that is being pruned is detached before it is dropped.
    "records_within_the_window",
    `select 'versions ' || r.low || ' to ' || r.high
     from ${head}, (select min(version) as low, max(version) as high from @.records) r
     where r.low is null or r.low < h.swept_ledger_version or r.low > h.oldest_ledger_version or r.high <> h.version`,
  ],
  [
    "frontier_at_the_head",
    `select 'leaves ' || max(leaf_count) from @.frontiers having max(leaf_count) <> (select version + 1 from ${head})`,
  ],
];

/** Rules of the rows of versions from `$1` on and below `$2`. */
export const versionRules: readonly Rule[] = [
  [
    "blocks_contiguous",
    `select 'block ' || b.height from @.blocks b where b.first_version >= $1 and b.first_version < $2
       and b.height > (select min(height) from @.blocks)
       and not exists (select 1 from @.blocks p where p.height = b.height - 1 and p.last_version = b.first_version - 1)`,
  ],
  [
    "records_contiguous",
    `select 'version ' || r.version from @.records r where r.version >= $1 and r.version < $2 and ${settled("r.version")}
       and r.version > (select min(version) from @.records)
       and not exists (select 1 from @.records p where p.version = r.version - 1)`,
  ],
  [
    "hash_index_whole",
    `select 'version ' || r.version from @.records r where r.version >= $1 and r.version < $2 and ${settled("r.version")}
       and not exists (select 1 from @.hashes x where x.hash = r.hash and x.version = r.version)`,
  ],
  [
    "hash_index_exact",
    `select 'version ' || x.version from @.hashes x where x.version >= $1 and x.version < $2 and ${settled("x.version")}
       and not exists (select 1 from @.records r where r.version = x.version and r.hash = x.hash)`,
  ],
  [
    "sender_index_whole",
    `select 'version ' || r.version from @.records r where r.version >= $1 and r.version < $2 and ${settled("r.version")} and r.sender is not null
       and not exists (select 1 from @.summaries s
         where s.sender = r.sender and s.version = r.version and s.hash = r.hash and s.replay = r.replay)`,
  ],
  [
    "sender_index_exact",
    `select 'version ' || s.version from @.summaries s where s.version >= $1 and s.version < $2 and ${settled("s.version")}
       and not exists (select 1 from @.records r where r.version = s.version and r.sender = s.sender)`,
  ],
  [
    "event_index_exact",
    `select 'version ' || e.version from @.events e where e.version >= $1 and e.version < $2 and ${settled("e.version")}
       and not exists (select 1 from @.records r where r.version = e.version)`,
  ],
  [
    "topic_index_exact",
    `select 'version ' || e.version from @.topic_events e where e.version >= $1 and e.version < $2 and ${settled("e.version")}
       and not exists (select 1 from @.records r where r.version = e.version)`,
  ],
];

/** Takes the rows of keys whose hashes are above `$1` and at most `$2`. */
export const keysInRange = "key_hash > $1 and key_hash <= $2";

/** The keys of a range that one table has and the other lacks. */
const lacking = (table: string, other: string) =>
  `select 'key ' || x.key_hash from (select key_hash from ${table} where ${keysInRange}
     except select key_hash from ${other} where ${keysInRange}) x`;

/**
 * Rules of the rows of state keys whose hashes are above `$1` and at most `$2`. The bounds are said of both sides: of a table that lies on
 * another server no more is fetched. They are compared as sets, not joined: the server expects one row of a range of hashes, and would read
 * the range of one side again for each row of the other.
 */
export const keyRules: readonly Rule[] = [
  ["state_keys_whole", lacking("@.state_values", "@.state_keys")],
  ["state_keys_exact", lacking("@.state_keys", "@.state_values")],
  [
    "state_keys_hashed",
    `select 'key ' || k.key_hash from @.state_keys k, @.store s where k.key_hash > $1 and k.key_hash <= $2
       and k.key_hash <> encode(substr(sha256(s.key_salt || k.key_head || k.key_tail), 1, 16), 'hex')::uuid`,
  ],
  [
    // Several servers end a write before the head moves, and may keep one that came no further.
    "state_within_the_window",
    `select 'key ' || key_hash from @.state_values where ${keysInRange}
       and version > (select version from ${head}) and (select shards from @.store) = 0 group by key_hash`,
  ],
  [
    "stale_values_swept",
    `select 'key ' || key_hash from @.state_values where ${keysInRange}
       and version <= (select swept_version from ${head}) group by key_hash having count(*) > 1
       or (bool_and(value is null) and not (select coalesce(base_is_partial, false) from ${head}))`,
  ],
];
