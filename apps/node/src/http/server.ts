import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type Koa from "koa";
import type { ListenAddress } from "../config/listen-address.ts";
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
  // Longer than the usual idle time of a proxy in front, so that it is never us who close first.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
} as const;

/** A connection on which nothing moves for so long is closed: a client that asks for much and reads nothing. */
const IDLE_TIMEOUT = 120_000;

/** Connections at a time; further ones are closed at once. */
const MAX_CONNECTIONS = 10_000;

/**
 * Starts serving an application.
 *
 * @param refuser - answers what never becomes a request
 * @throws the system's error (`EADDRINUSE`, `EACCES`, …) when the address cannot be used
 */
export async function listen(app: Koa, refuser: ConnectionRefuser, address: ListenAddress): Promise<HttpServer> {
  const answer = app.callback();
  const server = createServer(limits, (request, response) => {
    refuser.track(response);
    return answer(request, response);
  });
  server.timeout = IDLE_TIMEOUT;
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
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}
