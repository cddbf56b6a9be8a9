import { expect, test } from "vitest";
import { AskedBefore } from "./asked-before.ts";

test("a question is known from the second time on", () => {
  const asked = new AskedBefore();
  expect(["a", "b", "a", "b", "a"].map((question) => asked.note(question))).toEqual([false, false, true, true, true]);
});

test("what was asked long ago is forgotten, however much is asked", () => {
  const asked = new AskedBefore();
  asked.note("once");
  let known = 0;
  for (let i = 0; i < 100_000; i++) if (asked.note(`question ${i}`)) known++;
  expect(known).toBeLessThan(10);
  expect(asked.note("once")).toBe(false);
});
