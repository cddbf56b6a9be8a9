/** Loads a module into every thread of a node before anything else. */
export function preload(source: string): { readonly NODE_OPTIONS: string } {
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(source)}` };
}

/** Has the thread that keeps the ledger crash whenever a file appears, which is deleted then; or the one that makes the blocks. */
export function crashWhenAsked(
  trigger: string,
  thread: "ledger" | "chain" = "ledger",
): { readonly NODE_OPTIONS: string } {
  return preload(`
    import { existsSync, rmSync } from "node:fs";
    import { isMainThread, workerData } from "node:worker_threads";
    const trigger = ${JSON.stringify(trigger)};
    // The thread of the ledger gets all options of the start; threads that follow the ledger, such as the index, get its place alone.
    const isWanted = ${thread === "chain" ? "workerData?.calls" : "workerData?.location && workerData.listen && !workerData.specPage"};
    if (!isMainThread && isWanted) setInterval(() => {
      if (!existsSync(trigger)) return;
      rmSync(trigger);
      throw new Error("a crash on purpose");
    }, 10);
  `);
}
