import { expect, test } from "vitest";
import type { CallLedger } from "../calls/ledger-calls.ts";
import type { IngestMessage } from "./protocol.ts";
import type { IngestThread, ThreadFailure } from "./start-thread.ts";
import { SupervisedIngest } from "./supervise-ingest.ts";

const noCalls = (async () => undefined) as CallLedger;

const pacing = { most: 3, first: 1, longest: 2, steady: 1_000_000 };
const crash: ThreadFailure = { code: "worker_crashed", message: "boom" };

/** Threads that crash right after they are ready, as often as is said; the last one stays. */
function crashingThreads(times: number, failure: ThreadFailure = crash) {
  let started = 0;
  return {
    started: () => started,
    start(onMessage: (message: IngestMessage) => void): IngestThread {
      const isLast = ++started > times;
      const ended = Promise.withResolvers<ThreadFailure | undefined>();
      queueMicrotask(() => {
        onMessage({ type: "ready", isLocal: false });
        if (!isLast) ended.resolve(failure);
      });
      return {
        ended: ended.promise,
        stop: async () => ended.resolve(undefined),
        call: noCalls,
      };
    },
  };
}

test("a thread that crashes is started again, each time after a longer pause, and the crashes are counted", async () => {
  const messages: IngestMessage[] = [];
  const threads = crashingThreads(3);
  const lastRecovery = Promise.withResolvers<void>();
  const ingest = new SupervisedIngest(
    threads.start,
    (message) => {
      messages.push(message);
      if (messages.filter(({ type }) => type === "recovered").length === 3) lastRecovery.resolve();
    },
    pacing,
  );
  await ingest.ready;
  await lastRecovery.promise;
  expect(threads.started()).toBe(4);
  const failures = messages.filter((message) => message.type === "failed");
  expect(failures.map(({ retryMs }) => retryMs)).toEqual([1, 2, 2]);
  expect(failures.map(({ message }) => message)).toEqual([1, 2, 3].map((n) => `boom (crash ${n} in a row)`));
  await ingest.stop();
});

test("one that keeps crashing ends the node", async () => {
  const threads = crashingThreads(Number.POSITIVE_INFINITY);
  const ingest = new SupervisedIngest(threads.start, () => undefined, pacing);
  await expect(ingest.lost).rejects.toMatchObject({ name: "NodeFailure", code: "keeps_crashing" });
  expect(threads.started()).toBe(4);
});

test("a failure that would come again each time refuses the start, in one line", async () => {
  const refusal = { code: "invalid_backup", message: "the folder is damaged", isForGood: true };
  const threads = crashingThreads(Number.POSITIVE_INFINITY, refusal);
  const said: string[] = [];
  const ingest = new SupervisedIngest(threads.start, ({ type }) => said.push(type), pacing);
  await expect(ingest.lost).rejects.toMatchObject({ name: "NodeStartError", code: "invalid_backup" });
  expect([threads.started(), said]).toEqual([1, ["ready"]]);
});

test("crashes with steady runs between them are not in a row", async () => {
  const threads = crashingThreads(8);
  const failures: string[] = [];
  const done = Promise.withResolvers<void>();
  const ingest = new SupervisedIngest(
    threads.start,
    (message) => {
      if (message.type === "failed") failures.push(message.message);
      if (threads.started() === 9) done.resolve();
    },
    { ...pacing, steady: 0 },
  );
  await done.promise;
  expect(failures.every((text) => text.includes("crash 1 in a row"))).toBe(true);
  await ingest.stop();
});

test("a thread that fails before there is anything to serve refuses the start", async () => {
  const ingest = new SupervisedIngest(
    () => ({ ended: Promise.resolve(crash), stop: async () => undefined, call: noCalls }),
    () => undefined,
    pacing,
  );
  await expect(ingest.ready).rejects.toMatchObject({ name: "NodeStartError", code: "worker_crashed" });
});
