import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { compareBudget, fittingBudget, tightened } from "../src/budget.ts";
import { type House, measure } from "../src/measures.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "check-house-"));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function write(path: string, text: string): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Findings of one measure in files of the machine's package. */
function found(measureName: string, files: Readonly<Record<string, string>>): readonly string[] {
  write("packages/vm/package.json", "{}");
  for (const [path, text] of Object.entries(files)) write(`packages/vm/src/${path}`, text);
  return measure(root).found[measureName]!;
}

const statements = (count: number): string =>
  Array.from({ length: count }, (_, i) => `  work(${i}, value);\n`).join("");

describe("the house", () => {
  test("counts lines of code, not blank ones, comments and tests", () => {
    write("packages/vm/package.json", "{}");
    write(
      "packages/vm/src/a.ts",
      `/** One.\n * Two. */\nexport const a = 1; // three\n\n// four\nexport const b = "//";\n`,
    );
    write("packages/vm/src/a.test.ts", "export const c = 1;\n");
    expect(measure(root).lines).toEqual({ "packages/vm": 2 });
  });

  test.each([
    ["files above 300 lines", { "a.ts": "export {};\n".repeat(301) }, "packages/vm/src/a.ts: 301 lines"],
    [
      "functions above 100 lines",
      { "a.ts": `export function f() {\n${statements(99)}}\nexport const g = () => {\n${statements(98)}};\n` },
      "packages/vm/src/a.ts:1: 101 lines",
    ],
    [
      "arrows upward inside packages",
      { "type/a.ts": `import "../run/b.ts";`, "run/b.ts": `import "../type/c.ts";`, "type/c.ts": "" },
      "packages/vm/src/type/a.ts: imports from run",
    ],
    [
      "arrows upward inside packages",
      { "attic/a.ts": "" },
      "packages/vm/src/attic/a.ts: room attic is not in rooms.ts",
    ],
    [
      "circles",
      { "a.ts": `import type { B } from "./b.ts";`, "b.ts": `import type { A } from "./a.ts";` },
      "packages/vm: a.ts → b.ts → a.ts",
    ],
    ["opcode literals", { "code/a.ts": "f(0x2d, 0xff, 2, x0x2d);" }, "packages/vm/src/code/a.ts:1: 0x2d"],
    [
      "comparisons of feature versions",
      { "run/a.ts": "const since = 3;\nconst x = gas.featureVersion >= since;\n" },
      "packages/vm/src/run/a.ts:2: gas.featureVersion >= since",
    ],
    [
      "repeated blocks",
      { "a.ts": `f();\n${statements(8)}`, "b.ts": `g();\n${statements(8)}` },
      "packages/vm/src/b.ts:2 is packages/vm/src/a.ts:2",
    ],
    [
      "caches by hand",
      { "a.ts": "kept.delete(kept.keys().next().value);\n" },
      "packages/vm/src/a.ts:1: kept.keys().next().value",
    ],
    ["caches by hand", { "a.ts": "const [oldest] = kept.keys();\n" }, "packages/vm/src/a.ts:1: [oldest] = kept.keys()"],
    [
      "language: TSDoc begins with What, Whether, Where or Who",
      { "a.ts": "/** Whether it is on. */\nconst a = 1;\n/** True if it is on. What else. */\nconst b = 1;\n" },
      "packages/vm/src/a.ts:1",
    ],
    [
      "language: TSDoc has a line without a star",
      { "a.ts": "/** One.\n * Two. */\nconst a = 1;\n/**\n * One.\n\n * Two.\n */\nconst b = 1;\n" },
      "packages/vm/src/a.ts:4",
    ],
    ["language: told", { "a.ts": `// The caller is told.\nconst told = "told";\n` }, "packages/vm/src/a.ts:1"],
  ])("finds %s", (name, files: Readonly<Record<string, string>>, finding) => {
    expect(found(name, files)).toEqual([finding]);
  });

  test("does not count tables of data as repeated", () => {
    const names = Array.from({ length: 9 }, (_, i) => `  "name ${i}",\n`).join("");
    const table = `export const names = [\n${names}];\n`;
    expect(found("repeated blocks", { "a.ts": table, "b.ts": table })).toEqual([]);
  });
});

describe("the budget", () => {
  const house: House = { lines: { "packages/vm": 1_250 }, found: { circles: ["a → b → a"], told: [] } };
  const budget = { lines: { "packages/vm": 1_300 }, counts: { circles: 1, told: 0 } };

  test("fits to the next hundred lines and to each finding", () => {
    expect(fittingBudget(house)).toEqual(budget);
    expect(compareBudget(house, budget)).toEqual([]);
  });

  test("is broken by more, with what was found, and by less", () => {
    const circles = { ...house, found: { ...house.found, circles: ["a → b → a", "c → c"] } };
    expect(compareBudget(circles, budget)).toEqual(["circles: 2 where 1 may be\n  a → b → a\n  c → c"]);
    expect(compareBudget({ ...house, found: { ...house.found, circles: [] } }, budget)).toEqual([
      "circles: 0, and the budget still allows 1; run with --write",
    ]);
    expect(compareBudget({ ...house, lines: { "packages/vm": 1_301 } }, budget)).toEqual([
      "lines of packages/vm: 1400 where 1300 may be",
    ]);
    expect(compareBudget({ ...house, lines: { "packages/new": 5 } }, budget)).toEqual([
      "lines of packages/new: 100, and the budget has none; run with --write",
    ]);
  });

  test("only falls when it is written", () => {
    const more = { lines: { "packages/vm": 1_400, "packages/new": 100 }, counts: { circles: 0, told: 3 } };
    expect(tightened(budget, more)).toEqual({
      lines: { "packages/vm": 1_300, "packages/new": 100 },
      counts: { circles: 0, told: 0 },
    });
  });
});
