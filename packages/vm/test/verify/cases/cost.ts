import type { FunctionSpec, InstructionSpec } from "@ledger/move";
import { rule, times, type VerifierCase } from "./case.ts";

/** Copies of a reference, each borrowed from the one before. */
export function chain(rounds: number): FunctionSpec {
  const count = 100;
  const code: InstructionSpec[] = [];
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < count; i++) code.push(["copy_loc", i], ["st_loc", i + 1]);
  }
  return { name: "run", params: ["&u64"], locals: times(count, "&u64"), code: [...code, ["ret"]] };
}

/** Units that a function may take, and a module. */
const most = 80_000_000;
/** A push of one part. */
const perPush = 30;
/** A return, for each local. */
const perReturned = 30;

/** Units of an instruction that makes no reference, by the sheet: of locals 15; of references 10, 20 a local, 50 a part of the graph. */
function unitsOf(locals: number, graph: number): number {
  return 15 + 10 + 20 * locals + 50 * graph;
}

/** A function that takes an exact number of units: of values only, so that its graph is the frame alone. */
function taking(units: number, name = "run"): FunctionSpec {
  for (let locals = 255; locals >= 0; locals--) {
    const each = unitsOf(locals, 1);
    for (let pushes = 0; pushes < 5_000; pushes++) {
      const left = units - perReturned * locals - perPush * pushes - (2 * pushes + 1) * each;
      if (left < 0 || left % each !== 0) continue;
      const code: InstructionSpec[] = [
        ...times<InstructionSpec[]>(pushes, [["ld_true"], ["pop"]]).flat(),
        ...times<InstructionSpec>(left / each, ["nop"]),
        ["ret"],
      ];
      return { name, locals: times(locals, "u64"), code };
    }
  }
  throw new Error(`no function takes ${units} units`);
}

/** Four references for one: the growing price is 100 + 150 + 225 + 337. */
const four = times(4, "&u64");
const callee: FunctionSpec = { name: "one", params: four, returns: ["&u64"], code: [["move_loc", 0], ["ret"]] };
const caller: FunctionSpec = {
  name: "call",
  params: four,
  code: [["move_loc", 0], ["move_loc", 1], ["move_loc", 2], ["move_loc", 3], ["call", "one"], ["pop"], ["ret"]],
};
/** Units of both: of four locals; four references and the frame until the call; the push of a reference is one of two parts. */
const ofCallee = unitsOf(4, 5) + 2 * perPush + (unitsOf(4, 5) + perReturned * 4);
const ofCaller =
  4 * (unitsOf(4, 5) + 2 * perPush) +
  (unitsOf(4, 5) + 2 * perPush + 100 + 150 + 225 + 337) +
  unitsOf(4, 2) +
  (unitsOf(4, 1) + perReturned * 4);
/** Two functions, and the calls of references: together they take a number of units. */
const withCalls = (first: number, sum: number) => ({
  functions: [taking(first), taking(sum - first - ofCallee - ofCaller, "rest"), callee, caller],
});

/** The cost of verifying. */
export const costCases: readonly VerifierCase[] = [
  ...rule("12 meter of a function", [
    ["a little", "accepted", { functions: [chain(1)] }],
    ["too much", "CONSTRAINT_NOT_SATISFIED", { functions: [chain(40)] }],
    ["the limit", "accepted", { functions: [taking(most)] }],
    ["a step above", "CONSTRAINT_NOT_SATISFIED", { functions: [taking(most + 5)] }],
  ]),
  ...rule("12 meter of a module", [
    ["one function", "accepted", { functions: [chain(8)] }],
    [
      "many",
      "CONSTRAINT_NOT_SATISFIED",
      { functions: times(12, chain(8)).map((one, i) => ({ ...one, name: `f${i}` })) },
    ],
  ]),
  // Between 2^26 and 2^27 a number of 32 bits is a multiple of 8.
  ...rule("12 rounding of the meter", [
    ["the limit, of round numbers", "accepted", { functions: [taking(70_000_000), taking(most - 70_000_000, "rest")] }],
    [
      "the limit, the first rounded up by 3",
      "CONSTRAINT_NOT_SATISFIED",
      { functions: [taking(70_000_005), taking(most - 70_000_005, "rest")] },
    ],
    ["2 above, the first rounded down by 2", "accepted", withCalls(70_000_010, most + 2)],
    ["2 above, of round numbers", "CONSTRAINT_NOT_SATISFIED", withCalls(70_000_000, most + 2)],
  ]),
];
