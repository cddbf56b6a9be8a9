import type { LoadedTable } from "./copy-rows.ts";

/** The tables that commits and copies load rows into. */
export const tables = {
  blocks: {
    name: "blocks",
    columns: {
      height: "bigint",
      hash: "bytea",
      epoch: "bigint",
      round: "bigint",
      timestamp_usecs: "bigint",
      first_version: "bigint",
      last_version: "bigint",
    },
  },
  records: {
    name: "records",
    columns: {
      version: "bigint",
      hash: "bytea",
      sender: "bytea",
      replay: "bytea",
      accumulator_root: "bytea",
      info: "bytea",
      events: "bytea",
      write_set: "bytea",
      body: "bytea",
    },
  },
  hashes: { name: "hashes", columns: { hash: "bytea", version: "bigint" } },
  summaries: { name: "summaries", columns: { sender: "bytea", version: "bigint", hash: "bytea", replay: "bytea" } },
  events: {
    name: "events",
    columns: { stream: "bytea", sequence: "bytea", version: "bigint", position: "integer" },
  },
  topicEvents: { name: "topic_events", columns: { topic: "uuid", version: "bigint", positions: "bytea" } },
  stateValues: {
    name: "state_values",
    columns: {
      key_hash: "uuid",
      version: "bigint",
      value: "bytea",
      metadata: "bytea",
      origin: "text",
      is_lost: "boolean",
    },
  },
  writtenKeys: {
    name: "written_keys",
    columns: { last_version: "bigint", part: "integer", first_version: "bigint", key_hashes: "bytea" },
  },
} as const satisfies Readonly<Record<string, LoadedTable>>;
