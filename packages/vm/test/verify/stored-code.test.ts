import { buildModule, type FunctionSpec } from "@ledger/move";
import { parseEntryFunctionId } from "@ledger/types";
import { expect, test } from "vitest";
import { callFunction, createEnvironment, Features, GasSchedule } from "../../src/index.ts";
import { parseVectors, readVectors } from "./cases/vector-file.ts";
import { openCase } from "./cases/verdict.ts";
import { open } from "./crafted.ts";

const run = parseEntryFunctionId("0xbad::m::run");

test("code of the state that breaks one ends in a status when it is called, never in a fault of the host", async () => {
  const faults: string[] = [];
  for (const one of parseVectors(readVectors()).filter(({ status, isScript }) => status !== "accepted" && !isScript)) {
    try {
      await callFunction(openCase(one), run, [], []);
    } catch (error) {
      faults.push(`${one.rule}, ${one.what}: ${error}`);
    }
  }
  expect(faults).toEqual([]);
});

// Types have a price of their own, which is worked out before any code runs.
test.each<[string, Partial<FunctionSpec>]>([
  ["a local", { locals: ["T0"] }],
  ["a local deep within", { locals: ["vector<vector<T7>>"] }],
  ["an instruction", { code: [["vec_pack", "T0", 0], ["pop"], ["ret"]] }],
])("a type parameter that a stored function does not have, in %s, is refused when it is called", async (_, parts) => {
  const functions: FunctionSpec[] = [{ name: "run", visibility: "public", code: [["ret"]], ...parts }];
  const bytes = buildModule({ address: "0xbad", name: "m", functions });
  const gas = new GasSchedule({ featureVersion: 40, entries: [{ key: "instr.subst_ty_per_node", value: 400n }] });
  const session = open(bytes, () => ({ bytes }), createEnvironment({ features: Features.of([74, 75, 89]), gas }));
  expect(await callFunction(session, run, [], [])).toMatchObject({ kind: "failed" });
});
