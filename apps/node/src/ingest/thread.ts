import { workerData } from "node:worker_threads";
import type { TransactionPool } from "@ledger/api-core";
import { connectParent } from "@ledger/kit/threads";
import { type StateCompleter, SyncError } from "@ledger/sync";
import { sayWhileWaiting } from "../health/say-while-waiting.ts";
import { TallyReporter } from "../metrics/ingest-tallies.ts";
import { describeLocation } from "../store/location.ts";
import { openStore } from "../store/open-store.ts";
import { describeFailure, describeLeaseWait } from "./describe-failure.ts";
import { ingestLedger } from "./ingest-ledger.ts";
import { openCheckPool } from "./open-check-pool.ts";
import type { IngestFunctions, IngestListener, IngestMessage, IngestSettings } from "./protocol.ts";

const settings = workerData as IngestSettings;
const parent = connectParent<IngestListener, IngestFunctions>();
const post = (message: IngestMessage): void =>
  parent.emit("report", message, message.type === "pool" && message.calls !== undefined ? [message.calls] : []);

/** Why nothing comes: what the store says counts more than what the source says. */
const stalls: { store?: string | undefined; source?: string | undefined } = {};
const tellStall = (from: keyof typeof stalls, reason: string | undefined): void => {
  // What is stopped has not resumed.
  if (stop.signal.aborted) return;
  stalls[from] = reason;
  post({ type: "stalled", reason: stalls.store ?? stalls.source });
};

const stop = new AbortController();
let openCompleter: (() => Promise<StateCompleter>) | undefined;
let completer: Promise<StateCompleter> | undefined;
let pool: TransactionPool | undefined;

function openPool(): TransactionPool {
  if (pool === undefined) throw new Error("no local network is running at the moment");
  return pool;
}

parent.serve({
  async complete(missing) {
    completer ??= openCompleter?.();
    if (completer === undefined) throw new Error("the node follows no upstream");
    await (await completer).complete(missing);
    return undefined;
  },
  submit: (transaction) => openPool().submit(transaction),
  find_pending: (hash) => openPool().findPending(hash),
  stop() {
    stop.abort();
    return undefined;
  },
});

try {
  // Counted only where metrics are served: they cost nothing when they are off.
  const tallies = settings.adminListen && new TallyReporter(post);
  const { location } = settings;
  const endWaiting =
    location.kind === "sqlite"
      ? () => undefined
      : sayWhileWaiting((seconds) => {
          const text = `waiting for the database server of ${describeLocation(location)}, for ${seconds} s so far`;
          post({ type: "warning", text });
        });
  const opened = await openStore(location, {
    onStep: tallies?.onStep,
    onTrouble: (reason) => tellStall("store", reason),
    onLeaseWait(wait) {
      endWaiting();
      post({ type: "warning", text: describeLeaseWait(wait) });
    },
  }).finally(endWaiting);
  const { store } = opened;
  if (tallies !== undefined) tallies.store = store;
  try {
    await using checkPool = openCheckPool((reason) => post({ type: "check_crashed", reason }));
    await ingestLedger({
      settings,
      checkPool,
      store,
      signal: stop.signal,
      post: (message) => (message.type === "stalled" ? tellStall("source", message.reason) : post(message)),
      onPool: (opened) => {
        pool = opened;
        if (pool !== undefined) post({ type: "pool" });
      },
      onUpstreams: (state, pinnedVersion) => {
        completer = undefined;
        // Loaded when state is first asked for: only ledgers that began above version 0 need it.
        openCompleter = async () => {
          const { createStateCompleter } = await import("../completion/complete-state.ts");
          return createStateCompleter(store, state, stop.signal, pinnedVersion);
        };
      },
    });
  } finally {
    tallies?.close();
    await opened.close();
  }
} catch (error) {
  // Only writing ends here: the readers of other threads go on serving what was verified.
  post({ type: "failed", ...describeFailure(error), isForGood: error instanceof SyncError });
}
parent.close("the thread that keeps the ledger has ended");
