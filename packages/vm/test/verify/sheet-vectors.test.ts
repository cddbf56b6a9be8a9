import { parseEntryFunctionId } from "@ledger/types";
import { describe, expect, test } from "vitest";
import { callFunction } from "../../src/index.ts";
import { verifierCases } from "./cases/index.ts";
import { parseVectors, readVectors, textOf } from "./cases/vector-file.ts";
import { openCase, verdictOn } from "./cases/verdict.ts";

/** Rules of the sheet that nothing can break. */
const unbreakable: ReadonlySet<string> = new Set(["9.4 Abort", "9.5 MoveTo, Exists", "9.5 VecLen"]);

const text = readVectors();
const cases = parseVectors(text);
const rules = Map.groupBy(cases, ({ rule }) => rule);

describe("the rules of the sheet on the verifier", () => {
  test("the file is what the assembler makes: pnpm check:vm --rules --write", () => {
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

  test("code of the state that breaks one ends in a status when it is called, never in a fault of the host", async () => {
    const faults: string[] = [];
    for (const one of cases.filter(({ status, isScript }) => status !== "accepted" && !isScript)) {
      try {
        await callFunction(openCase(one), parseEntryFunctionId("0xbad::m::run"), [], []);
      } catch (error) {
        faults.push(`${one.rule}, ${one.what}: ${error}`);
      }
    }
    expect(faults).toEqual([]);
  });
});
