import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { constants } from "node:http2";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TrustedProxies } from "./client-address.ts";
import { takeStreams } from "./streams.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const calm = constants.NGHTTP2_ENHANCE_YOUR_CALM;
const megabyte = 2 ** 20;

/** A client that asks over one session and is answered at once. Each question gives the code that its stream was closed with. */
function openClient(): (headBytes: number) => number | undefined {
  const take = takeStreams(() => undefined, new TrustedProxies([]));
  const session = { destroy: () => undefined };
  return (headBytes) => {
    let code: number | undefined;
    const close = (reason: number): void => {
      code = reason;
    };
    const response = Object.assign(new EventEmitter(), { stream: { session, close } });
    const request = { headers: {}, rawHeaders: ["x".repeat(headBytes)], socket: { remoteAddress: "192.0.2.1" } };
    take(request as unknown as IncomingMessage, response as unknown as ServerResponse);
    response.emit("close");
    return code;
  };
}

test("large heads count for a second after their answer", () => {
  const ask = openClient();
  expect([ask(2 * megabyte), ask(2 * megabyte), ask(4_000)]).toEqual([undefined, undefined, calm]);
  vi.advanceTimersByTime(999);
  expect(ask(4_000)).toBe(calm);
  vi.advanceTimersByTime(1);
  expect(ask(4_000)).toBeUndefined();
});

test("small heads are always taken", () => {
  const ask = openClient();
  ask(4 * megabyte);
  expect(Array.from({ length: 3_000 }, () => ask(2_000))).not.toContain(calm);
});

test("streams that come together begin in turns, and those whose client has left do not begin", async () => {
  vi.useRealTimers();
  const begun: number[] = [];
  const take = takeStreams(({ url }) => void begun.push(Number(url)), new TrustedProxies([]));
  const streams = Array.from({ length: 20 }, (_, i) => {
    const stream = { session: {}, destroyed: false };
    const response = Object.assign(new EventEmitter(), { stream });
    const request = { url: String(i), headers: {}, rawHeaders: [], socket: { remoteAddress: "192.0.2.1" } };
    take(request as unknown as IncomingMessage, response as unknown as ServerResponse);
    return stream;
  });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  expect(begun).toEqual([]);
  await turn();
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  streams[9]!.destroyed = true;
  await turn();
  await turn();
  expect(begun).toEqual(Array.from({ length: 20 }, (_, i) => i).filter((i) => i !== 9));
});
