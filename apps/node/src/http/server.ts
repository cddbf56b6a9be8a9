import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { ListenAddress } from "../config/listen-address.ts";
import { IdleConnections } from "./idle-connections.ts";
import { PipelinedRequests } from "./pipelined-requests.ts";
import type { ConnectionRefuser } from "./refuse-connection.ts";

/** A listening HTTP server. */
export interface HttpServer {
  /** The port really used. */
  readonly port: number;
  /** Stops accepting, closes idle connections and resolves when open requests have ended. */
  close(): Promise<void>;
}

/** Bounds against slow and oversized requests. Times in milliseconds. */
const limits = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // Idle connections are closed by a sweep over all of them.
  keepAliveTimeout: 0,
  connectionsCheckingInterval: 1_000,
} as const;

/** A connection on which nothing moves for so long is closed. Longer than the usual idle time of a proxy in front, so that it is never us who close first. */
const IDLE_TIMEOUT = 65_000;
const SWEEP_INTERVAL = 5_000;

/** Connections at a time; further ones are closed at once. */
const MAX_CONNECTIONS = 10_000;

/**
 * Starts serving an application.
 *
 * @param refuser - answers what never becomes a request
 * @throws the system's error (`EADDRINUSE`, `EACCES`, …) when the address cannot be used
 */
export async function listen(
  answer: RequestListener,
  refuser: ConnectionRefuser,
  address: ListenAddress,
): Promise<HttpServer> {
  const requests = new PipelinedRequests(answer);
  const server = createServer(limits, (request, response) => {
    refuser.track(response);
    requests.take(request, response);
  });
  // Who has nothing more to ask still wants the answers. The types of Node do not have this property.
  Object.assign(server, { httpAllowHalfOpen: true });
  const idle = new IdleConnections(IDLE_TIMEOUT);
  server.on("connection", (socket) => idle.watch(socket, performance.now()));
  const sweeping = setInterval(() => idle.sweep(performance.now()), SWEEP_INTERVAL).unref();
  server.maxConnections = MAX_CONNECTIONS;
  server.on("clientError", (error, socket) => refuser.refuse(error, socket));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(address.port, address.host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        // A connection whose last answer is out is idle from then on, and would be kept for its next request.
        const sweep = setInterval(() => server.closeIdleConnections(), 50);
        server.close(() => {
          clearInterval(sweep);
          clearInterval(sweeping);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}
