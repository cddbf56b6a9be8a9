import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { StagedAnswers } from "./staged-answers.ts";

afterEach(() => vi.restoreAllMocks());

/** Writes down what happens, after a turn of several requests; makes an answer of every request by `make`. */
async function watch(make: (request: string) => string | Promise<string>, send?: (answer: string) => Promise<void>) {
  const events: string[] = [];
  const answers = new StagedAnswers<string, string>({
    make: (request) => {
      events.push(`make ${request}`);
      return make(request);
    },
    send: (request, answer) => {
      events.push(`send ${request} ${answer}`);
      return send?.(answer);
    },
    fail: (request, error) => events.push(`fail ${request} ${(error as Error).message}`),
  });
  answers.add("");
  answers.add("");
  await nextTurn();
  events.length = 0;
  return { events, answers };
}

const fault = (): never => {
  throw new Error("broken");
};

test("the requests of one turn are answered when it ends: all answers are made, then all are sent in their order", async () => {
  const { events, answers } = await watch((request) => request.toUpperCase());
  for (const request of ["a", "b", "c"]) answers.add(request);
  expect(events).toEqual([]);
  await nextTurn();
  expect(events).toEqual(["make a", "make b", "make c", "send a A", "send b B", "send c C"]);
});

test("where requests come one at a time, they are answered at once", async () => {
  const { events, answers } = await watch((request) => request.toUpperCase());
  for (const request of ["a", "b", "c"]) {
    answers.add(request);
    await nextTurn();
  }
  events.length = 0;
  answers.add("d");
  expect(events).toEqual(["make d", "send d D"]);
  answers.add("e");
  answers.add("f");
  expect(events.slice(2)).toEqual([]);
  await nextTurn();
  expect(events.slice(2)).toEqual(["make e", "make f", "send e E", "send f F"]);
  answers.add("g");
  expect(events.slice(6)).toEqual([]);
});

test("a request that comes while others are answered has its own turn", async () => {
  const { events, answers } = await watch((request) => {
    if (request === "a") answers.add("late");
    return "";
  });
  for (const request of ["a", "b"]) answers.add(request);
  await nextTurn();
  await nextTurn();
  expect(events).toEqual(["make a", "make b", "send a ", "send b ", "make late", "send late "]);
});

test("what takes long does not hold up what has been made before it", async () => {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const { events, answers } = await watch((request) => {
    if (request === "slow") now += 50;
    return "";
  });
  for (const request of ["a", "slow", "b", "c"]) answers.add(request);
  await nextTurn();
  expect(events).toEqual(["make a", "make slow", "send a ", "send slow ", "make b", "make c", "send b ", "send c "]);
});

test("an answer that takes its time is sent when it is there, and holds up no other", async () => {
  let finish = (_answer: string): void => undefined;
  const { events, answers } = await watch((request) =>
    request === "late" ? new Promise((resolve) => (finish = resolve)) : "",
  );
  for (const request of ["late", "a"]) answers.add(request);
  await nextTurn();
  expect(events).toEqual(["make late", "make a", "send a "]);
  finish("now");
  await nextTurn();
  expect(events.at(-1)).toBe("send late now");
});

test("whatever goes wrong at any stage fails that request and no other", async () => {
  const { events, answers } = await watch(
    (request) => (request === "make" ? fault() : request === "late" ? Promise.reject(new Error("late")) : request),
    (answer) =>
      answer === "send" ? fault() : answer === "sending" ? Promise.reject(new Error("sent")) : Promise.resolve(),
  );
  for (const request of ["make", "late", "send", "sending", "good"]) answers.add(request);
  await nextTurn();
  await nextTurn();
  expect(events.filter((event) => event.startsWith("fail")).sort()).toEqual([
    "fail late late",
    "fail make broken",
    "fail send broken",
    "fail sending sent",
  ]);
  expect(events).toContain("send good good");
});
