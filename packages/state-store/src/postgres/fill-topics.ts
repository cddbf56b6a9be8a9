import { type Address, ContractEvents, eventTopics } from "@ledger/types";
import type pg from "pg";
import { packNumbers } from "../columns/packed-numbers.ts";
import { hashKey } from "./rows/key-hash.ts";

interface EventsRow {
  readonly version: string;
  readonly sender: Uint8Array | null;
  readonly events: Uint8Array;
}

/** Records read at one time. */
const chunkRecords = 1_000;

/**
 * Builds the index of events by topic for records that were written before there was one, and the partitions of its table. The
 * caller holds the transaction of the migration. Later commits are told the topics: this is the one place where the store reads
 * events.
 */
export async function fillTopics(client: pg.Client, schema: string): Promise<void> {
  const heads = await client.query<{ key_salt: Uint8Array; partition_versions: string }>(
    `select key_salt, partition_versions from ${schema}.head where id = 0`,
  );
  const head = heads.rows[0];
  if (head === undefined) return;
  await addPartitions(client, schema, Number(head.partition_versions));
  let last = "-1";
  for (;;) {
    const { rows } = await client.query<EventsRow>(
      `select version, sender, events from ${schema}.records where version > $1 order by version limit ${chunkRecords}`,
      [last],
    );
    if (rows.length === 0) return;
    const columns: [topics: string[], versions: string[], positions: Uint8Array[]] = [[], [], []];
    for (const { version, sender, events } of rows) {
      for (const { key, positions } of topicsOf(events, sender)) {
        columns[0].push(hashKey(head.key_salt, key).toString("hex"));
        columns[1].push(version);
        columns[2].push(Buffer.from(packNumbers(positions)));
      }
      last = version;
    }
    await client.query(
      `insert into ${schema}.topic_events (topic, version, positions)
       select * from unnest($1::uuid[], $2::bigint[], $3::bytea[])`,
      columns,
    );
  }
}

/** Makes the partitions that the tables of the same kind have. */
async function addPartitions(client: pg.Client, schema: string, size: number): Promise<void> {
  if (size === 0) return;
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = $1::regclass`,
    [`${schema}.records`],
  );
  for (const { name } of rows) {
    const number = Number(/_p(\d+)$/.exec(name)?.[1]);
    await client.query(
      `create table ${schema}.topic_events_p${number} partition of ${schema}.topic_events
       for values from (${number * size}) to (${(number + 1) * size})`,
    );
  }
}

function topicsOf(events: Uint8Array, sender: Uint8Array | null): ReturnType<typeof eventTopics> {
  try {
    return eventTopics(ContractEvents.decode(events), (sender ?? undefined) as Address | undefined);
  } catch {
    // Events of a kind that this build cannot read have no topics.
    return [];
  }
}
