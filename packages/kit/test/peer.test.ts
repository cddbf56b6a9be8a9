import { setTimeout as delay } from "node:timers/promises";
import { MessageChannel, type MessagePort } from "node:worker_threads";
import { afterEach, expect, test } from "vitest";
import { type CallContext, CallError, connectPort, type Handlers, type Peer } from "../src/index.ts";

interface Sums {
  add(input: readonly [number, number]): number;
  fail(error: unknown): never;
  reverse(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>;
  hang(input: undefined): undefined;
  wait(milliseconds: number): string;
  note(text: string): undefined;
}

const ports: MessagePort[] = [];
afterEach(() => {
  for (const port of ports.splice(0)) port.close();
});

/** Two ends of a connection, one of which serves {@link Sums}. */
function connect(handlers: Partial<Handlers<Sums>> = {}, mostCalls?: number) {
  const { port1, port2 } = new MessageChannel();
  ports.push(port1, port2);
  const caller: Peer<Sums> = connectPort<Sums>(port1, { mostCalls, longestWait: 1_000 });
  const served = connectPort<Record<never, never>, Sums>(port2);
  const notes: string[] = [];
  const serve = (): void =>
    served.serve({
      add: ([a, b]) => a + b,
      fail: (error) => {
        throw error;
      },
      reverse(bytes, { move }) {
        const reversed = bytes.slice().reverse();
        move(reversed.buffer);
        return reversed;
      },
      hang: (_input, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
      async wait(milliseconds, { during }) {
        await during(() => delay(milliseconds));
        return "waited";
      },
      note(text) {
        notes.push(text);
        return undefined;
      },
      ...handlers,
    });
  return { caller, served, serve, notes };
}

test("calls return, in any order, and events keep theirs", async () => {
  const { caller, serve, notes } = connect();
  serve();
  caller.emit("note", "a");
  caller.emit("note", "b");
  expect(await Promise.all([caller.call("wait", 20), caller.call("add", [1, 2])])).toEqual(["waited", 3]);
  expect(notes).toEqual(["a", "b"]);
  expect(caller.pending).toBe(0);
});

test("what comes before the other side serves waits for it", async () => {
  const { caller, serve, notes } = connect();
  const sum = caller.call("add", [1, 2]);
  const cancelled = new AbortController();
  const hanging = caller.call("hang", undefined, { signal: cancelled.signal });
  caller.emit("note", "early");
  await delay(5);
  cancelled.abort(new Error("not wanted"));
  await delay(5);
  serve();
  await expect(hanging).rejects.toThrow("not wanted");
  expect(await sum).toBe(3);
  expect(notes).toEqual(["early"]);
});

test("an error crosses with its name, code and details, and what is not an error with its text", async () => {
  const fault = Object.assign(new RangeError("too far"), { code: "far", details: { at: 7n } });
  const own = (input: unknown) => connect({ fail: () => Promise.reject(input) as never });
  const failing = own(fault);
  failing.serve();
  const error = await failing.caller.call("fail", undefined).catch((each: unknown) => each);
  expect(error).toBeInstanceOf(CallError);
  expect(error).toMatchObject({
    code: "failed",
    message: "too far",
    remote: { name: "RangeError", code: "far", details: { at: 7n } },
  });
  const strange = own(Object.assign(new Error("with a function"), { details: { call: () => 1 } }));
  strange.serve();
  const shown = strange.caller.call("fail", undefined);
  await expect(shown).rejects.toMatchObject({ message: "with a function", remote: { details: undefined } });
  const texts = own("just text");
  texts.serve();
  await expect(texts.caller.call("fail", undefined)).rejects.toMatchObject({ message: "just text" });
});

test("a function that is not served fails its call alone", async () => {
  const { caller, serve } = connect();
  serve();
  const missing = (caller as unknown as Peer<{ toString(input: undefined): string }>).call("toString", undefined);
  await expect(missing).rejects.toMatchObject({ code: "failed", message: /toString, which is not served/ });
  expect(await caller.call("add", [2, 2])).toBe(4);
});

test("buffers change hands both ways", async () => {
  const { caller, serve } = connect();
  serve();
  const bytes = Uint8Array.of(1, 2, 3);
  const reversed = caller.call("reverse", bytes, { move: [bytes.buffer] });
  expect(await reversed).toEqual(Uint8Array.of(3, 2, 1));
  expect(bytes.length).toBe(0);
});

test("a call that is cancelled ends when the other side has ended it, with the signal's reason", async () => {
  let aborted: unknown;
  const { caller, serve } = connect({
    async hang(_input, { signal }) {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      await delay(10);
      aborted = signal.reason;
      return undefined;
    },
  });
  serve();
  const cancel = new AbortController();
  const call = caller.call("hang", undefined, { signal: cancel.signal });
  await delay(5);
  cancel.abort(new Error("the client has left"));
  await expect(call).rejects.toThrow("the client has left");
  expect(aborted).toBeInstanceOf(CallError);
  await expect(caller.call("add", [1, 1], { signal: AbortSignal.abort(new Error("before")) })).rejects.toThrow(
    "before",
  );
});

test("a deadline cancels, does not count waits, and after its grace gives up on a side that does not react", async () => {
  const { caller, serve } = connect({
    async hang(_input, { signal }: CallContext) {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      await delay(50);
      return undefined;
    },
  });
  serve();
  expect(await caller.call("wait", 40, { deadline: 10 })).toBe("waited");
  await expect(caller.call("hang", undefined, { deadline: 5, grace: 5_000 })).rejects.toMatchObject({
    code: "timeout",
  });
  const given = caller.call("hang", undefined, { deadline: 5, grace: 5 });
  await expect(given).rejects.toMatchObject({ code: "timeout", message: /not answered in time/ });
  const ended = caller.call("hang", undefined, { deadline: 5, grace: 5, terminate: () => caller.close("terminated") });
  await expect(ended).rejects.toMatchObject({ code: "closed" });
});

test("as many calls as the connection takes are under way, and no more", async () => {
  const { caller, serve } = connect({}, 2);
  const both = [caller.call("add", [1, 1]), caller.call("add", [2, 2])];
  await expect(caller.call("add", [3, 3])).rejects.toMatchObject({ code: "queue_full" });
  serve();
  expect(await Promise.all(both)).toEqual([2, 4]);
  expect(await caller.call("add", [3, 3])).toBe(6);
});

test("closing fails what is under way, cancels what runs for the other side, and refuses what comes later", async () => {
  let reason: unknown;
  const { caller, served, serve } = connect({
    hang: (_input, { signal }) =>
      new Promise<undefined>((resolve) =>
        signal.addEventListener("abort", () => {
          reason = signal.reason;
          resolve(undefined);
        }),
      ),
  });
  serve();
  const hanging = caller.call("hang", undefined);
  await delay(5);
  served.close("it ends");
  caller.close("the thread has ended", new Error("out of memory"));
  await expect(hanging).rejects.toMatchObject({ code: "closed", cause: { message: "out of memory" } });
  await expect(caller.call("add", [1, 1])).rejects.toMatchObject({ code: "closed" });
  expect(reason).toMatchObject({ code: "closed" });
});
