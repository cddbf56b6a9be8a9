import { expect, test } from "vitest";
import { keep } from "./keep.ts";

test("an answer is asked for once, nothing found and failures again", async () => {
  const asked: string[] = [];
  const read = keep(10, async (name: string, at?: string) => {
    asked.push(`${name}@${at}`);
    if (name === "fails") throw new Error("no answer");
    return name === "absent" ? undefined : name.toUpperCase();
  });
  expect(await Promise.all([read("a"), read("a"), read("a", "3")])).toEqual(["A", "A", "A"]);
  for (const _ of [1, 2]) expect(await read("absent")).toBeUndefined();
  for (const _ of [1, 2]) await expect(read("fails")).rejects.toThrow("no answer");
  expect(asked).toEqual([
    "a@undefined",
    "a@3",
    "absent@undefined",
    "absent@undefined",
    "fails@undefined",
    "fails@undefined",
  ]);
});

test("the oldest answer is forgotten first", async () => {
  const asked: number[] = [];
  const read = keep(2, async (one: number) => {
    asked.push(one);
    return one;
  });
  for (const one of [1, 2, 3, 2, 3, 1]) await read(one);
  expect(asked).toEqual([1, 2, 3, 1]);
});
