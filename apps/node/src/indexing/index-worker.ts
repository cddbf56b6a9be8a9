// The thread that keeps the index of a ledger's tables, with a connection of its own that reads the ledger.
import { enableCompileCache } from "node:module";
import { setTimeout as delay } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { giveWay } from "../replay/background.ts";
import { keepIndex } from "./keep-index.ts";
import type { IndexCommand, IndexSettings } from "./protocol.ts";

enableCompileCache?.();
// Following the ledger and answering go first; an index that is behind says so.
giveWay();
const port = parentPort;
if (port === null) throw new Error("the index of tables is kept in a worker thread");

/** Milliseconds between two looks for new versions, where nothing tells of them. */
const interval = 1_000;

const stop = new AbortController();
let hasMore = false;
let wake = (): void => undefined;

port.on("message", (command: IndexCommand) => {
  if (command === "stop") stop.abort();
  hasMore = true;
  wake();
});

async function untilMore(): Promise<void> {
  if (!hasMore) {
    const woken = new AbortController();
    wake = () => woken.abort();
    await delay(interval, undefined, { signal: woken.signal }).catch(() => undefined);
  }
  hasMore = false;
}

await keepIndex(workerData as IndexSettings, {
  signal: stop.signal,
  onReport: (report) => port.postMessage(report),
  untilMore,
});
port.close();
