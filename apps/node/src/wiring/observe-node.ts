import { startAdminServer } from "../admin/admin-server.ts";
import { NodeMetrics } from "../admin/node-metrics.ts";
import { NodeStatus } from "../admin/node-status.ts";
import { formatUrl, type ListenAddress } from "../config/listen-address.ts";
import type { LiveSettings } from "../config/runtime-settings.ts";
import type { StartOptions } from "../config/start-options.ts";
import { type Logger, say } from "../logger.ts";
import type { StoreLocation } from "../store/location.ts";
import { openReader } from "../store/open-store.ts";
import type { ApiServer } from "./serve-api.ts";

/** The parts of a node that its admin address shows. */
export interface NodeObserver extends AsyncDisposable {
  /** Kept up to date by the code that runs the node. */
  readonly status: NodeStatus;
  /** The server, once it serves. */
  server: ApiServer | undefined;
}

/** Begins to show a node at an address, and says where. @throws NodeStartError when the address is taken */
export async function observeNode(
  listen: ListenAddress,
  { allowHost = [] }: Pick<StartOptions, "allowHost">,
  location: StoreLocation,
  log: Logger,
  live: LiveSettings,
): Promise<NodeObserver> {
  const status = new NodeStatus();
  const admin = await startAdminServer({
    listen,
    allowHost,
    status,
    metrics: new NodeMetrics(status, location),
    openReader: () => openReader(location),
    costliestClients: async () => (await observer.server?.costliestClients()) ?? [],
    collectServing: async () => (await observer.server?.collectMetrics()) ?? [],
    logLevel: () => live.current.logLevel,
    setLogLevel: (logLevel) => live.change({ logLevel }),
  });
  const observer: NodeObserver = { status, server: undefined, [Symbol.asyncDispose]: () => admin.close() };
  const url = formatUrl({ ...listen, port: admin.port });
  say(log, "info", { message: "admin address", fields: { admin: url }, text: `admin     ${url}/metrics` });
  return observer;
}
