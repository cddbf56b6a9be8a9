import { parentPort, workerData } from "node:worker_threads";
import { openSqliteStore } from "@ledger/state-store/sqlite";
import { describeFailure } from "./describe-failure.ts";
import { ingestLedger } from "./ingest-ledger.ts";
import type { IngestCommand, IngestMessage, IngestSettings } from "./protocol.ts";

const port = parentPort;
if (port === null) throw new Error("the ingest worker runs in a worker thread");
const settings = workerData as IngestSettings;
const post = (message: IngestMessage): void => port.postMessage(message);

const stop = new AbortController();
port.on("message", (command: IngestCommand) => {
  if (command.type === "stop") stop.abort();
});

try {
  const store = openSqliteStore(settings.database);
  try {
    await ingestLedger({ settings, store, signal: stop.signal, post });
  } finally {
    await store.close();
  }
} catch (error) {
  // Only writing ends here: the readers of other threads go on serving what was verified.
  post({ type: "failed", ...describeFailure(error) });
}
port.close();
