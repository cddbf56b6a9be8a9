import { expect, test } from "vitest";
import { giveWay } from "./give-way.ts";

/** Works in steps of a millisecond, and notes which question ran. */
async function run(name: string, question: AbortSignal, steps: number, ran: string[]): Promise<void> {
  for (let step = 0; step < steps; step++) {
    await giveWay(question);
    for (const end = performance.now() + 1; performance.now() < end; );
    if (ran.at(-1) !== name) ran.push(name);
  }
}

test("questions take turns, however many parts each has", async () => {
  const [many, one] = [new AbortController().signal, new AbortController().signal];
  const ran: string[] = [];
  const parts = Array.from({ length: 20 }, () => run("many", many, 20, ran));
  await run("one", one, 40, ran);
  // Each slice of the one is followed by one of the many: not by one of each part.
  const between = ran.length;
  await Promise.all(parts);
  expect(between).toBeGreaterThan(3);
  expect(ran.slice(0, between)).toEqual(Array.from({ length: between }, (_, i) => ran[i % 2]));
});

test("a question that nothing waits for any more ends in its next turn", async () => {
  const [left, stays] = [new AbortController(), new AbortController()];
  const ran: string[] = [];
  const ended = run("left", left.signal, 1_000_000, ran);
  await run("stays", stays.signal, 20, ran);
  left.abort();
  await expect(ended).rejects.toMatchObject({ name: "AbortError" });
  expect(() => giveWay(left.signal)).toThrow("aborted");
});
