import { setTimeout as delay } from "node:timers/promises";
import type { CompleteState } from "@ledger/api-core";
import { StoreError } from "@ledger/state-store";
import type { StartOptions } from "../config/start-options.ts";
import { readLocation } from "../config/store-options.ts";
import type { Logger } from "../logger.ts";
import type { StoreLocation } from "../store/location.ts";
import { openReader } from "../store/open-store.ts";
import { unknownHealth } from "./node-health.ts";
import { announceApi, loadServing } from "./serving.ts";

/** Milliseconds between two looks for a ledger that nobody has begun yet. */
const INTERVAL = 1_000;

/** A store that another node makes, or a server that starts at the same time, may come yet. */
const passing: readonly string[] = ["not_a_store", "unavailable"];

const completeState: CompleteState = () =>
  Promise.reject(new Error("only the node that keeps the ledger fetches what is missing of its state"));

/**
 * Runs a node that only serves: waits for a ledger that another node keeps, and answers from it until it is told to stop.
 *
 * @throws StoreError when the ledger cannot be read, NodeStartError when the address is taken
 */
export async function runApi(
  options: StartOptions,
  log: Logger,
  signal: AbortSignal,
  stopped: Promise<void>,
): Promise<void> {
  const location = readLocation(options);
  const serving = loadServing(options.workers);
  await untilReadable(location, log, signal);
  if (signal.aborted) return;
  const serve = await serving;
  const server = await serve({ options, location, log, health: () => unknownHealth, completeState });
  try {
    announceApi(log, options.listen, server.port);
    await stopped;
  } finally {
    await server.close();
  }
}

async function untilReadable(location: StoreLocation, log: Logger, signal: AbortSignal): Promise<void> {
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    try {
      const reader = await openReader(location);
      await reader.close();
      return;
    } catch (error) {
      if (!(error instanceof StoreError) || !passing.includes(error.code)) throw error;
      if (isFirst) log.info(`store     not there yet: ${error.message}`);
      await delay(INTERVAL, undefined, { signal }).catch(() => undefined);
    }
  }
}
