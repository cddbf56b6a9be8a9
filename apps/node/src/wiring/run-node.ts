import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { createApi } from "@ledger/api-core";
import { openSqliteReader } from "@ledger/state-store/sqlite";
import manifest from "../../package.json" with { type: "json" };
import { formatUrl } from "../config/listen-address.ts";
import type { StartOptions } from "../config/start-options.ts";
import { createApp } from "../http/app.ts";
import { loadExplorer } from "../http/explorer.ts";
import { listen } from "../http/server.ts";
import { startIngestWorker } from "../ingest/ingest-worker.ts";
import type { IngestMessage } from "../ingest/protocol.ts";
import type { Logger } from "../logger.ts";
import { reportIngest } from "./report-ingest.ts";

/** The node could not start, or its ledger could not be taken: the text is for the person at the terminal. */
export class NodeStartError extends Error {
  override readonly name = "NodeStartError";
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** A running node. */
export interface RunningNode {
  /** Base URL of the server, without a path. */
  readonly url: string;
  /** Resolves when the stop signal came. */
  readonly stopped: Promise<void>;
  /** Stops listening, lets open requests end, closes the ledger. */
  close(): Promise<void>;
}

/**
 * Starts ingest, waits until the ledger has something verified to serve, then listens.
 *
 * @throws NodeStartError when the ledger is refused, the store cannot be opened or the address is taken
 */
export async function runNode(options: StartOptions, log: Logger, stop: AbortSignal): Promise<RunningNode> {
  const dataDir = resolve(options.dataDir);
  const database = resolve(dataDir, "ledger.db");
  try {
    mkdirSync(dataDir, { recursive: true });
  } catch (error) {
    throw new NodeStartError("data_dir_unusable", `cannot use the data folder ${options.dataDir}`, { cause: error });
  }

  const report = reportIngest(log);
  const ready = Promise.withResolvers<void>();
  const onMessage = (message: IngestMessage): void => {
    report(message);
    if (message.type === "ready") ready.resolve();
    if (message.type === "failed") ready.reject(new NodeStartError(message.code, message.message));
  };
  const ingest = startIngestWorker(
    {
      database,
      genesis: options.genesis,
      waypoint: options.waypoint,
      stateWindow: options.stateWindow,
      ledgerWindow: options.ledgerWindow,
      blockInterval: options.blockInterval,
    },
    onMessage,
  );
  await ready.promise;

  const reader = openSqliteReader(database);
  const explorer = loadExplorer(fileURLToPath(new URL("./explorer", import.meta.url)));
  const api = createApi({
    store: reader,
    config: { headerPrefixes: options.headerPrefix, version: manifest.version },
    specPage: explorer.page,
  });
  const app = createApp({ api, explorer, log });
  const server = await listen(app, options.listen).catch(async (error: NodeJS.ErrnoException) => {
    await ingest.stop();
    throw new NodeStartError(
      "cannot_listen",
      `cannot listen on ${options.listen.host}:${options.listen.port} (${error.code ?? "unknown"}); choose another with --listen`,
      { cause: error },
    );
  });
  const url = formatUrl({ host: options.listen.host, port: server.port });
  log.info(`API       ${url}/v1`);
  log.info(`explorer  ${url}/v1/spec`);

  return {
    url,
    stopped: new Promise((resolveStopped) => {
      if (stop.aborted) resolveStopped();
      else stop.addEventListener("abort", () => resolveStopped(), { once: true });
    }),
    async close() {
      await Promise.all([server.close(), ingest.stop()]);
      await reader.close();
    },
  };
}
