import { setTimeout as delay } from "node:timers/promises";
import { StoreError } from "@ledger/state-store";
import type { CallLedger } from "../calls/ledger-calls.ts";
import type { StartOptions } from "../config/start-options.ts";
import { farewell, NodeFailure } from "../health/node-failure.ts";
import { unknownHealth } from "../health/node-health.ts";
import { type Logger, say } from "../logger.ts";
import { mainProcess } from "../metrics/declare.ts";
import type { StoreLocation } from "../store/location.ts";
import { openReader } from "../store/open-store.ts";
import { watchStore } from "../store/watch-store.ts";
import { announceApi, loadServing, type Observed, show } from "./serving.ts";

/** Milliseconds between two looks for a ledger that does not exist yet. */
const interval = 1_000;

/** A store that another node makes, or a server that starts at the same time, may come yet. */
const passing: readonly string[] = ["not_a_store", "unavailable"];

const callLedger: CallLedger = () => Promise.reject(new Error("another node keeps the ledger"));

/**
 * Runs a node that only serves: waits for a ledger that another node keeps, and answers from it until it is stopped.
 *
 * @throws StoreError when the ledger cannot be read, NodeStartError when the address is taken, NodeFailure when its file is
 * deleted or replaced
 */
export async function runApi(
  options: StartOptions,
  location: StoreLocation,
  log: Logger,
  signal: AbortSignal,
  stopped: Promise<void>,
  observed: Observed,
): Promise<void> {
  const serving = loadServing(options.workers);
  await untilReadable(location, log, signal);
  if (signal.aborted) return;
  const serve = await serving;
  let health = unknownHealth;
  const server = await serve({
    ...{ options, location, log, callLedger },
    health: () => health,
    local: undefined,
    isLocalNetwork: await holdsLocalNetwork(location),
    processName: mainProcess,
    onProcesses: (change) => observed.observer?.status.noteProcess(change),
  });
  show(server, observed);
  const lost = Promise.withResolvers<never>();
  let endWatch: (() => void) | undefined;
  let deadline: Promise<void> | undefined;
  try {
    // A process that keeps a deleted file open would serve the same head for ever and report itself healthy.
    endWatch = watchStore(location, "read", (fault) => {
      health = { ...health, fault };
      server.passHealth?.(health);
      if (observed.observer !== undefined) observed.observer.status.health = health;
      lost.reject(new NodeFailure("data_lost", fault));
    });
    announceApi(log, options, server.port, location);
    await Promise.race([stopped, lost.promise]);
  } catch (error) {
    deadline = delay(farewell);
    throw error;
  } finally {
    endWatch?.();
    const closed = server.close();
    await (deadline === undefined ? closed : Promise.race([closed, deadline]));
  }
}

/** Only ledgers that began with their genesis are looked at more closely, which takes the code of local networks. */
async function holdsLocalNetwork(location: StoreLocation): Promise<boolean> {
  const reader = await openReader(location);
  try {
    const stored = await reader.summary();
    if (stored?.genesisHash === undefined) return false;
    const { findLocalGenesis } = await import("../network/local-ledger.ts");
    return (await findLocalGenesis(reader, stored)) !== undefined;
  } finally {
    await reader.close();
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
      if (isFirst) {
        const { message: reason } = error;
        say(log, "info", {
          message: "store not available yet",
          fields: { reason },
          text: `store     not available yet: ${reason}`,
        });
      }
      await delay(interval, undefined, { signal }).catch(() => undefined);
    }
  }
}
