import type { Database } from "better-sqlite3";
import { u64ToBytes } from "../../columns/bytes-view.ts";
import { unpackNumbers } from "../../columns/packed-numbers.ts";
import { unpackEventRefs } from "../rows/event-refs.ts";
import { hashIndexKey } from "../rows/hash-index.ts";
import type { Problems } from "./problems.ts";

interface IndexedRecord {
  version: number;
  hash: Buffer;
  event_refs: Buffer | null;
  topics: Buffer | null;
}

/**
 * Rebuilds every index of the records from their rows and compares: each entry that belongs there is there, and no other one is.
 * Whether the rows say what the records say is checked by code that can read records.
 */
export function verifyIndexes(database: Database, problems: Problems): void {
  const hasHash = database
    .prepare<[number, number, number], number>(
      "select 1 from hashes where bucket = +? and prefix = +? and version = +?",
    )
    .pluck();
  const hasEvent = database
    .prepare<[Uint8Array, Uint8Array, number, number], number>(
      `select 1 from streams s join stream_events e on e.stream_id = s.id
       where s.key = +? and e.sequence = +? and e.version = +? and e.position = +?`,
    )
    .pluck();
  const hasTopic = database
    .prepare<[number, number], number>(
      "select 1 from topic_events e join topics t on t.id = e.topic_id where e.topic_id = +? and e.version = +?",
    )
    .pluck();
  let events = 0;
  let topicRows = 0;
  for (const { version, hash, event_refs, topics } of database
    .prepare<[], IndexedRecord>("select version, hash, event_refs, topics from records")
    .iterate()) {
    const { bucket, prefix } = hashIndexKey(hash, version);
    if (hasHash.get(bucket, prefix, version) === undefined) problems.add("hash_index_whole", `version ${version}`);
    for (const id of topics === null ? [] : unpackNumbers(topics)) {
      topicRows++;
      if (hasTopic.get(id, version) === undefined) problems.add("topic_index_whole", `version ${version}, topic ${id}`);
    }
    if (event_refs === null) continue;
    problems.check("event_index_whole", `version ${version}`, () => {
      for (const { key, sequenceNumber, index } of unpackEventRefs(event_refs)) {
        events++;
        if (hasEvent.get(key, u64ToBytes(sequenceNumber), version, index) === undefined) {
          problems.add("event_index_whole", `version ${version}, event ${index}`);
        }
      }
    });
  }
  const count = (rows: string): number =>
    database.prepare<[], number>(`select count(*) from ${rows}`).pluck().get() ?? 0;
  const expectCount = (rule: string, table: string, expected: number): void => {
    const found = count(table);
    if (found !== expected) problems.add(rule, `${found} entries, ${expected} expected`);
  };
  expectCount("hash_index_exact", "hashes", count("records"));
  expectCount("event_index_exact", "stream_events", events);
  expectCount("topic_index_exact", "topic_events", topicRows);
  expectCount("sender_index_exact", "sender_records", count("records where sender is not null"));
  const numbered = "records where sender is not null and substr(replay, 1, 1) = x'00'";
  expectCount("sequence_index_exact", "sender_sequences", count(numbered));
  problems.query(
    database,
    "sender_index_whole",
    `select 'version ' || r.version from records r where r.sender is not null and not exists (
       select 1 from senders s join sender_records x on x.sender_id = s.id where s.address = r.sender and x.version = r.version)`,
  );
  problems.query(
    database,
    "sequence_index_whole",
    `select 'version ' || r.version from records r
     where r.sender is not null and substr(r.replay, 1, 1) = x'00' and not exists (
       select 1 from senders s join sender_sequences x on x.sender_id = s.id
       where s.address = r.sender and x.sequence = substr(r.replay, 2) and x.version = r.version)`,
  );
  problems.query(
    database,
    "senders_exact",
    "select 'sender ' || id from senders where not exists (select 1 from sender_records where sender_id = id)",
  );
  problems.query(
    database,
    "streams_exact",
    "select 'stream ' || id from streams where not exists (select 1 from stream_events where stream_id = id)",
  );
  problems.query(
    database,
    "topics_exact",
    "select 'topic ' || id from topics where not exists (select 1 from topic_events where topic_id = id)",
  );
}
