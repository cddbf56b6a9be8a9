import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { createApi, createRouteTable } from "@ledger/api-core";
import type { LedgerReader } from "@ledger/state-store";
import { createMemoryStore } from "@ledger/state-store/memory";
import { ingest, type LedgerSource } from "@ledger/sync";
import type { LedgerRecord } from "@ledger/types";
import { makeBlocks } from "./made-ledger.ts";

/** An upstream in this process, so that a test of a follower starts one node and not two. */
export interface Upstream extends AsyncDisposable {
  /** Base URL without a path, as of a node. */
  readonly url: string;
  /** Stops, where it has not yet. */
  stop(): Promise<void>;
}

/** Serves records that nothing continues. */
export function serveRecords(blocks: readonly (readonly LedgerRecord[])[]): Promise<Upstream> {
  const records = async function* () {
    yield* blocks;
  };
  return serveSource({ name: "made", records });
}

/** Serves all that a source has. */
export async function serveSource(source: LedgerSource): Promise<Upstream> {
  const store = createMemoryStore();
  await ingest({ source, store });
  return serveStore(store);
}

/**
 * Serves a ledger with the demonstration on it, which has some blocks and goes on.
 *
 * @param interval - milliseconds between two further blocks
 */
export async function startUpstream(blocks = 20, interval = 200): Promise<Upstream> {
  const store = createMemoryStore();
  const grown = Promise.withResolvers<void>();
  const ended = new AbortController();
  const records = async function* () {
    let made = 0;
    for await (const block of makeBlocks()) {
      yield block;
      made += 1;
      if (made <= blocks) continue;
      grown.resolve();
      await delay(interval, undefined, { signal: ended.signal }).catch(() => undefined);
      if (ended.signal.aborted) return;
    }
  };
  const ingested = ingest({ source: { name: "made", records }, store });
  ingested.catch(grown.reject);
  await grown.promise;
  const served = await serveStore(store);
  const stop = async (): Promise<void> => {
    ended.abort();
    await served.stop();
    await ingested;
  };
  return { url: served.url, stop, [Symbol.asyncDispose]: stop };
}

/** Serves the API of a store over HTTP. */
export async function serveStore(store: LedgerReader): Promise<Upstream> {
  const api = createApi({ store });
  const routes = createRouteTable(api.routes);
  const answer = async (request: IncomingMessage) => {
    const { method = "GET", headers } = request;
    const url = new URL(request.url ?? "/", "http://upstream.example");
    const found = routes.find(method, url.pathname);
    if (found === undefined) return api.failure(new Error(`there is nothing at ${url.pathname}`));
    const { accept, "content-type": contentType } = headers;
    const body = method === "POST" ? await buffer(request) : undefined;
    return api.handle(found.route.id, { params: found.params, query: url.searchParams, accept, contentType, body });
  };
  const server = createServer(async (request, response) => {
    const { status, headers, body } = await answer(request);
    response.writeHead(status, { ...headers }).end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const closed = once(server, "close");
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await closed;
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop, [Symbol.asyncDispose]: stop };
}
