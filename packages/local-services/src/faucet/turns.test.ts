import { expect, test } from "vitest";
import { Turns } from "./turns.ts";

test("a bounded number is under way, in the order of asking, and failures give their turn on", async () => {
  const turns = new Turns(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const work = [0, 1, 2, 3].map((index) =>
    turns.take(async () => {
      begun.push(index);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (index === 1) throw new Error("failed");
      return index;
    }),
  );
  const settled = Promise.allSettled(work);
  expect(begun).toEqual([0, 1]);
  ends[1]!();
  await expect(work[1]).rejects.toThrow("failed");
  expect(begun).toEqual([0, 1, 2]);
  ends[0]!();
  expect(await work[0]).toBe(0);
  expect(begun).toEqual([0, 1, 2, 3]);
  ends[2]!();
  ends[3]!();
  expect((await settled).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
});
