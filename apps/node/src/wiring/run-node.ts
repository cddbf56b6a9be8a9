import { once } from "node:events";
import { mkdirSync, rmdirSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { CompleteState } from "@ledger/api-core";
import type { ListenAddress } from "../config/listen-address.ts";
import type { StartOptions } from "../config/start-options.ts";
import { readLocation, storeLocation } from "../config/store-options.ts";
import { startIngestThread } from "../ingest/ingest-worker.ts";
import type { IngestMessage } from "../ingest/protocol.ts";
import { SupervisedIngest } from "../ingest/supervise-ingest.ts";
import type { Logger } from "../logger.ts";
import type { StoreLocation } from "../store/location.ts";
import { watchStore } from "../store/watch-store.ts";
import { NodeFailure } from "./node-failure.ts";
import { type NodeHealth, unknownHealth } from "./node-health.ts";
import { cannotListen, NodeStartError } from "./node-start-error.ts";
import { reportIngest } from "./report-ingest.ts";
import type { ApiServer } from "./serve-api.ts";
import { announceApi, loadServing } from "./serving.ts";

/** Longest time for a node that failed to tell those who are connected, milliseconds. */
const FAREWELL = 2_000;

/**
 * Runs a node until it is told to stop: starts ingest, waits until the ledger has something verified to serve, listens, and
 * at the end stops listening, lets open requests end and closes the ledger.
 *
 * @throws NodeStartError when the ledger is refused, the store cannot be opened or the address is taken
 * @throws NodeFailure when the node ran and cannot go on
 */
export async function runNode(options: StartOptions, log: Logger, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await expectFreeAddress(options.listen);
  if (options.role === "api") {
    const { runApi } = await import("./run-api.ts");
    return runApi(options, log, signal, untilAborted(signal));
  }
  const location = storeLocation(options);
  if (location.kind !== "sqlite") return runOn(location, options, log, signal);
  const created = createDataDir(options.dataDir);
  try {
    await runOn(location, options, log, signal);
  } finally {
    removeEmptyFolders(created, options.dataDir);
  }
}

async function runOn(location: StoreLocation, options: StartOptions, log: Logger, signal: AbortSignal): Promise<void> {
  const report = reportIngest(log);
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => undefined);
  let health = unknownHealth;
  let server: ApiServer | undefined;
  const setHealth = (change: Partial<NodeHealth>): void => {
    health = { ...health, ...change };
    server?.passHealth?.(health);
  };
  const ingest = new SupervisedIngest(
    (onMessage) => startIngestThread({ ...options, location }, onMessage),
    (message: IngestMessage) => {
      if (message.type === "failed") {
        const isUntrusted = message.code === "untrusted";
        setHealth({ fault: message.message, ...(isUntrusted && { withheld: message.message }) });
      }
      if (message.type === "recovered") setHealth({ fault: undefined, withheld: undefined });
      if (message.type === "stalled") setHealth({ stall: message.reason });
      if (message.type === "waypoint") setHealth({ waypoint: message.status });
      report(message);
    },
  );
  const stopped = untilAborted(signal);
  let endWatch: (() => void) | undefined;
  let deadline: Promise<void> | undefined;
  // The HTTP side loads while the worker opens and verifies the ledger.
  const serving = loadServing(options.workers);
  try {
    // An upstream that does not answer can keep the ledger from beginning for any time; a stop must not wait for it.
    await Promise.race([ingest.ready, stopped]);
    if (signal.aborted) return;
    endWatch = watchStore(location, (fault) => {
      setHealth({ fault });
      failed.reject(new NodeFailure("data_lost", fault));
    });
    const serve = await serving;
    const completeState: CompleteState = (missing) => ingest.complete(missing);
    server = await serve({ options, location: readLocation(options), log, health: () => health, completeState });
    announceApi(log, options.listen, server.port);
    await Promise.race([stopped, ingest.lost, failed.promise]);
  } catch (error) {
    // Slow clients must not keep the supervisor from seeing it.
    if (error instanceof NodeFailure) deadline = delay(FAREWELL);
    throw error;
  } finally {
    endWatch?.();
    const closed = Promise.all([server?.close(), ingest.stop()]);
    await (deadline === undefined ? closed : Promise.race([closed, deadline]));
  }
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, "abort");
}

/** An address that cannot be used is found before anything is written. */
async function expectFreeAddress(listen: ListenAddress): Promise<void> {
  const server = createServer();
  try {
    server.listen(listen.port, listen.host);
    await once(server, "listening");
  } catch (error) {
    throw cannotListen(listen, error);
  }
  server.close();
  await once(server, "close");
}

/** @returns the outermost folder that had to be made */
function createDataDir(path: string): string | undefined {
  try {
    return mkdirSync(path, { recursive: true });
  } catch (error) {
    throw new NodeStartError(
      "data_dir_unusable",
      `cannot use the data folder ${path}; choose another with --data-dir`,
      {
        cause: error,
      },
    );
  }
}

/** Removes the folders that were made for a ledger that never began, from `inner` up to `outer`. */
function removeEmptyFolders(outer: string | undefined, inner: string): void {
  if (outer === undefined) return;
  const last = resolve(outer);
  try {
    for (let path = resolve(inner); path.startsWith(last); path = dirname(path)) rmdirSync(path);
  } catch {
    // One that holds something stays, with those around it.
  }
}
