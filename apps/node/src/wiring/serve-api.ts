import { fileURLToPath } from "node:url";
import type { CompleteState } from "@ledger/api-core";
import type { ServingOptions } from "../config/start-options.ts";
import { createApp } from "../http/app.ts";
import { loadExplorer } from "../http/explorer.ts";
import { ConnectionRefuser } from "../http/refuse-connection.ts";
import { listen } from "../http/server.ts";
import type { Logger } from "../logger.ts";
import type { StoreLocation } from "../store/location.ts";
import { openReader } from "../store/open-store.ts";
import { VersionWaiter } from "../store/version-waiter.ts";
import { WorkThread } from "../work/work-thread.ts";
import { apiSettings, createNodeApi } from "./api-settings.ts";
import type { NodeHealth } from "./node-health.ts";
import { cannotListen } from "./node-start-error.ts";

/** What the HTTP side serves, and from where. */
export interface ServeOptions {
  readonly options: ServingOptions;
  /** Where it reads. */
  readonly location: StoreLocation;
  readonly log: Logger;
  readonly health: () => NodeHealth;
  /** Makes state known that a partly known ledger misses. */
  readonly completeState: CompleteState;
}

/** The HTTP side of a node: one reader of the store, one server. */
export interface ApiServer {
  /** The port really used. */
  readonly port: number;
  /** Tells the health, where the server cannot ask for it. */
  passHealth?(health: NodeHealth): void;
  /** Stops listening, lets open requests end, closes the connection. */
  close(): Promise<void>;
}

/**
 * Serves the API over a store that an ingest worker, of this process or another one, keeps.
 *
 * @throws NodeStartError when the address cannot be used
 */
export async function serveApi({ options, location, log, health, completeState }: ServeOptions): Promise<ApiServer> {
  const reader = await openReader(location);
  const explorer = loadExplorer(fileURLToPath(new URL("./explorer", import.meta.url)));
  const waiter = new VersionWaiter(reader, { longest: options.waitForVersion, interval: 25, most: 1_000 });
  const api = createNodeApi(options, {
    store: reader,
    specPage: explorer.page,
    fault: () => health().fault ?? health().stall,
    withheld: () => health().withheld,
    waypoint: () => health().waypoint,
    completeState,
    awaitVersion: options.waitForVersion === 0 ? undefined : (version) => waiter.await(version),
    endOfTurn: setImmediate,
    defer: setImmediate,
  });
  const workThread = new WorkThread({ ...apiSettings(options), location, specPage: explorer.page }, completeState);
  try {
    const app = createApp({ api, workThread, explorer, access: options, log });
    const server = await listen(app, new ConnectionRefuser(api), options);
    return {
      port: server.port,
      async close() {
        waiter.close();
        await server.close();
        await workThread.close();
        await reader.close();
      },
    };
  } catch (error) {
    await reader.close();
    throw cannotListen(options.listen, error);
  }
}
