// A thread that executes stored records again, with a connection and a machine of its own.
import { enableCompileCache } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import { StoreError } from "@ledger/state-store";
import { openReader } from "../store/open-store.ts";
import { giveWay } from "./background.ts";
import type { ReplayAnswer, ReplaySettings, ReplayTask } from "./protocol.ts";

enableCompileCache?.();
const settings = workerData as ReplaySettings;
const { createRangeRunner } = await import("./run-range.ts");
if (settings.isBackground) giveWay();
const port = parentPort;
if (port === null) throw new Error("records are executed again in a worker thread");
const run = createRangeRunner(await openReader(settings.location), settings);

port.on("message", (task: ReplayTask) => {
  run(task).then(
    (tally) => port.postMessage({ kind: "done", tally } satisfies ReplayAnswer),
    (error: unknown) => port.postMessage(failure(error)),
  );
});

function failure(error: unknown): ReplayAnswer {
  const code = error instanceof StoreError ? error.code : "replay_failed";
  return { kind: "failed", code, message: error instanceof Error ? error.message : String(error) };
}
