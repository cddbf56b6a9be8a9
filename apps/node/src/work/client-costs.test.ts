import { expect, test } from "vitest";
import { ClientCosts, highestOf } from "./client-costs.ts";

test("the costs of the last minute add up by client and kind, and older ones are forgotten", () => {
  let now = 0;
  const costs = new ClientCosts(() => now);
  costs.note("192.0.2.1", "graphql", 500);
  now = 30_000;
  costs.note("192.0.2.1", "graphql", 100);
  costs.note("192.0.2.1", "list", 50);
  costs.note("192.0.2.2", "graphql", 300);
  expect(costs.highest(2)).toEqual([
    { client: "192.0.2.1", work: "graphql", milliseconds: 600 },
    { client: "192.0.2.2", work: "graphql", milliseconds: 300 },
  ]);
  now = 60_000;
  expect(costs.highest(1)).toEqual([{ client: "192.0.2.2", work: "graphql", milliseconds: 300 }]);
  now = 200_000;
  expect(costs.highest(5)).toEqual([]);
});

test("any number of clients takes bounded memory, and those of several processes are added", () => {
  const costs = new ClientCosts(() => 0);
  costs.note("first", "point", 1);
  for (let i = 0; i < 10_000; i++) costs.note(`client ${i}`, "point", 1);
  costs.note("first", "point", 1);
  expect(costs.highest(20_000)).toHaveLength(4_096);
  expect(highestOf([...costs.highest(1), ...costs.highest(1)], 1)).toEqual([
    { client: "first", work: "point", milliseconds: 4 },
  ]);
});
