import { Random } from "@ledger/random";
import { type RandomRun, randomTest } from "@ledger/test-run";
import { expect, test } from "vitest";
import { indexOf } from "./index-of.ts";

const run: RandomRun<number> = { seed: 50, count: 3_000 };

randomTest("a pattern is found where a search by text finds it", run, ({ seed, count }) => {
  const random = new Random(seed);
  // Few letters and short lengths make many patterns that nearly match.
  const draw = (most: number): string =>
    Array.from({ length: random.below(most) }, () => "ab\u00e9"[random.below(3)]).join("");
  for (let i = 0; i < count; i++) {
    const [text, pattern] = [draw(40), draw(8)];
    const [bytes, wanted] = [Buffer.from(text), Buffer.from(pattern)];
    const found = bytes.indexOf(wanted);
    expect(indexOf(bytes, wanted), `${text} ${pattern}`).toBe(found === -1 ? bytes.length : found);
  }
});

test("a text in which every place nearly matches is searched once", () => {
  const size = 4_000_000;
  const text = new Uint8Array(size).fill(97);
  const pattern = new Uint8Array(size / 2).fill(97);
  pattern[pattern.length - 1] = 98;
  // Each place against the whole pattern would be 4·10¹² comparisons, which take an hour.
  expect(indexOf(text, pattern)).toBe(size);
  text[size - 1] = 98;
  expect(indexOf(text, pattern)).toBe(size / 2);
});
