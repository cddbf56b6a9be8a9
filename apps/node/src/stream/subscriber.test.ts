import { EventEmitter } from "node:events";
import { endIndex } from "@ledger/api-core";
import { afterEach, expect, test, vi } from "vitest";
import { ByteBudget } from "../work/byte-budget.ts";
import { streamLimits } from "./limits.ts";
import { Subscriber } from "./subscriber.ts";

/** A connection whose client takes one write at a time, when it is told to. */
class SlowConnection extends EventEmitter {
  destroyed = false;
  readonly sizes: number[] = [];
  text = "";
  isFull = false;

  write(data: string | Uint8Array): boolean {
    this.sizes.push(data.length);
    if (typeof data === "string") this.text += data;
    return typeof data === "string" && !this.isFull;
  }

  end(): void {
    this.destroy();
  }

  destroy(): void {
    this.destroyed = true;
    this.emit("close");
  }
}

afterEach(() => void vi.restoreAllMocks());

/** A stream that was handed a part, and the clock that it looks at. */
function handOver(bytes: number) {
  const now = vi.spyOn(performance, "now").mockReturnValue(0);
  const connection = new SlowConnection();
  const held = new ByteBudget(2 ** 30);
  const start = { version: -1n, index: endIndex };
  const subscriber = new Subscriber(connection as never, { client: "a", filter: "all", place: start }, held, 0);
  const ends: string[] = [];
  subscriber.onClose((why) => ends.push(why));
  const part = new Uint8Array(bytes);
  subscriber.take([part], { version: 0n, index: endIndex }, part);
  connection.sizes.shift();
  return { connection, held, subscriber, ends, now };
}

test("a client that takes a large event slowly is waited for, and gets all of it", () => {
  const { connection, held, subscriber, ends, now } = handOver(10 * streamLimits.sliceBytes);
  expect(held.bytes).toBeGreaterThan(0);
  for (let i = 1; i <= 10; i++) {
    now.mockReturnValue(i * (streamLimits.stalled - 1_000));
    subscriber.look(performance.now(), false);
    expect(subscriber.isBlocked).toBe(true);
    connection.emit("drain");
  }
  expect(connection.sizes).toEqual(Array(10).fill(streamLimits.sliceBytes));
  expect(subscriber.isBlocked).toBe(false);
  expect(held.bytes).toBe(0);
  expect(ends).toEqual([]);
});

test("a part that comes while something small waits is handed over a slice at a time, too", () => {
  const { connection, subscriber } = handOver(0);
  connection.isFull = true;
  subscriber.look(streamLimits.silent, false);
  expect(subscriber.isBlocked).toBe(true);
  const part = new Uint8Array(3 * streamLimits.sliceBytes);
  connection.sizes.length = 0;
  subscriber.take([part], { version: 1n, index: endIndex }, part);
  for (let count = 1; count <= 3; count++) {
    expect(connection.sizes.length).toBe(count);
    expect(subscriber.isBlocked).toBe(true);
    connection.emit("drain");
  }
  expect(subscriber.isBlocked).toBe(false);
});

test("one that takes nothing for a minute is closed, and keeps nothing", async () => {
  const { connection, held, subscriber, ends } = handOver(10 * streamLimits.sliceBytes);
  const drained = subscriber.drained();
  connection.emit("drain");
  subscriber.look(streamLimits.stalled - 1, false);
  expect(ends).toEqual([]);
  subscriber.look(streamLimits.stalled, false);
  await drained;
  expect(ends).toEqual(["stalled"]);
  expect(held.bytes).toBe(0);
  expect(connection.sizes.length).toBe(2);
  expect(subscriber.signal.aborted).toBe(true);
});

test("at the head it says its place once, and then after a second without anything, not with each block", () => {
  const { connection, subscriber } = handOver(0);
  const said = () => connection.text.match(/^id: .*$/gm);
  for (let version = 0n; version < 5n; version++) {
    subscriber.take([], { version, index: 7, tag: "0123456789abcdef" }, new Uint8Array());
    subscriber.arrive(0);
    subscriber.look(streamLimits.quiet - 1, true);
  }
  expect(said()).toEqual(["id: 0.7-0123456789abcdef"]);
  subscriber.look(streamLimits.quiet, true);
  expect(said()).toEqual(["id: 0.7-0123456789abcdef", "id: 4.7-0123456789abcdef"]);
  subscriber.look(2 * streamLimits.quiet, true);
  expect(said()?.length).toBe(2);
});
