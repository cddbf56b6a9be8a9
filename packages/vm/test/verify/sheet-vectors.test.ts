import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { Effect } from "../../src/instructions/effect.ts";
import { effects } from "../../src/instructions/table.ts";
import { verifierCases } from "./cases/index.ts";
import { rulesPage, rulesText } from "./cases/rule-table.ts";
import { parseVectors, readVectors, textOf } from "./cases/vector-file.ts";
import { verdictOn } from "./cases/verdict.ts";

/** Rules of the sheet that nothing can break. */
const unbreakable: ReadonlySet<string> = new Set(["9.4 Abort", "9.5 MoveTo, Exists", "9.5 VecLen"]);

/** Statuses that no vector ends in: decoding counts the first four among its own faults, and the budget is asked for by publication. */
const elsewhere: ReadonlySet<string> = new Set([
  "INDEX_OUT_OF_BOUNDS",
  "ZERO_VARIANTS_ERROR",
  "TOO_MANY_LOCALS",
  "BORROWFIELD_BAD_FIELD_ERROR",
  "PROGRAM_TOO_COMPLEX",
]);

const text = readVectors();
const cases = parseVectors(text);
const rules = Map.groupBy(cases, ({ rule }) => rule);

describe("the rules of the sheet on the verifier", () => {
  test("the file is what the assembler makes: pnpm check vm --rules --write", () => {
    expect(text === textOf(verifierCases)).toBe(true);
  });

  test.each([...rules])("%s", async (rule, all) => {
    const verdicts: string[] = [];
    for (const one of all) verdicts.push(`${one.what}: ${await verdictOn(one)}`);
    expect(verdicts).toEqual(all.map(({ what, status }) => `${what}: ${status}`));
    const refused = all.filter(({ status }) => status !== "accepted").length;
    expect({ accepts: refused < all.length, refuses: refused > 0 }).toEqual({
      accepts: true,
      refuses: !unbreakable.has(rule),
    });
  });

  test("the page of the rules is that of the cases", async () => {
    await expect(rulesText(cases)).toMatchFileSnapshot(rulesPage);
  });

  test("every status that the verifier can end in has a case", () => {
    const tested = new Set<string>([...cases.map(({ status }) => status), ...elsewhere]);
    const known = [...writtenStatuses(), ...instructionStatuses()];
    expect(known.length).toBeGreaterThan(100);
    expect(known.filter((status) => !tested.has(status))).toEqual([]);
  });
});

/** Statuses that the sources of the verifier name. */
function writtenStatuses(): string[] {
  const folder = fileURLToPath(new URL("../../src/verify", import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  return files.flatMap((name) =>
    [...readFileSync(`${folder}/${name}`, "utf8").matchAll(/\b(?:refused|mismatch)\(\s*"([A-Z0-9_]+)"/g)].map(
      ([, status]) => status!,
    ),
  );
}

/** Statuses of the table of instructions. */
function instructionStatuses(): string[] {
  return Object.values<Effect>(effects).flatMap(({ refusals: { type, ability, mutable }, unavailable }) =>
    [type, ability, mutable, unavailable].filter((status) => status !== undefined),
  );
}
