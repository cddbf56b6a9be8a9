import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { Turns } from "./turns.ts";

test("requests of one turn begin together when it ends, and their steps alternate", async () => {
  const turns = new Turns(16);
  const events: string[] = [];
  for (const name of ["a", "b", "c"]) {
    turns.add(async () => {
      events.push(`make ${name}`);
      await undefined;
      events.push(`send ${name}`);
    });
  }
  expect(events).toEqual([]);
  await nextTurn();
  expect(events).toEqual(["make a", "make b", "make c", "send a", "send b", "send c"]);
});

test("of many requests only a few begin in one turn, in their order", async () => {
  const turns = new Turns(16);
  const begun: number[] = [];
  for (let i = 0; i < 100; i++) turns.add(() => begun.push(i));
  let others = 0;
  while (begun.length < 100) {
    const before = begun.length;
    await nextTurn();
    others++;
    expect(begun.length - before).toBeLessThanOrEqual(16);
  }
  expect(others).toBeGreaterThan(5);
  expect(begun).toEqual(Array.from({ length: 100 }, (_, i) => i));
});

test("a request that comes while others begin has its turn after them", async () => {
  const turns = new Turns(16);
  const begun: string[] = [];
  turns.add(() => {
    begun.push("a");
    turns.add(() => begun.push("late"));
  });
  turns.add(() => begun.push("b"));
  await nextTurn();
  await nextTurn();
  expect(begun).toEqual(["a", "b", "late"]);
});
