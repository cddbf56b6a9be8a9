import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import { createSecureServer, type Http2SecureServer, type ServerHttp2Session } from "node:http2";
import type { AddressInfo, Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { badRequest, expectationFailed, methodNotAllowed, tooManyConnections } from "@ledger/api-core";
import type { AccessOptions } from "../config/access-options.ts";
import type { ListenAddress } from "../config/listen-address.ts";
import { clientOf, TrustedProxies } from "./client-address.ts";
import { Connections, noteAnswer } from "./connections.ts";
import { PipelinedRequests } from "./pipelined-requests.ts";
import type { ConnectionRefuser } from "./refuse-connection.ts";
import { secureLimits, takeStreams } from "./streams.ts";
import { readCertificate } from "./tls.ts";

/** The address of a server, and bounds on the clients that may reach it. */
export interface ServerAccess extends AccessOptions {
  readonly listen: ListenAddress;
}

/** A listening HTTP server. */
export interface HttpServer {
  /** The port really used. */
  readonly port: number;
  /** Connections that are open. */
  readonly connections: number;
  /** Takes the certificate as it is now in its files; new connections get it. @throws when it cannot be used */
  renewCertificate(): void;
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
  // A stream without a body costs a tenth of a short answer.
  optimizeEmptyRequests: true,
} as const;

/** A connection without progress for so long is closed. Longer than the usual idle time of a proxy before the node, so that the proxy closes first. */
const idleTimeout = 65_000;
const sweepInterval = 5_000;
/** Between two looks at the connections of a server that closes. */
const closingInterval = 50;

/** Connections at a time, of all clients; further ones are closed at once. */
const mostConnections = 10_000;

/**
 * Starts serving an application.
 *
 * @param refuser - answers what never becomes a request
 * @throws the system's error (`EADDRINUSE`, `EACCES`, …) when the address cannot be used
 */
export async function listen(
  answer: RequestListener,
  refuser: ConnectionRefuser,
  options: ServerAccess,
): Promise<HttpServer> {
  const { listen: address, maxConnections, trustProxy = [] } = options;
  const requests = new PipelinedRequests(answer);
  const proxies = new TrustedProxies(trustProxy);
  const takeStream = takeStreams(answer, proxies);
  const connections = new Connections({ perClient: maxConnections, idle: idleTimeout });
  let isClosing = false;
  const sessions = new Set<ServerHttp2Session>();
  const take: RequestListener = (request, response) => {
    const { socket, headers, httpVersion } = request;
    if (httpVersion === "2.0") {
      takeStream(request, response);
      return;
    }
    if (refuser.isRefused(socket)) {
      refuser.ignore(request, response);
      return;
    }
    noteAnswer(response);
    if (isClosing) response.shouldKeepAlive = false;
    if (headers.host === undefined && httpVersion === "1.1") {
      refuser.refuseRequest(badRequest("the Host header is missing"), request, response);
      return;
    }
    requests.take(request, response);
  };
  const certificate = readCertificate(options);
  const server: Server | Http2SecureServer =
    certificate === undefined
      ? createServer(limits, take)
      : // Its answers to HTTP/2 have what the application uses of those to HTTP/1.
        createSecureServer({ ...limits, ...certificate, ...secureLimits }, take as never);
  // A client that sends nothing more still wants the answers. The types of Node do not have this property.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.maxConnections = mostConnections;
  Object.assign(server, { closeIdleConnections: () => connections.closeIdle(performance.now()) });
  const watch = (socket: Socket | TLSSocket): void => {
    const peer = socket.remoteAddress ?? "";
    const client = proxies.has(peer) ? undefined : clientOf(peer);
    if (connections.add(socket, client, performance.now())) return;
    if ((socket as Partial<TLSSocket>).alpnProtocol === "h2") socket.destroy();
    else refuser.refuse(tooManyConnections(), socket);
  };
  server.on(certificate === undefined ? "connection" : "secureConnection", watch);
  server.on("session", (session: ServerHttp2Session) => {
    sessions.add(session);
    session.once("close", () => sessions.delete(session));
    session.on("error", () => session.destroy());
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => refuser.refuseFault(error, socket));
  server.on("connect", (_, socket: Socket) => {
    if (socket.writable) refuser.refuse(methodNotAllowed("CONNECT", ["GET", "HEAD", "POST"]), socket);
  });
  // A body is asked for when there is room for it.
  server.on("checkContinue", take);
  server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) =>
    refuser.refuseRequest(expectationFailed(), request, response),
  );
  const sweeping = setInterval(() => connections.sweep(performance.now()), sweepInterval).unref();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(address.port, address.host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return connections.size;
    },
    renewCertificate() {
      const renewed = readCertificate(options);
      if (renewed !== undefined && "setSecureContext" in server) server.setSecureContext(renewed);
    },
    close: () =>
      new Promise((resolve) => {
        isClosing = true;
        for (const session of sessions) session.close();
        const closing = setInterval(() => connections.closeIdle(performance.now()), closingInterval);
        server.close(() => {
          clearInterval(closing);
          clearInterval(sweeping);
          resolve();
        });
      }),
  };
}
