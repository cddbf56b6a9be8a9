import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { Gate } from "./gate.ts";

test("work begins in the order it came, no more of it at a time than may be under way", async () => {
  const gate = new Gate(2);
  const ends: (() => void)[] = [];
  for (let i = 0; i < 4; i++) gate.add(() => new Promise((resolve) => ends.push(resolve)));
  expect(ends.length).toBe(0);
  await nextTurn();
  expect(ends.length).toBe(2);
  ends[1]!();
  await nextTurn();
  expect(ends.length).toBe(3);
  ends[0]!();
  ends[2]!();
  await nextTurn();
  expect(ends.length).toBe(4);
  ends[3]!();
  gate.add(() => new Promise((resolve) => ends.push(resolve)));
  await nextTurn();
  expect(ends.length).toBe(5);
});
