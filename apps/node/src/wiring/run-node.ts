import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { formatUrl } from "../config/listen-address.ts";
import type { StartOptions } from "../config/start-options.ts";
import { databasePath } from "../config/store-options.ts";
import { startIngestWorker } from "../ingest/ingest-worker.ts";
import type { IngestMessage } from "../ingest/protocol.ts";
import type { Logger } from "../logger.ts";
import { NodeStartError } from "./node-start-error.ts";
import { reportIngest } from "./report-ingest.ts";
import type { ApiServer, ServeOptions } from "./serve-api.ts";

/**
 * Runs a node until it is told to stop: starts ingest, waits until the ledger has something verified to serve, listens, and
 * at the end stops listening, lets open requests end and closes the ledger.
 *
 * @throws NodeStartError when the ledger is refused, the store cannot be opened or the address is taken
 */
export async function runNode(options: StartOptions, log: Logger, signal: AbortSignal): Promise<void> {
  createDataDir(options.dataDir);
  const database = databasePath(options.dataDir);
  const report = reportIngest(log);
  const ready = Promise.withResolvers<void>();
  let starting = true;
  let fault: string | undefined;
  let server: ApiServer | undefined;
  const ingest = startIngestWorker({ ...options, database }, (message: IngestMessage) => {
    if (message.type === "ready") ready.resolve();
    // Until something is served a failure ends the start; later it is reported and what is stored goes on being served.
    if (message.type === "failed" && starting) {
      ready.reject(new NodeStartError(message.code, message.message));
      return;
    }
    if (message.type === "failed" || message.type === "recovered") {
      fault = message.type === "failed" ? message.message : undefined;
      server?.passFault?.(fault);
    }
    report(message);
  });
  const stopped = untilAborted(signal);
  // The HTTP side loads while the worker opens and verifies the ledger.
  const serving = loadServing(options.workers);
  // An upstream that does not answer can keep the ledger from beginning for any time; a stop must not wait for it.
  await Promise.race([ready.promise, stopped]);
  starting = false;
  try {
    if (signal.aborted) return;
    const serve = await serving;
    server = await serve({ options, database, log, fault: () => fault, completeState: ingest.complete });
    const url = formatUrl({ host: options.listen.host, port: server.port });
    log.info(`API       ${url}/v1`);
    log.info(`explorer  ${url}/v1/spec`);
    await stopped;
  } finally {
    await Promise.all([server?.close(), ingest.stop()]);
  }
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, "abort");
}

async function loadServing(workers: number): Promise<(options: ServeOptions) => Promise<ApiServer>> {
  if (workers === 1) return (await import("./serve-api.ts")).serveApi;
  const { serveInProcesses } = await import("../cluster/serve-in-processes.ts");
  return (options) => serveInProcesses(options, workers);
}

function createDataDir(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
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
