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

test("a client with a thousand requests leaves each turn to the others as well", async () => {
  const turns = new Turns(16);
  const begun: string[] = [];
  for (let i = 0; i < 1_000; i++) turns.add(() => begun.push("many"), "192.0.2.1");
  for (const name of ["one", "two"]) turns.add(() => begun.push(name), name);
  await nextTurn();
  expect(begun.slice(0, 16)).toEqual(["many", "one", "two", ...Array.from({ length: 13 }, () => "many")]);
  turns.add(() => begun.push("late"), "192.0.2.2");
  begun.length = 0;
  await nextTurn();
  expect(begun.slice(0, 2)).toEqual(["many", "late"]);
  while (begun.filter((name) => name === "many").length < 986) await nextTurn();
});
