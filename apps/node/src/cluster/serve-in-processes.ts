import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { fileURLToPath } from "node:url";
import type { CompleteState } from "@ledger/api-core";
import type { ListenAddress } from "../config/listen-address.ts";
import { servingOptions } from "../config/start-options.ts";
import type { Logger } from "../logger.ts";
import type { NodeHealth } from "../wiring/node-health.ts";
import { NodeStartError } from "../wiring/node-start-error.ts";
import type { ApiServer, ServeOptions } from "../wiring/serve-api.ts";
import type { ServingCommand, ServingMessage, ServingSettings } from "./protocol.ts";

/** Milliseconds until a process that ended is started again: doubled by every early end, up to the longest. */
const backoff = { first: 200, longest: 10_000 } as const;
/** A process that served for so long did not end because of how it was started, milliseconds. */
const STEADY = 30_000;

/**
 * Serves the API from several processes that share one port, over a store that this process keeps.
 *
 * @param count - how many processes
 * @throws NodeStartError when the first of them cannot serve
 */
export async function serveInProcesses(
  { options, location, log, health, completeState }: ServeOptions,
  count: number,
): Promise<ServingProcesses> {
  // State keys and versions cross the boundary, which JSON cannot carry.
  cluster.setupPrimary({
    serialization: "advanced",
    exec: fileURLToPath(new URL("./serving.js", import.meta.url)),
    args: [],
  });
  const port = await choosePort(options.listen);
  const listen = { ...options.listen, port };
  const settings = { ...servingOptions(options), listen, location };
  const processes = new ServingProcesses(settings, log, health, completeState);
  try {
    await Promise.all(Array.from({ length: count }, () => processes.start()));
  } catch (error) {
    await processes.close();
    throw error;
  }
  return processes;
}

/** The processes that serve. Who ends unasked is started again. */
export class ServingProcesses implements ApiServer {
  readonly port: number;
  readonly #settings: ServingSettings;
  readonly #log: Logger;
  readonly #health: () => NodeHealth;
  readonly #completeState: CompleteState;
  readonly #workers = new Set<Worker>();
  readonly #restarts = new Set<NodeJS.Timeout>();
  #earlyEnds = 0;
  #closing = false;

  constructor(settings: ServingSettings, log: Logger, health: () => NodeHealth, completeState: CompleteState) {
    this.port = settings.listen.port;
    this.#settings = settings;
    this.#log = log;
    this.#health = health;
    this.#completeState = completeState;
  }

  /** Starts one more process and waits until it listens. @throws NodeStartError when it does not come to that */
  start(): Promise<void> {
    const started = performance.now();
    const worker = cluster.fork();
    this.#workers.add(worker);
    tell(worker, { type: "serve", settings: this.#settings });
    tell(worker, { type: "health", health: this.#health() });
    return new Promise((resolve, reject) => {
      let listening = false;
      worker.on("message", (message: ServingMessage) => {
        if (message.type === "complete") {
          const answer = (failure?: string) => tell(worker, { type: "completed", id: message.id, failure });
          this.#completeState(message.missing).then(
            () => answer(),
            (error: unknown) => answer(error instanceof Error ? error.message : String(error)),
          );
          return;
        }
        if (message.type === "failed") reject(new NodeStartError(message.code, message.message));
        listening ||= message.type === "listening";
        if (listening) resolve();
        else worker.kill("SIGKILL");
      });
      worker.once("exit", (code, signal) => {
        this.#workers.delete(worker);
        reject(new NodeStartError("serving_failed", `a serving process ended with ${signal ?? code}`));
        if (this.#closing || !listening) return;
        this.#log.warn(`a serving process ended with ${signal ?? code}; another one takes its place`);
        if (performance.now() - started > STEADY) this.#earlyEnds = 0;
        this.#restart();
      });
    });
  }

  /** Tells every process the node's health. */
  passHealth(health: NodeHealth): void {
    for (const worker of this.#workers) tell(worker, { type: "health", health });
  }

  async close(): Promise<void> {
    this.#closing = true;
    for (const restart of this.#restarts) clearTimeout(restart);
    const ended = [...this.#workers].map((worker) => once(worker, "exit"));
    for (const worker of this.#workers) tell(worker, { type: "stop" });
    await Promise.all(ended);
  }

  #restart(): void {
    const restart = setTimeout(
      () => {
        this.#restarts.delete(restart);
        this.start().catch((error: unknown) => {
          if (this.#closing) return;
          this.#log.error({ err: error }, "a serving process cannot be started");
          this.#restart();
        });
      },
      Math.min(backoff.first * 2 ** this.#earlyEnds++, backoff.longest),
    );
    this.#restarts.add(restart);
  }
}

function tell(worker: Worker, command: ServingCommand): void {
  if (worker.isConnected()) worker.send(command);
}

/** A free port where the system is to choose: processes that start later must find the same one. */
async function choosePort({ host, port }: ListenAddress): Promise<number> {
  if (port !== 0) return port;
  const server = createServer().listen(0, host);
  await once(server, "listening");
  const chosen = (server.address() as AddressInfo).port;
  server.close();
  await once(server, "close");
  return chosen;
}
