import { availableParallelism } from "node:os";
import { type CheckpointThread, createCheckpointThread } from "@ledger/state-store/sqlite";

/** The API, ingest and a thread that checks records keep three processors busy. On fewer, a thread more slows them down. */
const fewestProcessors = 4;

/** A thread for the store's checkpoints, where a processor is left for it; it does not run before it is needed. */
export function openCheckpointThread(): CheckpointThread | undefined {
  if (availableParallelism() < fewestProcessors) return undefined;
  return createCheckpointThread({ program: new URL("./checkpoint-worker.js", import.meta.url) });
}
