import { type AdminServer, startAdminServer } from "../admin/admin-server.ts";
import { NodeMetrics } from "../admin/node-metrics.ts";
import { NodeStatus } from "../admin/node-status.ts";
import type { ListenAddress } from "../config/listen-address.ts";
import type { LiveSettings } from "../config/runtime-settings.ts";
import type { StoreLocation } from "../store/location.ts";
import { openReader } from "../store/open-store.ts";
import type { ApiServer } from "./serve-api.ts";

/** The parts of a node that its admin address shows. */
export interface NodeObserver {
  /** Kept up to date by the code that runs the node. */
  readonly status: NodeStatus;
  /** The server, once it serves. */
  server: ApiServer | undefined;
  readonly admin: AdminServer;
}

/** The inputs of a node's metrics and admin pages. */
export interface ObserveOptions {
  readonly listen: ListenAddress;
  readonly allowHost: readonly string[] | undefined;
  /** Location that the node reads. */
  readonly location: StoreLocation;
  readonly live: LiveSettings;
}

/** Begins to show a node. @throws NodeStartError when the address is taken */
export async function observeNode({ listen, allowHost, location, live }: ObserveOptions): Promise<NodeObserver> {
  const status = new NodeStatus();
  const admin = await startAdminServer({
    listen,
    allowHost: allowHost ?? [],
    status,
    metrics: new NodeMetrics(status, location),
    openReader: () => openReader(location),
    collectServing: async () => (await observer.server?.collectMetrics()) ?? [],
    logLevel: () => live.current.logLevel,
    setLogLevel: (logLevel) => live.change({ logLevel }),
  });
  const observer: NodeObserver = { status, server: undefined, admin };
  return observer;
}
