import { afterEach, expect, test, vi } from "vitest";
import { createPause } from "./give-way.ts";

afterEach(() => void vi.unstubAllGlobals());

/** A thread that has used so much of the processor, in milliseconds. */
function onThread() {
  const thread = { used: 0 };
  const threadCpuUsage = () => ({ user: thread.used * 1_000, system: 0 });
  vi.stubGlobal("process", Object.assign(Object.create(process), { threadCpuUsage }));
  return thread;
}

const options = { defer: (callback: () => void) => callback(), signal: undefined, hostTime: 30 };

test("a call ends when it has taken its time of the processor, whatever its gas says", async () => {
  const thread = onThread();
  const pause = createPause(options);
  for (let i = 0; i < 3; i++) {
    thread.used += 10;
    await pause(10);
  }
  thread.used += 10;
  await expect(pause(10)).rejects.toMatchObject({
    code: "invalid_input",
    status: 400,
    message: "the call takes longer than this node runs code of its gas limit (30 ms of processor time)",
  });
});

test("time in which a call does not run is not counted", async () => {
  const thread = onThread();
  const pause = createPause(options);
  for (let i = 0; i < 20; i++) {
    // The machine is busy with something else: the clock goes on without the thread.
    thread.used += 1;
    await pause(100);
    // Other calls of the thread have their turn, or this one waits for its state.
    thread.used += 100;
    await pause(0);
  }
});

test("a call gives way when it has run for a while, and ends when its client has left", async () => {
  onThread();
  const waiting: (() => void)[] = [];
  const signal = { aborted: false };
  const pause = createPause({ ...options, defer: (callback) => void waiting.push(callback), signal });
  expect(pause(1)).toBeUndefined();
  const given = pause(8);
  expect(given).toBeInstanceOf(Promise);
  waiting.shift()!();
  await given;
  const left = pause(8);
  signal.aborted = true;
  waiting.shift()!();
  await expect(left).rejects.toMatchObject({ status: 408 });
});
