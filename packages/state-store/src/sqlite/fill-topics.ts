import { type Address, ContractEvents, eventTopics } from "@ledger/types";
import type { Database } from "better-sqlite3";
import { packNumbers } from "../columns/packed-numbers.ts";
import { Interner } from "./rows/interner.ts";

interface EventsRow {
  readonly version: number;
  readonly sender: Uint8Array | null;
  readonly events: Uint8Array;
}

/** Records read at one time. */
const chunkRecords = 1_000;

/**
 * Builds the index of events by topic for records that were written before there was one. The caller holds the transaction of the
 * migration. Later commits are told the topics: this is the one place where the store reads events.
 */
export function fillTopics(database: Database): void {
  const records = database.prepare<[number], EventsRow>(
    `select version, sender, events from records where version > ? order by version limit ${chunkRecords}`,
  );
  const note = database.prepare<[Uint8Array, number]>("update records set topics = ? where version = ?");
  const topics = new Interner(database, "topics", "key");
  // The columns as this step leaves them, whatever later steps add.
  const add = database.prepare<[number, number, Uint8Array]>(
    "insert into topic_events (topic_id, version, positions) values (?, ?, ?)",
  );
  let nextId = 1;
  let last = -1;
  for (let chunk = records.all(last); chunk.length > 0; chunk = records.all(last)) {
    for (const { version, sender, events } of chunk) {
      const ids: number[] = [];
      for (const { key, positions } of topicsOf(events, sender)) {
        const id = topics.intern(key, nextId);
        if (id === nextId) nextId++;
        ids.push(id);
        add.run(id, version, packNumbers(positions));
      }
      if (ids.length > 0) note.run(packNumbers(ids), version);
      last = version;
    }
  }
  database.prepare<[number]>("update ledger set next_topic_id = ?").run(nextId);
}

function topicsOf(events: Uint8Array, sender: Uint8Array | null): ReturnType<typeof eventTopics> {
  try {
    return eventTopics(ContractEvents.decode(events), (sender ?? undefined) as Address | undefined);
  } catch {
    // Events of a kind that this build cannot read have no topics.
    return [];
  }
}
