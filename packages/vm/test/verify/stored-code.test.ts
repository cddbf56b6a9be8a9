import { parseEntryFunctionId } from "@ledger/types";
import { expect, test } from "vitest";
import { callFunction } from "../../src/index.ts";
import { parseVectors, readVectors } from "./cases/vector-file.ts";
import { openCase } from "./cases/verdict.ts";

test("code of the state that breaks one ends in a status when it is called, never in a fault of the host", async () => {
  const faults: string[] = [];
  for (const one of parseVectors(readVectors()).filter(({ status, isScript }) => status !== "accepted" && !isScript)) {
    try {
      await callFunction(openCase(one), parseEntryFunctionId("0xbad::m::run"), [], []);
    } catch (error) {
      faults.push(`${one.rule}, ${one.what}: ${error}`);
    }
  }
  expect(faults).toEqual([]);
});
