import { parentPort, workerData } from "node:worker_threads";
import type { StateCompleter } from "@ledger/sync";
import { openStore } from "../store/open-store.ts";
import { describeFailure } from "./describe-failure.ts";
import { ingestLedger } from "./ingest-ledger.ts";
import { openCheckPool } from "./open-check-pool.ts";
import type { IngestCommand, IngestMessage, IngestSettings } from "./protocol.ts";

const port = parentPort;
if (port === null) throw new Error("the ingest worker runs in a worker thread");
const settings = workerData as IngestSettings;
const post = (message: IngestMessage): void => port.postMessage(message);

const stop = new AbortController();
let openCompleter: (() => Promise<StateCompleter>) | undefined;
let completer: Promise<StateCompleter> | undefined;

async function complete({ id, missing }: Extract<IngestCommand, { type: "complete" }>): Promise<void> {
  try {
    completer ??= openCompleter?.();
    if (completer === undefined) throw new Error("the node follows no upstream");
    await (await completer).complete(missing);
    post({ type: "completed", id, failure: undefined });
  } catch (error) {
    post({ type: "completed", id, failure: error instanceof Error ? error.message : String(error) });
  }
}

port.on("message", (command: IngestCommand) => {
  if (command.type === "stop") stop.abort();
  else void complete(command);
});

try {
  const opened = await openStore(settings.location);
  const { store } = opened;
  try {
    await using checkPool = openCheckPool();
    await ingestLedger({
      settings,
      checkPool,
      store,
      signal: stop.signal,
      post,
      onUpstreams: (state) => {
        completer = undefined;
        // Loaded when state is first asked for: only ledgers that began in the middle need it.
        openCompleter = async () => {
          const { createStateCompleter } = await import("../completion/complete-state.ts");
          return createStateCompleter(store, state, stop.signal);
        };
      },
    });
  } finally {
    await opened.close();
  }
} catch (error) {
  // Only writing ends here: the readers of other threads go on serving what was verified.
  post({ type: "failed", ...describeFailure(error) });
}
port.close();
