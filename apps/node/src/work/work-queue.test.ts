import { setImmediate as nextTurn } from "node:timers/promises";
import { TimeAccounts } from "@ledger/kit";
import { expect, onTestFinished, test, vi } from "vitest";
import { WorkQueue } from "./work-queue.ts";

const limits = {
  ...{ running: 1, runningOfClient: 1, waiting: 4, waitingOfClient: 3 },
  ...{ away: 2, awayOfClient: 1, patience: 60_000, deadline: 60_000 },
};
const stays = new AbortController().signal;

/** Work that ends when it is told to. */
function openWork() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => (): Promise<string> => {
    begun.push(name);
    return new Promise((resolve) => ends.set(name, () => resolve(name)));
  };
  return { begun, work, end: (name: string): void => ends.get(name)?.() };
}

test("work beyond what may run waits, clients take turns", async () => {
  const queue = new WorkQueue(limits);
  const { begun, work, end } = openWork();
  const done = ["a1", "a2", "a3", "b1"].map((name) => queue.run(name[0]!, stays, work(name)));
  for (const name of ["a1", "a2", "b1", "a3"]) {
    await nextTurn();
    expect(begun.at(-1)).toBe(name);
    end(name);
  }
  expect(await Promise.all(done)).toEqual(["a1", "a2", "a3", "b1"]);
});

test("quick work makes room for more of it at one time, other work takes the room back", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const queue = new WorkQueue({ ...limits, running: 9, runningWhileQuick: 3, waiting: 9, waitingOfClient: 9 });
  const { begun, work, end } = openWork();
  for (let i = 1; i <= 8; i++) void queue.run("a", stays, work(`a${i}`));
  const endAndCount = async (name: string): Promise<number> => {
    end(name);
    await nextTurn();
    return begun.length;
  };
  expect([await endAndCount("a1"), await endAndCount("a2")]).toEqual([3, 5]);
  expect(await endAndCount("a3")).toBe(6);
  vi.advanceTimersByTime(50);
  expect([await endAndCount("a4"), await endAndCount("a5"), await endAndCount("a6")]).toEqual([6, 6, 7]);
  expect([await endAndCount("a7"), await endAndCount("a8")]).toEqual([8, 8]);
});

test("what is more than may wait, of a client or in all, is refused with 503 and Retry-After", async () => {
  const queue = new WorkQueue(limits);
  const { begun, work, end } = openWork();
  const start = (name: string): Promise<unknown> =>
    queue.run(name[0]!, stays, work(name)).catch((error: unknown) => error);
  const admitted = ["a1", "a2", "a3", "a4"].map(start);
  expect(await start("a5")).toMatchObject({ status: 503, headers: { "Retry-After": "1" } });
  admitted.push(start("b1"));
  expect(await start("c1")).toMatchObject({ status: 503 });
  for (let i = 0; i < admitted.length; i++) {
    await nextTurn();
    end(begun.at(-1)!);
  }
  expect(await Promise.all(admitted)).toEqual(["a1", "a2", "a3", "a4", "b1"]);
});

test("what waits too long is refused, and its place is free again", async () => {
  const queue = new WorkQueue({ ...limits, patience: 20, waiting: 1 });
  const { begun, work, end } = openWork();
  const first = queue.run("a", stays, work("a1"));
  await expect(queue.run("b", stays, work("b1"))).rejects.toMatchObject({ status: 503 });
  const third = queue.run("c", stays, work("c1"));
  end("a1");
  await first;
  await nextTurn();
  end("c1");
  expect(await third).toBe("c1");
  expect(begun).toEqual(["a1", "c1"]);
});

test("what nobody wants any more is dropped", async () => {
  const queue = new WorkQueue(limits);
  const { begun, work, end } = openWork();
  const first = queue.run("a", stays, work("a1"));
  const leaves = new AbortController();
  const dropped = queue.run("a", leaves.signal, work("a2"));
  const third = queue.run("a", stays, work("a3"));
  leaves.abort();
  await expect(dropped).rejects.toMatchObject({ name: "AbortError" });
  end("a1");
  await first;
  await nextTurn();
  end("a3");
  await third;
  expect(begun).toEqual(["a1", "a3"]);
});

test("nothing begins while there is no room for answers", async () => {
  let hasRoom = false;
  const queue = new WorkQueue(limits, { hasRoom: () => hasRoom });
  const { begun, work, end } = openWork();
  const done = queue.run("a", stays, work("a1"));
  await nextTurn();
  expect(begun).toEqual([]);
  hasRoom = true;
  queue.next();
  await nextTurn();
  end("a1");
  expect(await done).toBe("a1");
});

test("work that fails makes room for the next one", async () => {
  const queue = new WorkQueue(limits);
  const failing = queue.run("a", stays, () => Promise.reject(new Error("broken")));
  const next = queue.run("a", stays, async () => "fine");
  await expect(failing).rejects.toThrow("broken");
  expect(await next).toBe("fine");
});

test("a client has no more places than its share, and another one begins at once", async () => {
  const queue = new WorkQueue({ ...limits, running: 4, runningOfClient: 2 });
  const { begun, work, end } = openWork();
  const done = ["a1", "a2", "a3", "b1"].map((name) => queue.run(name[0]!, stays, work(name)));
  await nextTurn();
  expect(begun).toEqual(["a1", "a2", "b1"]);
  expect(queue.load).toEqual({ running: 3, waiting: 1, away: 0, requests: 4, refused: 0, waitedMs: 0 });
  for (const name of ["a1", "a2", "b1"]) end(name);
  await nextTurn();
  end("a3");
  await Promise.all(done);
});

test("what waits for something else holds no place, and takes its turn afterwards", async () => {
  const queue = new WorkQueue(limits);
  const { begun, work, end } = openWork();
  const elsewhere = Promise.withResolvers<string>();
  const order: string[] = [];
  const looking = queue.run("a", stays, async ({ during }) => {
    order.push(await during(() => elsewhere.promise));
    return "done";
  });
  const others = ["b1", "c1"].map((name) => queue.run(name[0]!, stays, work(name)));
  await nextTurn();
  expect(begun).toEqual(["b1"]);
  expect(queue.load).toMatchObject({ running: 1, waiting: 1, away: 1 });
  elsewhere.resolve("found");
  await nextTurn();
  expect(order).toEqual([]);
  end("b1");
  await nextTurn();
  end("c1");
  expect(await Promise.all([looking, ...others])).toEqual(["done", "b1", "c1"]);
  expect(queue.load).toMatchObject({ running: 0, waiting: 0, away: 0 });
});

test("of what waits for something else a client has no more than its share, and what nobody wants any more is dropped", async () => {
  const queue = new WorkQueue(limits);
  const never = new Promise<never>(() => undefined);
  const leaves = new AbortController();
  const wait = (name: string, signal = stays): Promise<unknown> =>
    queue.run(name, signal, ({ during }) => during(() => never)).catch((error: unknown) => error);
  const first = wait("a", leaves.signal);
  expect(await wait("a")).toMatchObject({ status: 503, headers: { "Retry-After": "1" } });
  void wait("b");
  expect(await wait("c")).toMatchObject({ status: 503 });
  expect(queue.load).toMatchObject({ running: 0, away: 2, refused: 2 });
  leaves.abort();
  expect(await first).toMatchObject({ name: "AbortError" });
  expect(queue.load).toMatchObject({ running: 0, away: 1 });
});

test("work whose parts wait for several things at a time has its one place again when all are there", async () => {
  const queue = new WorkQueue(limits);
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const looking = queue.run("a", stays, async ({ during }) => {
    await Promise.all([first, second].map(({ promise }) => during(() => promise)));
    await during(async () => undefined);
    return queue.load;
  });
  await nextTurn();
  expect(queue.load).toMatchObject({ running: 0, away: 1 });
  first.resolve();
  await nextTurn();
  expect(queue.load).toMatchObject({ running: 0, away: 1 });
  second.resolve();
  expect(await looking).toMatchObject({ running: 1, away: 0 });
  expect(queue.load).toMatchObject({ running: 0, away: 0 });
});

test("a place that was given away is forgotten with the work", async () => {
  const queue = new WorkQueue(limits);
  await queue.run("a", stays, async ({ leave }) => leave());
  expect(queue.load).toMatchObject({ running: 0, away: 0 });
});

test("the client that has used least time goes first, also by work of another kind", async () => {
  const accounts = new TimeAccounts<unknown>();
  const queue = new WorkQueue({ ...limits, waiting: 9, waitingOfClient: 9 }, { accounts });
  const { begun, work, end } = openWork();
  const done = ["a1", "b1", "c1", "a2", "b2"].map((name) => queue.run(name[0]!, stays, work(name)));
  accounts.charge("a", 10);
  accounts.charge("b", 30);
  accounts.charge("c", 20);
  for (const name of ["a1", "a2", "c1", "b1", "b2"]) {
    await nextTurn();
    expect(begun.at(-1)).toBe(name);
    end(name);
  }
  await Promise.all(done);
});
