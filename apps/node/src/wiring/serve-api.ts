import { fileURLToPath } from "node:url";
import { findUnready } from "../admin/probes.ts";
import type { CallLedger } from "../calls/ledger-calls.ts";
import { createLedgerPool } from "../calls/ledger-pool.ts";
import type { ListenAddress } from "../config/listen-address.ts";
import type { RuntimeSettings } from "../config/runtime-settings.ts";
import type { ServingOptions } from "../config/start-options.ts";
import { type App, type AppOptions, createApp } from "../http/app.ts";
import { loadExplorer } from "../http/explorer.ts";
import { ConnectionRefuser } from "../http/refuse-connection.ts";
import { RequestBodies } from "../http/request-bodies.ts";
import { type HttpServer, listen } from "../http/server.ts";
import type { Logger } from "../logger.ts";
import type { MetricValues, ServingMetrics } from "../metrics/serving-metrics.ts";
import type { StoreLocation } from "../store/location.ts";
import { openReader } from "../store/open-store.ts";
import { VersionWaiter } from "../store/version-waiter.ts";
import { WorkThread } from "../work/work-thread.ts";
import { apiSettings, createNodeApi } from "./api-settings.ts";
import { type LocalListen, serviceFlags } from "./local-listen.ts";
import { createLocalServices } from "./local-services.ts";
import type { NodeHealth } from "./node-health.ts";
import { cannotListen, NodeStartError } from "./node-start-error.ts";

/** What happens to a process that serves. */
export type ProcessChange = "started" | "ended" | "restarted";

/** What the HTTP side serves, and from where. */
export interface ServeOptions {
  readonly options: ServingOptions;
  /** Where it reads. */
  readonly location: StoreLocation;
  readonly log: Logger;
  readonly health: () => NodeHealth;
  /** Has things done where the ledger is kept. */
  readonly callLedger: CallLedger;
  /** Present where the ledger is that of a local network, which takes transactions: where its services listen. */
  readonly local: LocalListen | undefined;
  /** What this process is called in the metrics. */
  readonly processName: string;
  /** Where processes that serve are counted. */
  readonly onProcesses?: ((change: ProcessChange) => void) | undefined;
}

/** Ports really used, by service. */
export type ServicePorts = Readonly<Partial<Record<keyof LocalListen, number>>>;

/** The HTTP side of a node: one reader of the store, one server. */
export interface ApiServer {
  /** The port really used. */
  readonly port: number;
  /** Ports of the services that listen by themselves. */
  readonly servicePorts: ServicePorts;
  /** Says that something was committed. */
  noteCommit?(): void;
  /** Tells the health, where the server cannot ask for it. */
  passHealth?(health: NodeHealth): void;
  /** What has been counted, a part for each process; nothing where metrics are off. */
  collectMetrics(): Promise<readonly MetricValues[]>;
  /** Changes what can change while the server runs. */
  apply(settings: RuntimeSettings): void;
  /** Stops listening, lets open requests end, closes the connection. */
  close(): Promise<void>;
}

/**
 * Serves the API over a store that an ingest worker, of this process or another one, keeps.
 *
 * @throws NodeStartError when an address cannot be used
 */
export async function serveApi(serving: ServeOptions): Promise<ApiServer> {
  const { options, location, log, health, callLedger, local, processName } = serving;
  const reader = await openReader(location);
  const explorer = loadExplorer(fileURLToPath(new URL("./explorer", import.meta.url)));
  const waiter = new VersionWaiter(reader, { longest: options.waitForVersion, interval: 25, most: 1_000 });
  const pool = local && createLedgerPool(callLedger);
  const api = createNodeApi(options, {
    store: reader,
    specPage: explorer.page,
    fault: () => health().fault ?? health().stall,
    withheld: () => health().withheld,
    waypoint: () => health().waypoint,
    callLedger,
    pool,
    awaitVersion: (version, longestMs) => waiter.await(version, longestMs),
    endOfTurn: setImmediate,
    defer: setImmediate,
  });
  const work = { ...apiSettings(options), location, specPage: explorer.page, isLocal: local !== undefined };
  const workThread = new WorkThread(work, callLedger);
  const bodies = new RequestBodies();
  const opened: { readonly app: App; readonly server: HttpServer }[] = [];
  const close = async (): Promise<void> => {
    waiter.close();
    await Promise.all(opened.map(({ server }) => server.close()));
    await workThread.close();
    await reader.close();
  };
  const metrics = options.adminListen && (await createServingMetrics(processName));
  const appOptions = {
    ...{ api, workThread, bodies, log, metrics },
    findUnready: (durationSecs: number | undefined) => findUnready({ health: health(), reader }, durationSecs),
  };
  const open = async (address: ListenAddress, content: Pick<AppOptions, "explorer" | "services">) => {
    const access = { ...options, listen: address };
    const app = createApp({ ...appOptions, access, ...content });
    await app.setRateLimit(options.rateLimit);
    const server = await listen(app.answer, new ConnectionRefuser(api, bodies), access);
    opened.push({ app, server });
    return { app, server };
  };
  try {
    const services = pool && (await createLocalServices(reader, pool, log));
    const { app, server } = await open(options.listen, { explorer, services: Object.values(services ?? {}) });
    metrics?.watch(() => ({ ...app.load(), connections: server.connections }));
    const servicePorts: Partial<Record<keyof LocalListen, number>> = {};
    for (const [name, flag] of Object.entries(serviceFlags) as [keyof LocalListen, string][]) {
      const address = local?.[name];
      if (address === undefined || services === undefined) continue;
      const service = await open(address, { explorer: undefined, services: [services[name]] }).catch(
        (error: unknown) => {
          throw cannotListen(address, error, flag);
        },
      );
      servicePorts[name] = service.server.port;
    }
    serving.onProcesses?.("started");
    return {
      port: server.port,
      servicePorts,
      close,
      noteCommit: () => waiter.wake(),
      collectMetrics: async () => (metrics === undefined ? [] : [await metrics.collect()]),
      apply({ logLevel, rateLimit }) {
        log.level = logLevel;
        for (const { app, server } of opened) {
          void app.setRateLimit(rateLimit);
          try {
            server.renewCertificate();
          } catch (error) {
            log.error({ err: error }, "certificate cannot be renewed");
          }
        }
      },
    };
  } catch (error) {
    await close();
    throw error instanceof NodeStartError ? error : cannotListen(options.listen, error);
  }
}

/** Loaded only where metrics are wanted. */
async function createServingMetrics(processName: string): Promise<ServingMetrics> {
  const { ServingMetrics } = await import("../metrics/serving-metrics.ts");
  return new ServingMetrics(processName);
}
