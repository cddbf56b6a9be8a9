// The entry of the thread that makes checkpoints for `createCheckpointThread`.
import { connectParent } from "@ledger/kit/threads";
import type { Database } from "better-sqlite3";
import { openCheckpointConnection } from "../connection.ts";
import type { CheckpointFunctions } from "./checkpoint-thread.ts";
import { WriteAheadLog } from "./write-ahead-log.ts";

const parent = connectParent<Record<never, never>, CheckpointFunctions>();
/** Files of stores that have asked since the last checkpoints. One checkpoint serves all requests that came during another one. */
const asked = new Set<string>();
const connections: Database[] = [];
const logs = new Map<string, WriteAheadLog>();

function openLog(path: string): WriteAheadLog {
  const connection = openCheckpointConnection(path);
  connections.push(connection);
  const log = new WriteAheadLog(connection, 0);
  logs.set(path, log);
  return log;
}

function checkpoint(path: string): void {
  try {
    (logs.get(path) ?? openLog(path)).move();
  } catch {
    // A failure that lasts fails the store, too, which reports it; the next request tries again.
  }
}

function checkpointAll(): void {
  for (const path of asked) checkpoint(path);
  asked.clear();
}

parent.serve({
  checkpoint(path) {
    if (asked.size === 0) setImmediate(checkpointAll);
    asked.add(path);
  },
  end() {
    checkpointAll();
    for (const connection of connections) connection.close();
    parent.close("the thread was asked to end");
  },
});
