import type { RequestListener } from "node:http";
import { constants, Http2ServerResponse, type ServerHttp2Session, type ServerHttp2Stream } from "node:http2";
import { ByteBudget } from "../work/byte-budget.ts";
import { Turns } from "../work/turns.ts";
import type { TrustedProxies } from "./client-address.ts";

/** An answer to HTTP/2 with what the application asks of those to HTTP/1.1: whether the client has left. */
class StreamResponse extends Http2ServerResponse {}
// The types claim that it is there.
Object.defineProperty(StreamResponse.prototype, "destroyed", {
  get(this: StreamResponse) {
    return this.stream.destroyed;
  },
});

/** Bounds of encrypted connections: streams at a time and their heads, memory in MB, and time for the handshake. */
export const secureLimits = {
  allowHTTP1: true,
  handshakeTimeout: 10_000,
  maxSessionMemory: 2,
  settings: { maxConcurrentStreams: 32, maxHeaderListSize: 16 * 1024 },
  Http2ServerResponse: StreamResponse,
} as const;

/**
 * Bytes of heads of requests over HTTP/2 that are under way, of all clients and of one: a connection brings many at a time. They count
 * for a second more, since reading them costs as much as what they ask for.
 */
const heldHeads = { all: 64 * 2 ** 20, ofClient: 4 * 2 ** 20, afterwardsMs: 1_000 } as const;

/** Heads up to so many bytes are not counted: those of programs. */
const smallHead = 2 * 1024;

/** Streams of a connection that are refused before it is closed: a client that asks again at once would cost more than it is worth. */
const mostRefusals = 64;

/** Streams that begin in one turn of the event loop: they come by the hundred when connections open, and others wait meanwhile. */
const beginningPerTurn = 8;

/** Takes requests over HTTP/2 as if they came over HTTP/1.1. Streams of a connection do not wait for each other. */
export function takeStreams(answer: RequestListener, proxies: TrustedProxies): RequestListener {
  const heads = new ByteBudget(heldHeads.all, heldHeads.ofClient);
  const turns = new Turns(beginningPerTurn);
  const refusals = new WeakMap<ServerHttp2Session, number>();
  const refuse = (stream: ServerHttp2Stream): void => {
    const session = stream.session as ServerHttp2Session | undefined;
    const count = session === undefined ? 0 : (refusals.get(session) ?? 0) + 1;
    if (session !== undefined) refusals.set(session, count);
    if (count > mostRefusals) session?.destroy(undefined, constants.NGHTTP2_ENHANCE_YOUR_CALM);
    else stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM);
  };
  return (request, response) => {
    const { headers, rawHeaders } = request;
    const { stream } = response as unknown as StreamResponse;
    const { ":authority": authority, host } = headers;
    if (authority !== undefined && host !== undefined && authority !== host) {
      stream.close(constants.NGHTTP2_PROTOCOL_ERROR);
      return;
    }
    headers.host ??= String(authority ?? "");
    const bytes = rawHeaders.reduce((sum, text) => sum + text.length, 0);
    if (bytes > smallHead) {
      const release = heads.take(proxies.clientOf(request), bytes);
      if (release === undefined) {
        refuse(stream);
        return;
      }
      response.once("close", () => setTimeout(release, heldHeads.afterwardsMs).unref());
    }
    turns.add(() => {
      if (!stream.destroyed) answer(request, response);
    });
  };
}
