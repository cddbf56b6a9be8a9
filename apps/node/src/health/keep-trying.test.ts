import { expect, test } from "vitest";
import { KeepTrying } from "./keep-trying.ts";

test("a failure is reported, and progress after it; a stop ends the pause", async () => {
  const stop = new AbortController();
  const reasons: (string | undefined)[] = [];
  const trying = new KeepTrying((reason) => {
    reasons.push(reason);
    if (reason !== undefined) stop.abort();
  });
  trying.noteProgress();
  await trying.run(() => Promise.reject(new Error("the disk is full")), stop.signal);
  expect(reasons).toEqual(["the disk is full"]);
  trying.noteProgress();
  trying.noteProgress();
  expect(reasons).toEqual(["the disk is full", undefined]);
});

test("what is thrown when it is stopped is not reported", async () => {
  const stop = new AbortController();
  const reasons: (string | undefined)[] = [];
  const work = async (): Promise<void> => {
    stop.abort();
    throw new Error("stopped");
  };
  await new KeepTrying((reason) => reasons.push(reason)).run(work, stop.signal);
  expect(reasons).toEqual([]);
});
