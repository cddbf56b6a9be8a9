import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { u8, vector } from "@ledger/bcs";
import { concatBytes, type LedgerRecord, OnChainRecord } from "@ledger/types";

/** A request as the mock understood it. */
export interface MockRequest {
  readonly kind: "index" | "page" | "version";
  /** First version asked for; 0 for the index. */
  readonly start: bigint;
  readonly limit: number;
  /** Requests before this one. */
  readonly index: number;
}

/** An answer, and how it is sent. */
export interface MockReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string;
  /** Milliseconds before the headers are sent. */
  readonly delayMs?: number;
  /** Breaks the connection after so many bytes of the body. */
  readonly cutAt?: number;
  /** Repeats the body without end. */
  readonly endless?: boolean;
  /** Sends the headers and then nothing. */
  readonly silent?: boolean;
}

/** What can be turned while the mock serves. */
export interface MockSettings {
  records: readonly LedgerRecord[];
  /** Latest version served; the last record when absent. */
  head?: bigint | undefined;
  oldest: bigint;
  pageMaximum: number;
  chainId: number;
  gzip: boolean;
  /** Replaces answers: whatever a faulty upstream may say. */
  intercept?: ((request: MockRequest, reply: MockReply) => MockReply) | undefined;
}

/** A running mock. */
export interface MockUpstream {
  /** API root. */
  readonly url: string;
  readonly settings: MockSettings;
  readonly requests: MockRequest[];
  close(): void;
}

const Page = vector(OnChainRecord);

/**
 * An upstream node on a loopback port: pages, single versions and the index of a ledger that lies in memory, with the
 * paging rules and errors of the published node.
 */
export async function startMockUpstream(
  records: readonly LedgerRecord[],
  changes: Partial<MockSettings> = {},
): Promise<MockUpstream> {
  const settings: MockSettings = { records, oldest: 0n, pageMaximum: 100, chainId: 4, gzip: false, ...changes };
  const requests: MockRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    const request = parseRequest(incoming, requests.length);
    requests.push(request);
    const reply = answer(settings, request, incoming.headers.accept ?? "");
    send(outgoing, settings.intercept?.(request, reply) ?? reply, settings.gzip);
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    settings,
    requests,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function parseRequest(incoming: IncomingMessage, index: number): MockRequest {
  const url = new URL(incoming.url ?? "/", "http://mock");
  const single = /^\/v1\/transactions\/by_version\/(\d+)$/.exec(url.pathname);
  if (single !== null) return { kind: "version", start: BigInt(single[1]!), limit: 1, index };
  if (url.pathname !== "/v1/transactions") return { kind: "index", start: 0n, limit: 0, index };
  const start = BigInt(url.searchParams.get("start") ?? 0);
  return { kind: "page", start, limit: Number(url.searchParams.get("limit") ?? 25), index };
}

function answer(settings: MockSettings, { kind, start, limit }: MockRequest, accept: string): MockReply {
  const { records, oldest, pageMaximum, chainId } = settings;
  const head = settings.head ?? records.at(-1)!.version;
  const ledger = {
    "x-svc-chain-id": String(chainId),
    "x-svc-ledger-version": String(head),
    "x-svc-ledger-oldest-version": String(oldest),
    "x-svc-epoch": "1",
  };
  const json = { ...ledger, "content-type": "application/json; charset=utf-8" };
  if (kind === "index") return { status: 200, headers: json, body: JSON.stringify({ chain_id: chainId }) };
  const error = (status: number, code: string, message: string): MockReply => ({
    status,
    headers: json,
    body: JSON.stringify({ message, error_code: code, vm_error_code: null }),
  });
  if (kind === "version") {
    if (start > head) return error(404, "transaction_not_found", "Transaction not found by Ledger version");
    if (start < oldest) return error(410, "version_pruned", "Ledger version has been pruned");
  }
  if (start > head) return error(400, "invalid_input", "Given start value is higher than the current ledger version");
  if (start < oldest) return error(500, "internal_error", "Transaction is pruned, min available version is given");
  if (accept !== "application/x-bcs") return { status: 200, headers: json, body: "[]" };
  const first = Number(start - records[0]!.version);
  const count = kind === "version" ? 1 : Math.min(limit, pageMaximum, Number(head - start) + 1);
  const page = records.slice(first, first + count);
  const body = kind === "version" ? concatBytes(u8.encode(0), OnChainRecord.encode(page[0]!)) : Page.encode(page);
  return { status: 200, headers: { ...ledger, "content-type": "application/x-bcs" }, body };
}

function send(outgoing: ServerResponse, reply: MockReply, gzip: boolean): void {
  const plain = typeof reply.body === "string" ? new TextEncoder().encode(reply.body) : reply.body;
  const body = gzip ? gzipSync(plain) : plain;
  const headers = { ...reply.headers, ...(gzip ? { "content-encoding": "gzip" } : {}) };
  setTimeout(() => {
    if (reply.silent) {
      outgoing.writeHead(reply.status, headers).flushHeaders();
    } else if (reply.endless) {
      outgoing.writeHead(reply.status, headers);
      const push = (): void => {
        while (!outgoing.destroyed && outgoing.write(body));
        if (!outgoing.destroyed) outgoing.once("drain", push);
      };
      push();
    } else if (reply.cutAt !== undefined) {
      outgoing.writeHead(reply.status, { ...headers, "content-length": body.length });
      outgoing.write(body.subarray(0, reply.cutAt), () => outgoing.destroy());
    } else {
      outgoing.writeHead(reply.status, { ...headers, "content-length": body.length }).end(body);
    }
  }, reply.delayMs ?? 0);
}
