import { once } from "node:events";
import { type ClientHttp2Session, connect, constants, createServer, type Http2Server } from "node:http2";
import type { AddressInfo } from "node:net";
import { endIndex } from "@ledger/api-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { secureLimits } from "../src/http/streams.ts";
import type { StreamConnection } from "../src/stream/event-connection.ts";
import { streamLimits } from "../src/stream/limits.ts";
import { Subscriber } from "../src/stream/subscriber.ts";
import { ByteBudget } from "../src/work/byte-budget.ts";

const part = new Uint8Array(1_000_000).fill(65);
const held = new ByteBudget(2 ** 30);
let server: Http2Server;
let session: ClientHttp2Session;
/** The next stream, with what it ends with. */
let opened: PromiseWithResolvers<{ readonly subscriber: Subscriber; readonly ended: Promise<string> }>;

beforeAll(async () => {
  server = createServer({ Http2ServerResponse: secureLimits.Http2ServerResponse }, (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const place = { version: 0n, index: endIndex };
    const connection = response as unknown as StreamConnection;
    const subscriber = new Subscriber(connection, { client: "a", filter: "all", place }, held, performance.now());
    const ended = new Promise<string>((resolve) => subscriber.onClose(resolve));
    subscriber.take([part], { version: 1n, index: endIndex }, part);
    opened.resolve({ subscriber, ended });
  });
  server.listen(0);
  await once(server, "listening");
  session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

afterAll(async () => {
  session.destroy();
  server.close();
  await once(server, "close");
});

async function open() {
  opened = Promise.withResolvers();
  const stream = session.request({ ":path": "/" });
  stream.end();
  return { stream, ...(await opened.promise) };
}

test("over HTTP/2, a stream brings a large part, and ends", async () => {
  const { stream, subscriber, ended } = await open();
  let length = 0;
  stream.on("data", (data: Buffer) => {
    length += data.length;
  });
  expect(subscriber.isBlocked).toBe(true);
  await subscriber.drained();
  expect(held.bytes).toBe(0);
  subscriber.finish("aged", "last");
  await once(stream, "close");
  expect(length).toBe(`retry: ${streamLimits.comeAgain}\n\n`.length + part.length + "last".length);
  expect(await ended).toBe("aged");
});

test("over HTTP/2, who takes nothing is closed, and who leaves is noticed", async () => {
  const stalled = await open();
  expect(held.bytes).toBe(part.length);
  stalled.subscriber.look(performance.now() + streamLimits.stalled, false);
  expect(await stalled.ended).toBe("stalled");
  expect(held.bytes).toBe(0);
  stalled.stream.destroy();
  const left = await open();
  left.stream.close(constants.NGHTTP2_CANCEL);
  expect(await left.ended).toBe("left");
  expect(held.bytes).toBe(0);
});
