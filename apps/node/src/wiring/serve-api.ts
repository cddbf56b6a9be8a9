import { fileURLToPath } from "node:url";
import type { LedgerReader } from "@ledger/state-store";
import { createFailedCallLog } from "../activity/failed-call-log.ts";
import { knownNames } from "../activity/known-names.ts";
import type { ProcessChange } from "../admin/node-status.ts";
import { createNodeApi } from "../api/api-settings.ts";
import { networkClock } from "../api/network-clock.ts";
import { nodeFacts } from "../api/node-facts.ts";
import type { CallLedger } from "../calls/ledger-calls.ts";
import { createLedgerPool } from "../calls/ledger-pool.ts";
import { indexedGroups } from "../config/index-options.ts";
import type { RuntimeSettings } from "../config/runtime-settings.ts";
import type { LocalListen } from "../config/service-addresses.ts";
import { answerOptions, type ServingOptions } from "../config/start-options.ts";
import { degradationOf, type NodeHealth } from "../health/node-health.ts";
import { findUnready } from "../health/probes.ts";
import { loadExplorer } from "../http/explorer.ts";
import { type Logger, say } from "../logger.ts";
import type { MetricValues, ServingMetrics } from "../metrics/serving-metrics.ts";
import type { StoreLocation } from "../store/location.ts";
import { ExecutionResults } from "../store/open-execution.ts";
import { openReader } from "../store/open-store.ts";
import { VersionWaiter } from "../store/version-waiter.ts";
import type { ClientCost } from "../work/client-costs.ts";
import {
  createQueryThread,
  createStreamThread,
  createWorkThread,
  type LargeAnswerer,
  type ThreadState,
} from "../work/work-thread.ts";
import { createIndexerService, createLocalServices } from "./local-services.ts";
import { type OpenServers, openServers, portsOf, type ServicePorts } from "./open-servers.ts";

/** Parts and settings of the HTTP side. */
export interface ServeOptions {
  readonly options: ServingOptions;
  /** Location that it reads. */
  readonly location: StoreLocation;
  readonly log: Logger;
  readonly health: () => NodeHealth;
  /** Has things done where the ledger is kept. */
  readonly callLedger: CallLedger;
  /** Present where the ledger is that of a local network, which takes transactions: where its services listen. */
  readonly local: LocalListen | undefined;
  /** True if the ledger is that of a local network, also of another node: its next block has the time of now. */
  readonly isLocalNetwork: boolean;
  /** Name of this process in the metrics. */
  readonly processName: string;
  /** Called for each change of a process that serves. */
  readonly onProcesses?: ((change: ProcessChange) => void) | undefined;
}

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
  /** The clients that have used most of the processor in the last minute, of each process. */
  costliestClients(): Promise<readonly ClientCost[]>;
  /** Counts, a part for each process; none where metrics are off. */
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
  const { options, location, log, health, callLedger, local, isLocalNetwork, processName } = serving;
  const reader = await openReader(location);
  if (location.kind === "postgres") await warnOfUncheckedPages(reader, log);
  const execution = new ExecutionResults(location);
  const explorer = loadExplorer(fileURLToPath(new URL("./explorer", import.meta.url)));
  const waiter = new VersionWaiter(reader, { longest: options.waitForVersion, interval: 25, most: 1_000 });
  const pool = local && createLedgerPool(callLedger);
  const leadUsecs = (): bigint => health().leadUsecs;
  const clock = networkClock(leadUsecs);
  const threads: (ThreadState & Pick<LargeAnswerer, "close">)[] = [];
  /** The first damage that an answer came upon: it stays until the file is another one. */
  let damage: string | undefined;
  const api = createNodeApi(options, {
    store: reader,
    facts: nodeFacts(options, location, isLocalNetwork),
    specPage: explorer.page,
    clock,
    blockClock: isLocalNetwork ? clock : undefined,
    fault: () => damage ?? health().fault ?? health().stall,
    degraded: () => {
      const faults = [degradationOf(health()), ...threads.map(({ fault }) => fault)];
      return faults.filter((fault) => fault !== undefined).join("; ") || undefined;
    },
    withheld: () => health().withheld,
    waypoint: () => health().waypoint,
    index: () => health().index,
    execution,
    callLedger,
    pool,
    awaitVersion: (version, longestMs) => waiter.await(version, longestMs),
    endOfTurn: setImmediate,
    defer: setImmediate,
    handsOnLarge: true,
  });
  const takesTransactions = local !== undefined;
  const work = { ...answerOptions(options), location, specPage: explorer.page, takesTransactions, isLocalNetwork };
  const workThread = createWorkThread(work, callLedger, leadUsecs);
  const streamThread = createStreamThread(work, callLedger);
  const querying = { ...answerOptions(options), location };
  const queryThread = indexedGroups(options, false).length > 0 ? createQueryThread(querying, callLedger) : undefined;
  threads.push(workThread, streamThread, ...(queryThread === undefined ? [] : [queryThread]));
  let servers: OpenServers | undefined;
  const close = async (): Promise<void> => {
    waiter.close();
    await servers?.close();
    await Promise.all([...threads.map((thread) => thread.close()), execution.close()]);
    await reader.close();
  };
  try {
    const metrics = options.adminListen && (await createServingMetrics(processName));
    const described = { scheme: options.tlsCert === undefined ? "http" : "https", ports: () => portsOf(servers) };
    const { accounts } = options;
    const network = pool && { store: reader, pool, queryThread, clock, log, accounts, places: described };
    const ofLocal = network && (await createLocalServices(network));
    const services = ofLocal ?? (queryThread && { indexer: await createIndexerService(queryThread, log) });
    const onFailedCall = local && createFailedCallLog(log, await knownNames());
    servers = await openServers({
      ...{ api, isLocalNetwork, workThread, log, metrics, explorer, local, access: options, onFailedCall },
      readStream: (stream, making) => streamThread.answer({ work: "stream", body: undefined, stream }, making),
      answerFollowed: queryThread && ((question, making) => queryThread.answer(question, making)),
      listThread: queryThread ?? workThread,
      services: { ...services },
      storeLoad: reader.load?.bind(reader),
      threadEnds: () => threads.map(({ name, ends }) => [name, ends]),
      onDamage: (found) => {
        damage ??= found;
      },
      findUnready: (durationSecs) => findUnready({ health: health(), reader }, durationSecs),
    });
    const { port, servicePorts, apply, noteCommit } = servers;
    serving.onProcesses?.("started");
    return {
      ...{ port, servicePorts, close },
      noteCommit() {
        waiter.wake();
        noteCommit();
      },
      costliestClients: async () => servers?.costliestClients() ?? [],
      collectMetrics: async () => (metrics === undefined ? [] : [await metrics.collect()]),
      apply(settings) {
        log.level = settings.logLevel;
        apply(settings);
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Loaded only where metrics are wanted. */
async function createServingMetrics(processName: string): Promise<ServingMetrics> {
  const { ServingMetrics } = await import("../metrics/serving-metrics.ts");
  return new ServingMetrics(processName);
}

/** A file has checksums of its own; a server has them where it was made with them. */
async function warnOfUncheckedPages(reader: LedgerReader, log: Logger): Promise<void> {
  const { server } = await reader.stats();
  if (server?.hasPageChecksums !== false) return;
  say(log, "warn", {
    message: "server without checksums",
    text: "the database server keeps no checksums of its pages, so what its disk damages is answered as if it were right: stop it, and run 'pg_checksums --enable'",
  });
}
