import { Random } from "@ledger/random";
import { type RandomRun, randomTest } from "@ledger/test-run";
import { RE2JS } from "re2js";
import { describe, expect, test } from "vitest";
import { QueryRefusal } from "../answering/table.ts";
import { Patterns, patternBounds } from "./patterns.ts";
import { programSize } from "./program-size.ts";

const parts = ["a", ".", "[a-z]", "[^]a]", "[[:alpha:]\\]x]", "\\d", "\\.", "\\Qa+b\\E", "\\pL", "\\p{Greek}", "é"];
const repetitions = ["", "", "*", "+?", "?", "{3}", "{2,}", "{0,7}", "{1,4}?"];

const run: RandomRun<number> = { seed: 50, count: 2_000 };

randomTest("no program is larger than was said", run, ({ seed, count }) => {
  const random = new Random(seed);
  const expression = (depth: number): string =>
    Array.from({ length: 1 + random.below(4) }, () => {
      const isGroup = depth > 0 && random.below(3) === 0;
      const opening = ["(", "(?:", "(?i:", `(?P<n${random.below(1e9)}>`][random.below(4)]!;
      const part = isGroup
        ? `${opening}${expression(depth - 1)}|${expression(depth - 1)})`
        : parts[random.below(parts.length)]!;
      return part + repetitions[random.below(repetitions.length)]!;
    }).join("");
  for (let i = 0; i < count; i++) {
    const pattern = expression(3);
    const size = programSize(pattern);
    if (size > 20_000) continue;
    let compiled: RE2JS;
    try {
      compiled = RE2JS.compile(pattern);
    } catch {
      // More repetitions inside each other than the library allows.
      continue;
    }
    expect(compiled.programSize(), pattern).toBeLessThanOrEqual(size);
  }
});

describe("the patterns of a query", () => {
  const refusal = (
    kind: "regex" | "iregex" | "like" | "similar",
    pattern: string,
    text = "",
    patterns = new Patterns(),
  ) => {
    try {
      patterns.matcher(kind, pattern)(text);
    } catch (error) {
      if (error instanceof QueryRefusal) return error.message;
      throw error;
    }
    return undefined;
  };

  test("one whose program would be large is refused before it is compiled", () => {
    const large = "[a-z]{0,1000}".repeat(15);
    for (const kind of ["regex", "iregex", "similar"] as const) {
      expect(refusal(kind, large)).toMatch(/^a pattern may have 2500 instructions, and this one has 300\d\d, /);
      expect(refusal(kind, "((a{1,10}){1,10}){1,100}")).toMatch(/^a pattern may have 2500 instructions/);
    }
    // What is a quantifier elsewhere is text here.
    expect(refusal("like", large)).toBeUndefined();
    expect(refusal("regex", "a".repeat(patternBounds.length + 1))).toBe("a pattern may have 200 characters");
  });

  test("those of one query are bounded together, and the same one counts once", () => {
    const patterns = new Patterns();
    for (let i = 0; i < 100; i++) expect(refusal("regex", "a{0,900}", "", patterns)).toBeUndefined();
    const others = Array.from({ length: 6 }, (_, i) => refusal("regex", `a{0,90${i}}`, "", patterns));
    expect(others.at(-1)).toMatch(/^the patterns of a query may have 6000 instructions in all/);
    expect(others[0]).toBeUndefined();
  });

  test("a text that is long for its pattern is refused, and one of usual size is matched", () => {
    expect(refusal("regex", "(a|aa){0,100}$", "a".repeat(60_000))).toMatch(
      /^a text of 60000 characters is too long for a pattern of/,
    );
    expect(new Patterns().matcher("regex", "(a|aa){0,100}$")("b".repeat(1_000))).toBe(true);
    expect(new Patterns().matcher("like", "%b%")("a".repeat(60_000))).toBe(false);
  });
});
