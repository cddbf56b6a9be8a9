// The entry of the thread that makes checkpoints for `createCheckpointThread`.
import { parentPort, receiveMessageOnPort } from "node:worker_threads";
import type { Database } from "better-sqlite3";
import { openCheckpointConnection } from "../connection.ts";
import type { CheckpointMessage } from "./checkpoint-thread.ts";
import { WriteAheadLog } from "./write-ahead-log.ts";

const port = parentPort;
if (port === null) throw new Error("checkpoints are made in a worker thread");

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

port.on("message", (message: CheckpointMessage) => {
  // Of all that was asked during a checkpoint, the next one does the whole.
  const paths = new Set([message]);
  for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port)) {
    paths.add(next.message as CheckpointMessage);
  }
  for (const path of paths) if (path !== undefined) checkpoint(path);
  if (!paths.has(undefined)) return;
  for (const connection of connections) connection.close();
  port.close();
});
