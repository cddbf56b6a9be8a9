// Follows a node from where its ledger is now, and keeps every event in a table:
//   node src/main.ts [API] [FOLDER]
// What arrives is verified and committed to FOLDER/ledger.db; FOLDER/events.db is filled from what was committed. A second run
// continues: no event is missed, and none is there twice.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openSqliteStore } from "@ledger/state-store/sqlite";
import { ingest, restSource, startLazily } from "@ledger/sync";
import { ContractEvents, formatTypeTag } from "@ledger/types";
import Database from "better-sqlite3";

const [api = "http://127.0.0.1:8080/v1", folder = "./events"] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

const ledger = openSqliteStore(join(folder, "ledger.db"));
const index = new Database(join(folder, "events.db"));
index.pragma("journal_mode = wal");
index.exec(`
  create table if not exists events (version integer, position integer, type text, data blob, primary key (version, position));
  create index if not exists events_by_type on events (type, version);
  create table if not exists progress (next integer not null);
`);
const addEvent = index.prepare("insert into events values (?, ?, ?, ?)");
const readProgress = index.prepare<[], bigint>("select next from progress").pluck().safeIntegers();

/** Adds the events of all that was committed since the last call. */
async function addEvents(): Promise<void> {
  const summary = await ledger.summary();
  if (summary === undefined) return;
  let next = readProgress.get() ?? summary.oldestVersion;
  while (next <= summary.version) {
    const records = await ledger.listRecords(next, 100);
    const end = next + BigInt(records.length);
    let count = 0;
    // The events and how far they go, together: a crash between the two cannot be.
    index.transaction(() => {
      for (const { version, events } of records) {
        for (const [position, { value }] of ContractEvents.decode(events).entries()) {
          addEvent.run(version, position, formatTypeTag(value.typeTag), value.data);
          count += 1;
        }
      }
      index.exec("delete from progress");
      index.prepare("insert into progress values (?)").run(end);
    })();
    next = end;
    process.stdout.write(`version ${end - 1n}: ${count} events\n`);
  }
}

process.stdout.write(`following ${api} into ${folder}\n`);
const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());

const source = restSource({ upstreams: [api] });
let work = addEvents();
await ingest({
  source,
  store: ledger,
  start: startLazily({ source, version: "latest" }),
  signal: stop.signal,
  // One pass after the other.
  onProgress() {
    work = work.then(addEvents);
  },
});
await work;
index.close();
await ledger.close();
