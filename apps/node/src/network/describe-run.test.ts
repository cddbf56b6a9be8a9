import { expect, test } from "vitest";
import { describeRun } from "./describe-run.ts";

const module = { address: `0x${"0".repeat(60)}cafe`, name: "shop" } as const;
const location = { module, functionName: "buy", functionIndex: 0, codeOffset: 0 };

const describePrints = (prints: Parameters<typeof describeRun>[0]["prints"]) =>
  describeRun({ prints, failure: undefined }).prints;

test("prints are shown with their function, on a line, without what a terminal would obey", () => {
  expect(describePrints([{ text: "a\nb\u001b[2J", location }])).toEqual([
    { function: "0xcafe::shop::buy", text: "a b [2J" },
  ]);
  expect(describePrints([{ text: "7", location: { ...location, module: undefined } }])).toEqual([
    { function: "script", text: "7" },
  ]);
});

test("neither many prints nor long ones fill the log", () => {
  const prints = Array.from({ length: 1_000 }, () => ({ text: "x".repeat(100_000), location }));
  const shown = describePrints(prints);
  expect(shown).toHaveLength(101);
  expect(shown.at(-1)!.text).toBe("… and 900 more");
  expect(Math.max(...shown.map(({ text }) => text.length))).toBe(2_001);
});
