import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type Koa from "koa";
import type { ListenAddress } from "../config/listen-address.ts";

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
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 65_000,
} as const;

/**
 * Starts serving an application.
 *
 * @throws the system's error (`EADDRINUSE`, `EACCES`, …) when the address cannot be used
 */
export async function listen(app: Koa, address: ListenAddress): Promise<HttpServer> {
  const server = createServer(limits, app.callback());
  server.maxRequestsPerSocket = 0;
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
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}
