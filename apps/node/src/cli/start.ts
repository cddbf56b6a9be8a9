import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { StartOptions } from "../config/start-options.ts";
import { createLogger } from "../logger.ts";
import { NodeFailure } from "../wiring/node-failure.ts";
import { NodeStartError } from "../wiring/node-start-error.ts";
import { runNode } from "../wiring/run-node.ts";

/** Longest time for the node to end after a stop signal, open requests included, milliseconds. */
const DRAIN_TIMEOUT = 5_000;

/** Exit code of a node that ran and cannot go on. A start that was refused has 1. */
const EXIT_FAILED = 2;

/**
 * The `start` command: runs a node until it is told to stop, or until its ledger is refused.
 *
 * @param stop - aborts with the name of the signal that asked for it
 */
export async function start(options: StartOptions, stop: AbortSignal): Promise<void> {
  const log = await createLogger(options);
  const stopped = stop.aborted ? Promise.resolve() : once(stop, "abort");
  const drained = stopped.then(() => {
    log.info(`${stop.reason}: stopping`);
    return delay(DRAIN_TIMEOUT);
  });
  try {
    await Promise.race([runNode(options, log, stop), drained]);
    log.info("stopped");
    process.exit(0);
  } catch (error) {
    if (!(error instanceof NodeStartError || error instanceof NodeFailure)) throw error;
    log.error(`${error.code}: ${error.message}`);
    process.exit(error instanceof NodeFailure ? EXIT_FAILED : 1);
  }
}
