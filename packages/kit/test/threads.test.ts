import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { SupervisedThread, Thread, type ThreadOptions } from "../src/threads/index.ts";
import type { ChildFunctions, ParentFunctions } from "./support/child.ts";

function optionsOf(told: string[]): ThreadOptions<ParentFunctions> {
  return {
    program: new URL("./support/child.ts", import.meta.url),
    name: "child",
    execArgv: ["--conditions=@ledger/source"],
    settings: { greeting: "hello" },
    keepsAlive: "never",
    handlers: {
      tell: (text) => {
        told.push(text);
        return undefined;
      },
      double: (value) => value * 2,
    },
  };
}

test("a thread answers, calls back, and ends by itself when its side closes", async () => {
  const told: string[] = [];
  const thread = new Thread<ChildFunctions, ParentFunctions>(optionsOf(told));
  expect(await thread.peer.call("greet", "Ann")).toBe("hello Ann, 42");
  thread.peer.emit("end", undefined);
  expect(await thread.ended).toBeUndefined();
  expect(told).toEqual(["started", "the last word"]);
});

test("calls of a thread that dies fail with the reason, and one that hangs can be ended", async () => {
  const thread = new Thread<ChildFunctions, ParentFunctions>(optionsOf([]));
  const crash = thread.peer.call("crash", undefined);
  await expect(crash).rejects.toMatchObject({ code: "closed", cause: { message: "broken beyond repair" } });
  expect(thread.unanswered).toBe(1);
  const other = new Thread<ChildFunctions, ParentFunctions>(optionsOf([]));
  const spinning = other.peer.call("spin", undefined, {
    deadline: 10,
    grace: 10,
    terminate: () => void other.terminate(),
  });
  await expect(spinning).rejects.toMatchObject({ code: "closed" });
  expect(await other.ended).toBeUndefined();
});

test("a thread that is closed as soon as it was made ends after it has started", async () => {
  const told: string[] = [];
  const thread = new Thread<ChildFunctions, ParentFunctions>(optionsOf(told));
  await thread.close();
  await thread.ended;
  expect(told).toEqual(["started"]);
});

test("a supervised thread begins when it is needed, again after a crash and its pause, and never once it is closed", async () => {
  const crashes: [unknown, number][] = [];
  const told: string[] = [];
  const supervised = new SupervisedThread<ChildFunctions, ParentFunctions>(optionsOf(told), {
    backoff: { first: 30, longest: 30 },
    onCrash: (failure, pending) => crashes.push([failure, pending]),
  });
  expect(told).toEqual([]);
  await expect(supervised.get()!.peer.call("crash", undefined)).rejects.toMatchObject({ code: "closed" });
  await delay(0);
  expect(crashes).toEqual([[expect.objectContaining({ message: "broken beyond repair" }), 1]]);
  expect(supervised.get()).toBeUndefined();
  await delay(40);
  expect(await supervised.get()!.peer.call("greet", "Bob")).toBe("hello Bob, 42");
  await supervised.close();
  expect(supervised.get()).toBeUndefined();
  expect(crashes).toHaveLength(1);
});
