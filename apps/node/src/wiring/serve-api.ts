import { fileURLToPath } from "node:url";
import { type CompleteState, createApi } from "@ledger/api-core";
import { openSqliteReader } from "@ledger/state-store/sqlite";
import manifest from "../../package.json" with { type: "json" };
import type { StartOptions } from "../config/start-options.ts";
import { type ViewOptions, viewSettings } from "../config/view-options.ts";
import { createApp } from "../http/app.ts";
import { loadExplorer } from "../http/explorer.ts";
import { createForward } from "../http/forward.ts";
import { ConnectionRefuser } from "../http/refuse-connection.ts";
import { listen } from "../http/server.ts";
import type { Logger } from "../logger.ts";
import type { NodeHealth } from "./node-health.ts";
import { cannotListen } from "./node-start-error.ts";
import { pageSizes } from "./page-sizes.ts";

/** What the HTTP side serves, and from where. */
export interface ServeOptions {
  readonly options: Pick<
    StartOptions,
    "listen" | "headerPrefix" | "maxPage" | "forward" | "logFormat" | "logLevel" | keyof ViewOptions
  >;
  /** Path of the SQLite file. */
  readonly database: string;
  readonly log: Logger;
  readonly health: () => NodeHealth;
  /** Makes state known that a partly known ledger misses. */
  readonly completeState: CompleteState;
}

/** The HTTP side of a node: one read-only connection, one server. */
export interface ApiServer {
  /** The port really used. */
  readonly port: number;
  /** Tells the health, where the server cannot ask for it. */
  passHealth?(health: NodeHealth): void;
  /** Stops listening, lets open requests end, closes the connection. */
  close(): Promise<void>;
}

/**
 * Serves the API over a database that an ingest worker, of this process or another one, keeps.
 *
 * @throws NodeStartError when the address cannot be used
 */
export async function serveApi({ options, database, log, health, completeState }: ServeOptions): Promise<ApiServer> {
  const reader = openSqliteReader(database);
  const explorer = loadExplorer(fileURLToPath(new URL("./explorer", import.meta.url)));
  const api = createApi({
    store: reader,
    config: {
      headerPrefixes: options.headerPrefix,
      pageSizes: pageSizes(options.maxPage),
      ...viewSettings(options),
      version: manifest.version,
    },
    specPage: explorer.page,
    forward: options.forward === undefined ? undefined : createForward(options.forward),
    fault: () => health().fault ?? health().stall,
    withheld: () => health().withheld,
    waypoint: () => health().waypoint,
    completeState,
    endOfTurn: setImmediate,
    defer: setImmediate,
  });
  try {
    const server = await listen(createApp({ api, explorer, log }), new ConnectionRefuser(api), options.listen);
    return {
      port: server.port,
      async close() {
        await server.close();
        await reader.close();
      },
    };
  } catch (error) {
    await reader.close();
    throw cannotListen(options.listen, error);
  }
}
