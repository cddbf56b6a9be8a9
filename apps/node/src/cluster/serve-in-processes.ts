import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { Backoff, type CallError, type Peer } from "@ledger/kit";
import { connectProcess } from "@ledger/kit/threads";
import type { ProcessChange } from "../admin/node-status.ts";
import { type CallLedger, type LedgerFunctions, passOn } from "../calls/ledger-calls.ts";
import type { ListenAddress } from "../config/listen-address.ts";
import type { RuntimeSettings } from "../config/runtime-settings.ts";
import type { LocalListen } from "../config/service-addresses.ts";
import { servingOptions } from "../config/start-options.ts";
import type { NodeHealth } from "../health/node-health.ts";
import { NodeStartError } from "../health/node-start-error.ts";
import { type Logger, say } from "../logger.ts";
import type { MetricValues } from "../metrics/serving-metrics.ts";
import type { ServicePorts } from "../wiring/open-servers.ts";
import type { ApiServer, ServeOptions } from "../wiring/serve-api.ts";
import type { ClientCost } from "../work/client-costs.ts";
import type { ServingFunctions, ServingSettings } from "./protocol.ts";
import { WorkerMetrics } from "./worker-metrics.ts";

/** Pauses before a process that ended is started again. */
const backoff = { first: 200, longest: 10_000 } as const;
/** A process that served for so long did not end because of how it was started, milliseconds. */
const steady = 30_000;
/** A process that is busy for longer is left out of a scrape, milliseconds. */
const scrapePatience = 2_000;
/**
 * Bytes from which glibc maps a buffer of its own, which goes back to the system when it is freed. By itself it raises this bound with
 * every large buffer that is freed, and keeps the memory: docs/decisions/0004-bounded-work.md.
 */
const mmapThreshold = process.env.MALLOC_MMAP_THRESHOLD_ ?? "131072";

/**
 * Serves the API from several processes that share one port, over a store that this process keeps.
 *
 * @param count - how many processes
 * @throws NodeStartError when the first of them cannot serve
 */
export async function serveInProcesses(
  { options, location, log, health, callLedger, local, isLocalNetwork, onProcesses }: ServeOptions,
  count: number,
): Promise<ServingProcesses> {
  // State keys and versions cross the boundary, which JSON cannot carry.
  cluster.setupPrimary({
    serialization: "advanced",
    exec: fileURLToPath(new URL("./serving.js", import.meta.url)),
    args: [],
  });
  const listen = await choosePort(options.listen);
  const ports = local && (await choosePorts(local));
  const settings = { ...servingOptions(options), listen, location, local: ports, isLocalNetwork };
  if (options.rateLimit !== undefined) await countForAll();
  const processes = new ServingProcesses({ settings, log, health, callLedger, onProcesses });
  try {
    await Promise.all(Array.from({ length: count }, () => processes.start()));
  } catch (error) {
    await processes.close();
    throw error;
  }
  return processes;
}

/** Inputs of {@link ServingProcesses}. */
interface ServingProcessesOptions extends Pick<ServeOptions, "log" | "health" | "callLedger" | "onProcesses"> {
  readonly settings: Omit<ServingSettings, "processName">;
}

/** A process that serves, or begins to. */
interface Serving {
  readonly worker: Worker;
  readonly peer: Peer<ServingFunctions>;
}

/** The processes that serve. One that ends unexpectedly is started again. */
export class ServingProcesses implements ApiServer {
  readonly port: number;
  readonly servicePorts: ServicePorts;
  readonly #settings: Omit<ServingSettings, "processName">;
  readonly #log: Logger;
  readonly #health: () => NodeHealth;
  readonly #callLedger: CallLedger;
  readonly #onProcesses: (change: ProcessChange) => void;
  readonly #metrics = new WorkerMetrics();
  /** The processes by their place, from 1 on; one that is started again takes the place of the one that ended. */
  readonly #workers = new Map<number, Serving>();
  readonly #restarts = new Set<NodeJS.Timeout>();
  #runtime: RuntimeSettings | undefined;
  readonly #backoff = new Backoff(backoff, steady);
  #closing = false;

  constructor({ settings, log, health, callLedger, onProcesses }: ServingProcessesOptions) {
    const { listen, local } = settings;
    this.port = listen.port;
    this.servicePorts = {
      ...(local?.faucet && { faucet: local.faucet.port }),
      ...(local?.indexer && { indexer: local.indexer.port }),
    };
    this.#settings = settings;
    this.#log = log;
    this.#health = health;
    this.#callLedger = callLedger;
    this.#onProcesses = onProcesses ?? (() => undefined);
  }

  /** Starts one more process and waits until it listens. @throws NodeStartError when it never does */
  start(): Promise<void> {
    const started = performance.now();
    const worker = cluster.fork({ MALLOC_MMAP_THRESHOLD_: mmapThreshold });
    let place = 1;
    while (this.#workers.has(place)) place++;
    const peer = connectProcess<ServingFunctions, LedgerFunctions>(worker.process, passOn(this.#callLedger));
    this.#workers.set(place, { worker, peer });
    const settings = { ...this.#settings, ...this.#runtime, processName: `api-${place}` };
    const listening = peer.call("serve", settings);
    peer.emit("health", this.#health());
    return new Promise((resolve, reject) => {
      let isListening = false;
      const refuse = (message: string, code = "serving_failed"): void => reject(new NodeStartError(code, message));
      listening.then(
        () => {
          isListening = true;
          this.#onProcesses("started");
          resolve();
        },
        ({ code, message, remote }: CallError) => {
          // The exit of one that has ended says more.
          if (code === "closed") return;
          refuse(message, remote?.name === "NodeStartError" ? remote.code : undefined);
          worker.kill("SIGKILL");
        },
      );
      // One that was killed a moment ago still counts as connected, and a message to it fails. Its exit follows.
      worker.on("error", (error: NodeJS.ErrnoException) => {
        this.#log.debug({ err: error }, "cannot send to a serving process");
        // Of one that never ran there is no exit.
        if (error.syscall?.startsWith("spawn")) {
          this.#workers.delete(place);
          refuse(`a serving process cannot be started: ${error.message}`);
        }
      });
      worker.once("exit", (code, signal) => {
        this.#workers.delete(place);
        if (isListening) this.#onProcesses("ended");
        const ended = `${signal ?? code}`;
        refuse(`a serving process ended with ${ended}`);
        if (this.#closing || !isListening) return;
        this.#metrics.end(worker.id).catch((error: unknown) => this.#log.error({ err: error }, "counts are lost"));
        say(this.#log, "warn", {
          message: "serving process ended",
          fields: { ended },
          text: `a serving process ended with ${ended} and will be replaced`,
        });
        this.#restart(performance.now() - started);
      });
    });
  }

  /** Tells every process the node's health. */
  passHealth(health: NodeHealth): void {
    for (const { peer } of this.#workers.values()) peer.emit("health", health);
  }

  async costliestClients(): Promise<readonly ClientCost[]> {
    const asked = [...this.#workers.values()].map(({ peer }) =>
      // One that is too busy to say is left out.
      peer.call("clients", undefined, { deadline: scrapePatience }).catch(() => []),
    );
    return (await Promise.all(asked)).flat();
  }

  async collectMetrics(): Promise<readonly MetricValues[]> {
    const asked = [...this.#workers.values()].map(({ worker, peer }) =>
      this.#metrics.collect(worker.id, () => peer.call("collect", undefined, { deadline: scrapePatience })),
    );
    await Promise.all(asked);
    return this.#metrics.parts;
  }

  apply(settings: RuntimeSettings): void {
    this.#runtime = settings;
    const counting = settings.rateLimit === undefined ? Promise.resolve() : countForAll();
    void counting.then(() => {
      for (const { peer } of this.#workers.values()) peer.emit("apply", settings);
    });
  }

  /** Tells every process that something was committed. */
  noteCommit(): void {
    for (const { peer } of this.#workers.values()) peer.emit("committed", undefined);
  }

  async close(): Promise<void> {
    this.#closing = true;
    for (const restart of this.#restarts) clearTimeout(restart);
    const workers = [...this.#workers.values()];
    const ended = workers.map(({ worker }) => once(worker, "exit"));
    for (const { peer } of workers) peer.emit("stop", undefined);
    await Promise.all(ended);
  }

  /** @param served - milliseconds that the process served */
  #restart(served = 0): void {
    const restart = setTimeout(() => {
      this.#restarts.delete(restart);
      this.#onProcesses("restarted");
      this.start().catch((error: unknown) => {
        if (this.#closing) return;
        this.#log.error({ err: error }, "a serving process cannot be started");
        this.#restart();
      });
    }, this.#backoff.fail(served));
    this.#restarts.add(restart);
  }
}

/** Counts the requests of each client here, for all processes. */
async function countForAll(): Promise<void> {
  const { startRateCounter } = await import("./rate-counter.ts");
  startRateCounter();
}

/** A free port where the system is to choose: processes that start later must find the same one. */
async function choosePort(listen: ListenAddress): Promise<ListenAddress> {
  const { host, port } = listen;
  if (port !== 0) return listen;
  const server = createServer().listen(0, host);
  await once(server, "listening");
  const chosen = (server.address() as AddressInfo).port;
  server.close();
  await once(server, "close");
  return { host, port: chosen };
}

async function choosePorts({ faucet, indexer }: LocalListen): Promise<LocalListen> {
  return { faucet: faucet && (await choosePort(faucet)), indexer: indexer && (await choosePort(indexer)) };
}
