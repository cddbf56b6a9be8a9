import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ApiError } from "@ledger/api-core";
import type { LedgerReader } from "@ledger/state-store";
import type { ListenAddress } from "../config/listen-address.ts";
import { isLogLevel, type LogLevel, logLevels } from "../config/log-options.ts";
import { degradationOf } from "../health/node-health.ts";
import { cannotListen } from "../health/node-start-error.ts";
import { findUnhealthy, findUnready, type Probed, readDuration } from "../health/probes.ts";
import { allowedHosts } from "../http/allowed-hosts.ts";
import { clientOf } from "../http/client-address.ts";
import { openAtAll } from "../http/open-at-all.ts";
import { countHosts } from "../http/request-host.ts";
import { targetPath, targetQuery } from "../http/request-target.ts";
import { whileHere } from "../http/while-here.ts";
import { mergeMetrics } from "../metrics/merge-metrics.ts";
import type { MetricValues } from "../metrics/serving-metrics.ts";
import { type ClientCost, highestOf, mostShownClients } from "../work/client-costs.ts";
import type { WorkLimits } from "../work/limits.ts";
import { WorkQueue } from "../work/work-queue.ts";
import type { NodeMetrics } from "./node-metrics.ts";
import type { NodeStatus } from "./node-status.ts";

/** The parts of a node that the admin address shows, and the settings that can be changed there. */
export interface AdminOptions {
  readonly listen: ListenAddress;
  readonly allowHost: readonly string[];
  readonly status: NodeStatus;
  readonly metrics: NodeMetrics;
  /** Opens the ledger; rejects while there is none. */
  readonly openReader: () => Promise<LedgerReader>;
  /** The clients that have used most of the processor in the last minute, of each process that serves. */
  readonly costliestClients: () => Promise<readonly ClientCost[]>;
  /** Counts of the processes that serve. */
  readonly collectServing: () => Promise<readonly MetricValues[]>;
  readonly logLevel: () => string;
  readonly setLogLevel: (level: LogLevel) => void;
}

/** A listening admin server. */
export interface AdminServer {
  readonly port: number;
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** Requests at a time: those of a scraper, of probes and of people. A scrape waits for nothing that can hang. */
const limits = {
  ...{ running: 8, runningOfClient: 4, waiting: 64, waitingOfClient: 32, away: 0, awayOfClient: 0 },
  ...{ patience: 5_000, deadline: 10_000 },
} as const satisfies WorkLimits;

/** Most bytes of a body: a log level. */
const mostBody = 64;

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const text = (status: number, body: string): Answer => ({
  status,
  type: "text/plain; charset=utf-8",
  body: `${body}\n`,
});

/** The clients that have used most of the processor in the last minute. */
function describeClients(costs: readonly ClientCost[]): Answer {
  const clients = highestOf(costs, mostShownClients).map(({ client, work, milliseconds }) => ({
    client,
    work,
    cpu_seconds: Math.round(milliseconds) / 1_000,
  }));
  return { status: 200, type: "application/json", body: `${JSON.stringify({ window_seconds: 60, clients })}\n` };
}

/** Serves metrics, probes and the log level on an address of their own. @throws NodeStartError when it is taken */
export async function startAdminServer(options: AdminOptions): Promise<AdminServer> {
  const isAllowed = allowedHosts(options.listen, options.allowHost);
  const queue = new WorkQueue(limits);
  options.metrics.watch(() => [["admin", queue.load]]);
  let opening: Promise<LedgerReader | undefined> | undefined;
  const openReader = (): Promise<LedgerReader | undefined> => {
    opening ??= options.openReader().catch(() => {
      // There may be one the next time.
      opening = undefined;
      return undefined;
    });
    return opening;
  };
  const probed = (): Probed => ({ health: options.status.health, reader: openReader() });

  async function probe(find: typeof findUnready, query: URLSearchParams): Promise<Answer> {
    const duration = readDuration(query);
    if (Number.isNaN(duration)) return text(400, "duration_secs must be a whole number of seconds");
    const { processes, health } = options.status;
    const reason = (await find(probed(), duration)) ?? (processes.serving > 0 ? undefined : "no process serves");
    if (reason !== undefined) return text(503, reason);
    const degraded = degradationOf(health);
    return text(200, degraded === undefined ? "ok" : `ok, but degraded: ${degraded}`);
  }

  async function scrape(): Promise<Answer> {
    const { metrics, collectServing } = options;
    const parts = await Promise.all([metrics.collect(openReader()), collectServing()]);
    const registry = mergeMetrics([parts[0], ...parts[1]]);
    return { status: 200, type: registry.contentType, body: await registry.metrics() };
  }

  async function setLevel(request: IncomingMessage): Promise<Answer> {
    let level = "";
    // Read to its end: a request that is left in the middle takes its answer with it.
    for await (const chunk of request.setEncoding("utf8")) if (level.length <= mostBody) level += chunk;
    level = level.trim();
    if (!isLogLevel(level)) return text(400, `expected one of ${logLevels.join(", ")}`);
    options.setLogLevel(level);
    return text(200, level);
  }

  function answer(request: IncomingMessage): Promise<Answer> | Answer {
    const { url = "" } = request;
    const path = targetPath(url);
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (countHosts(request) > 1) return text(400, "the Host header is given more than once");
    if (!isAllowed(request.headers.host ?? ""))
      return text(403, "this node does not serve this host name; add it with --allow-host");
    if (!isRead && request.headers.origin !== undefined) return text(403, "pages may not change anything here");
    if (path === "/log-level" && request.method === "PUT") return setLevel(request);
    if (!isRead) return text(405, "method not allowed: use GET, or PUT for /log-level");
    if (path === "/metrics") return scrape();
    if (path === "/-/clients") return options.costliestClients().then(describeClients);
    if (path === "/-/healthy") return probe(findUnhealthy, targetQuery(url));
    if (path === "/-/ready") return probe(findUnready, targetQuery(url));
    if (path === "/log-level") return text(200, options.logLevel());
    return text(404, "not found: the paths are /metrics, /-/healthy, /-/ready, /-/clients and /log-level");
  }

  const respond = (request: IncomingMessage, response: ServerResponse): void => {
    const send = ({ status, type, body }: Answer): void => {
      response.writeHead(status, { "Content-Type": type, "Content-Length": Buffer.byteLength(body) });
      response.end(request.method === "HEAD" ? undefined : body);
    };
    const client = clientOf(request.socket.remoteAddress ?? "");
    whileHere(response, (signal) => queue.run(client, signal, async () => answer(request))).then(
      send,
      (error: unknown) => send(text(error instanceof ApiError ? error.status : 500, describe(error))),
    );
  };
  const servers: Server[] = [];
  const closeServers = async (): Promise<void> => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    }
  };
  try {
    const { port } = await openAtAll(options.listen, async (place) => {
      const server = createServer({ requestTimeout: 10_000 }, respond).listen(place.port, place.host);
      await once(server, "listening");
      servers.push(server);
      return { port: (server.address() as AddressInfo).port };
    });
    return {
      port,
      async close() {
        await closeServers();
        await (await opening)?.close();
      },
    };
  } catch (error) {
    await closeServers();
    throw cannotListen(options.listen, error, "--admin-listen");
  }
}
