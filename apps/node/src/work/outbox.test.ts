import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { Outbox } from "./outbox.ts";

test("messages of one turn leave together and in their order, with what they take along", async () => {
  const posted: unknown[] = [];
  const outbox = new Outbox<string>((messages, moved) => posted.push([messages, moved]));
  const [first, second] = [new ArrayBuffer(1), new ArrayBuffer(2)];
  outbox.send("a", [first]);
  outbox.send("b");
  await Promise.resolve();
  outbox.send("c", [second]);
  expect(posted).toEqual([]);
  await nextTurn();
  expect(posted).toEqual([
    [
      ["a", "b", "c"],
      [first, second],
    ],
  ]);
  outbox.send("d");
  await nextTurn();
  expect(posted[1]).toEqual([["d"], []]);
});
