import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { StartOptions } from "../config/start-options.ts";
import { createLogger } from "../logger.ts";
import { NodeStartError } from "../wiring/node-start-error.ts";
import { runNode } from "../wiring/run-node.ts";

/** Longest time for open requests to end after a stop signal, milliseconds. */
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
    const node = await runNode(options, log);
    if (!stop.signal.aborted) await once(stop.signal, "abort");
    await Promise.race([node.close(), delay(DRAIN_TIMEOUT)]);
    log.info("stopped");
    process.exit(0);
  } catch (error) {
    if (!(error instanceof NodeStartError)) throw error;
    log.error(`${error.code}: ${error.message}`);
    process.exit(1);
  }
}
