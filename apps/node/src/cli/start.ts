import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { StartOptions } from "../config/start-options.ts";
import { createLogger } from "../logger.ts";
import { NodeStartError } from "../wiring/node-start-error.ts";
import { runNode } from "../wiring/run-node.ts";

/** Longest time for the node to end after a stop signal, open requests included, milliseconds. */
const DRAIN_TIMEOUT = 5_000;

/** The `start` command: runs a node until SIGINT or SIGTERM, or until its ledger is refused. */
export async function start(options: StartOptions): Promise<void> {
  const log = await createLogger(options);
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      // A second signal means that the user does not want to wait.
      if (stop.signal.aborted) process.exit(1);
      log.info(`${signal}: stopping`);
      stop.abort();
    });
  }
  try {
    const drained = once(stop.signal, "abort").then(() => delay(DRAIN_TIMEOUT));
    await Promise.race([runNode(options, log, stop.signal), drained]);
    log.info("stopped");
    process.exit(0);
  } catch (error) {
    if (!(error instanceof NodeStartError)) throw error;
    log.error(`${error.code}: ${error.message}`);
    process.exit(1);
  }
}
