import { createServer, type RequestListener } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { badRequest, expectationFailed, methodNotAllowed, overloaded } from "@ledger/api-core";
import type { ServingOptions } from "../config/start-options.ts";
import { clientOf, TrustedProxies } from "./client-address.ts";
import { Connections, noteAnswer } from "./connections.ts";
import { PipelinedRequests } from "./pipelined-requests.ts";
import type { ConnectionRefuser } from "./refuse-connection.ts";

/** A listening HTTP server. */
export interface HttpServer {
  /** The port really used. */
  readonly port: number;
  /** Stops accepting, closes idle connections and resolves when the answers that are under way have left. */
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
  // What is missing is answered as every other fault.
  requireHostHeader: false,
} as const;

/** A connection without progress for so long is closed. Longer than the usual idle time of a proxy before the node, so that it is never us who close first. */
const IDLE_TIMEOUT = 65_000;
const SWEEP_INTERVAL = 5_000;
/** Between two looks at the connections of a server that closes. */
const CLOSING_INTERVAL = 50;

/** Connections at a time, of all clients; further ones are closed at once. */
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
  { listen: address, maxConnections, trustProxy = [] }: ServingOptions,
): Promise<HttpServer> {
  const requests = new PipelinedRequests(answer);
  const proxies = new TrustedProxies(trustProxy);
  const connections = new Connections({ perClient: maxConnections, idle: IDLE_TIMEOUT });
  let isClosing = false;
  const server = createServer(limits, (request, response) => {
    const { socket, headers, httpVersion } = request;
    if (refuser.isRefused(socket)) return;
    noteAnswer(response);
    if (isClosing) response.shouldKeepAlive = false;
    if (headers.host === undefined && httpVersion === "1.1") {
      refuser.refuse(badRequest("the Host header is missing"), socket);
      return;
    }
    requests.take(request, response);
  });
  // Who has nothing more to ask still wants the answers. The types of Node do not have this property.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.maxConnections = MAX_CONNECTIONS;
  server.closeIdleConnections = () => connections.closeIdle(performance.now());
  server.on("connection", (socket: Socket) => {
    const peer = socket.remoteAddress ?? "";
    const client = proxies.has(peer) ? undefined : clientOf(peer);
    if (!connections.add(socket, client, performance.now())) refuser.refuse(overloaded(), socket);
  });
  server.on("clientError", (error, socket) => refuser.refuseFault(error, socket));
  server.on("connect", (_, socket) => refuser.refuse(methodNotAllowed("CONNECT", ["GET", "HEAD", "POST"]), socket));
  server.on("checkExpectation", ({ socket }) => refuser.refuse(expectationFailed(), socket));
  const sweeping = setInterval(() => connections.sweep(performance.now()), SWEEP_INTERVAL).unref();
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
        isClosing = true;
        const closing = setInterval(() => connections.closeIdle(performance.now()), CLOSING_INTERVAL);
        server.close(() => {
          clearInterval(closing);
          clearInterval(sweeping);
          resolve();
        });
      }),
  };
}
