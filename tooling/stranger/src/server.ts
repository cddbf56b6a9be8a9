import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { compare, fromHex, hex, join, sequence, sized, u8, u64, uleb } from "./bytes.ts";
import { type Key, keyForHash, parseKey, valueBcs } from "./encode.ts";
import type { StrangerLedger, StrangerRecord } from "./ledger.ts";

/** A request as the upstream understood it. */
export type StrangerRequest =
  | { readonly kind: "index" }
  | { readonly kind: "page"; readonly start: bigint; readonly limit: number }
  | { readonly kind: "version"; readonly version: bigint }
  | { readonly kind: "block"; readonly version: bigint }
  | { readonly kind: "value"; readonly version: bigint; readonly key: Key | undefined; readonly body: string }
  | {
      readonly kind: "listing";
      readonly what: "modules" | "resources";
      readonly account: Uint8Array;
      readonly version: bigint;
      readonly start: string | undefined;
      readonly limit: number;
    }
  | { readonly kind: "other"; readonly path: string };

/** An answer, and how it is sent. */
export interface StrangerReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string;
  /** Milliseconds before it is sent. */
  readonly delayMs?: number | undefined;
  /** Breaks the connection after so many bytes of the body. */
  readonly cutAt?: number | undefined;
  /** Sends the headers and nothing more. */
  readonly silent?: boolean | undefined;
  /** Repeats the body without end. */
  readonly endless?: boolean | undefined;
}

/** Answers of the upstream, lies among them. All of it can be changed while it runs. */
export interface UpstreamSettings {
  ledger: StrangerLedger;
  /** Latest version served; the ledger's when absent. */
  head?: bigint | undefined;
  /** Latest version that its headers claim; the one served when absent. */
  claimedHead?: bigint | undefined;
  /** Oldest record kept. */
  oldest: bigint;
  /** Oldest version whose state is kept. */
  oldestState: bigint;
  chainId?: number | undefined;
  /** Most records on a page. */
  pageMaximum: number;
  /** Most entries of a listing on a page. */
  listingMaximum: number;
  /** Family of the ledger headers. */
  prefix: string;
  /** Replaces an answer: whatever a faulty, slow or lying upstream may say. */
  intercept?: ((request: StrangerRequest, reply: StrangerReply) => StrangerReply) | undefined;
}

/** A running upstream. */
export interface StrangerUpstream {
  /** API root. */
  readonly url: string;
  readonly settings: UpstreamSettings;
  readonly requests: StrangerRequest[];
  close(): void;
}

/**
 * An upstream node on a loopback port, written from Specification, ingest 5.1, ingest 5.3, ingest 5.11: pages, single versions,
 * blocks, raw state values and listings of accounts, in BCS, with the paging rules and the errors of published nodes.
 */
export async function startStranger(
  ledger: StrangerLedger,
  changes: Partial<UpstreamSettings> = {},
): Promise<StrangerUpstream> {
  const settings: UpstreamSettings = {
    ledger,
    oldest: 0n,
    oldestState: 0n,
    pageMaximum: 100,
    listingMaximum: 9_999,
    prefix: "x-aptos-",
    ...changes,
  };
  const requests: StrangerRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    void readText(incoming).then((body) => {
      const request = parse(incoming, body, headOf(settings));
      requests.push(request);
      const reply = answer(settings, request, incoming.headers.accept ?? "");
      send(outgoing, settings.intercept?.(request, reply) ?? reply);
    });
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

/** An on-chain record (Specification, chain types 15). */
export function recordBcs({
  version,
  transaction,
  info,
  events,
  accumulatorRoot,
  writeSet,
}: StrangerRecord): Uint8Array {
  return join(u64(version), transaction, info, events, accumulatorRoot, writeSet);
}

/** A page of records. */
export const pageBcs = (records: readonly StrangerRecord[]): Uint8Array => sequence(records.map(recordBcs));

/** An error as these nodes spell it: JSON, also where BCS was asked for. */
export function errorReply(
  headers: Readonly<Record<string, string>>,
  status: number,
  code: string,
  message: string,
): StrangerReply {
  const body = JSON.stringify({ message, error_code: code, vm_error_code: null });
  return { status, headers: { ...headers, "content-type": "application/json" }, body };
}

function headOf({ ledger, head }: UpstreamSettings): bigint {
  return head === undefined || head > ledger.head ? ledger.head : head;
}

/** The ledger headers of an upstream. */
export function ledgerHeaders(settings: UpstreamSettings): Readonly<Record<string, string>> {
  const { ledger, prefix, oldest, chainId, claimedHead } = settings;
  const head = headOf(settings);
  const block = ledger.blockOf(head)!;
  return {
    [`${prefix}chain-id`]: String(chainId ?? ledger.chainId),
    [`${prefix}ledger-version`]: String(claimedHead ?? head),
    [`${prefix}ledger-oldest-version`]: String(oldest),
    [`${prefix}ledger-timestampusec`]: String(block.timeUsecs),
    [`${prefix}epoch`]: String(block.epoch),
    [`${prefix}block-height`]: String(block.height),
    [`${prefix}oldest-block-height`]: String(ledger.blockOf(oldest)?.height ?? 0n),
  };
}

async function readText(incoming: IncomingMessage): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of incoming) parts.push(part as Uint8Array);
  return Buffer.concat(parts).toString();
}

function parse(incoming: IncomingMessage, body: string, head: bigint): StrangerRequest {
  const url = new URL(incoming.url ?? "/", "http://stranger");
  const path = url.pathname.replace(/^\/v1/, "").replace(/\/$/, "");
  const number = (name: string, otherwise: bigint): bigint => BigInt(url.searchParams.get(name) ?? otherwise);
  if (path === "") return { kind: "index" };
  const single = /^\/transactions\/by_version\/(\d+)$/.exec(path);
  if (single !== null) return { kind: "version", version: BigInt(single[1]!) };
  const block = /^\/blocks\/by_version\/(\d+)$/.exec(path);
  if (block !== null) return { kind: "block", version: BigInt(block[1]!) };
  const limit = Number(number("limit", 25n));
  if (path === "/transactions") return { kind: "page", start: number("start", 0n), limit };
  const version = number("ledger_version", head);
  const listing = /^\/accounts\/(0x[0-9a-f]+)\/(modules|resources)$/.exec(path);
  if (listing !== null) {
    const account = fromHex(listing[1]!.slice(2).padStart(64, "0"));
    const start = url.searchParams.get("start") ?? undefined;
    return { kind: "listing", what: listing[2] as "modules", account, version, start, limit };
  }
  if (path === "/experimental/state_values/raw" && incoming.method === "POST") {
    return { kind: "value", version, key: keyOf(body), body };
  }
  return { kind: "other", path };
}

function keyOf(body: string): Key | undefined {
  try {
    const { key } = JSON.parse(body) as { key?: unknown };
    return typeof key === "string" && /^0x([0-9a-f]{2})*$/.test(key) ? parseKey(fromHex(key)) : undefined;
  } catch {
    return undefined;
  }
}

function answer(settings: UpstreamSettings, request: StrangerRequest, accept: string): StrangerReply {
  const { ledger, oldest, oldestState, pageMaximum } = settings;
  const headers = ledgerHeaders(settings);
  const head = headOf(settings);
  const refuse = (status: number, code: string, message: string) => errorReply(headers, status, code, message);
  const bcs = (body: Uint8Array, more: Readonly<Record<string, string>> = {}): StrangerReply => ({
    status: 200,
    headers: { ...headers, ...more, "content-type": "application/x-bcs" },
    body,
  });
  if (request.kind === "index") {
    const body = JSON.stringify({ chain_id: ledger.chainId, ledger_version: String(head) });
    return { status: 200, headers: { ...headers, "content-type": "application/json" }, body };
  }
  if (request.kind === "other") return refuse(404, "web_framework_error", `no such path: ${request.path}`);
  if (accept !== "application/x-bcs") {
    return { status: 200, headers: { ...headers, "content-type": "application/json" }, body: "[]" };
  }
  switch (request.kind) {
    case "page": {
      const { start, limit } = request;
      if (limit === 0) return refuse(400, "invalid_input", "The limit is 0");
      if (start > head) return refuse(400, "invalid_input", "The start is higher than the current ledger version");
      if (start < oldest) return refuse(500, "internal_error", `Transaction is pruned, the oldest is ${oldest}`);
      const count = Math.min(limit, pageMaximum, Number(head - start) + 1);
      return bcs(pageBcs(ledger.records.slice(Number(start), Number(start) + count)));
    }
    case "version": {
      const { version } = request;
      if (version > head) return refuse(404, "transaction_not_found", "Transaction not found by Ledger version");
      if (version < oldest) return refuse(410, "version_pruned", "Ledger version has been pruned");
      return bcs(join(u8(0), recordBcs(ledger.records[Number(version)]!)));
    }
    case "block": {
      const block = request.version > head ? undefined : ledger.blockOf(request.version);
      if (block === undefined) return refuse(404, "block_not_found", "Block not found by Ledger version");
      if (block.first < oldest) return refuse(410, "block_pruned", "Block has been pruned");
      const { height, id, timeUsecs, first, last } = block;
      return bcs(join(u64(height), id, u64(timeUsecs), u64(first), u64(last), u8(0)));
    }
    default:
      break;
  }
  const { version } = request;
  if (version > head) return refuse(404, "version_not_found", "Ledger version not found");
  if (version < oldestState) return refuse(410, "version_pruned", "Ledger version has been pruned");
  if (request.kind === "value") {
    if (request.key === undefined) return refuse(400, "invalid_input", "Failed to deserialize the state key");
    const value = ledger.valueAt(request.key, version);
    return value === undefined
      ? refuse(404, "state_value_not_found", "State Value not found by key")
      : bcs(valueBcs(value));
  }
  return list(settings, request, bcs);
}

/** A listing: struct tags and values; the cursor is the hashed form of the next key. */
function list(
  { ledger, listingMaximum }: UpstreamSettings,
  { what, account, version, start, limit }: Extract<StrangerRequest, { kind: "listing" }>,
  bcs: (body: Uint8Array, more?: Readonly<Record<string, string>>) => StrangerReply,
): StrangerReply {
  if (what === "modules") return bcs(uleb(0));
  const cursorOf = (tag: Uint8Array): string =>
    hex(keyForHash({ kind: "path", address: account, path: join(u8(1), tag) }));
  const all = ledger.resourcesAt(account, version);
  const from = start === undefined ? 0 : all.findIndex(([tag]) => compare(fromHex(cursorOf(tag)), fromHex(start)) >= 0);
  const rest = from < 0 ? [] : all.slice(from);
  const count = Math.min(limit, listingMaximum);
  const next = rest[count];
  const body = sequence(rest.slice(0, count).map(([tag, { bytes }]) => join(tag, sized(bytes))));
  return bcs(body, next === undefined ? {} : { "x-aptos-cursor": cursorOf(next[0]) });
}

function send(outgoing: ServerResponse, reply: StrangerReply): void {
  const body = typeof reply.body === "string" ? new TextEncoder().encode(reply.body) : reply.body;
  setTimeout(() => {
    if (reply.silent) {
      outgoing.writeHead(reply.status, reply.headers).flushHeaders();
    } else if (reply.endless) {
      outgoing.writeHead(reply.status, reply.headers);
      // Large pieces, and a turn of the event loop after each: the reader may share this process.
      const piece = Buffer.alloc(64 * 1024, body.length === 0 ? 0 : body);
      const push = (): void => {
        if (outgoing.destroyed) return;
        if (outgoing.write(piece)) setImmediate(push);
        else outgoing.once("drain", () => setImmediate(push));
      };
      push();
    } else if (reply.cutAt !== undefined) {
      outgoing.writeHead(reply.status, { ...reply.headers, "content-length": body.length });
      outgoing.write(body.subarray(0, reply.cutAt), () => outgoing.destroy());
    } else {
      outgoing.writeHead(reply.status, { ...reply.headers, "content-length": body.length }).end(body);
    }
  }, reply.delayMs ?? 0);
}
