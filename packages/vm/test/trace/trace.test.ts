import { u64 } from "@ledger/bcs";
import { buildModule } from "@ledger/move";
import { bytesToHex, moduleKey, parseAddress, sha3_256 } from "@ledger/types";
import { describe, expect, test } from "vitest";
import {
  CallTrace,
  Coverage,
  callFunction,
  createEnvironment,
  GasSchedule,
  keyedState,
  LedgerGasMeter,
  MoveVm,
  type Tracer,
  voidContext,
} from "../../src/index.ts";

const address = parseAddress("0xcafe");
const bytecode = buildModule({
  address: "0xcafe",
  name: "sums",
  functions: [
    {
      name: "twice",
      params: ["u64"],
      returns: ["u64"],
      code: [["copy_loc", 0], ["move_loc", 0], ["add"], ["ret"]],
    },
    {
      name: "pick",
      params: ["u64"],
      returns: ["u64"],
      code: [
        ["copy_loc", 0],
        ["ld_u64", 10n],
        ["lt"],
        ["br_true", 6],
        ["move_loc", 0],
        ["ret"],
        ["move_loc", 0],
        ["call", "0xcafe::sums::twice"],
        ["ret"],
      ],
    },
    { name: "unused", code: [["ret"]] },
  ],
});

// One unit of gas for every instruction that is priced here.
const prices = {
  "instr.add": 5,
  "instr.ret": 1,
  "instr.call.base": 20,
  "instr.lt": 2,
  "txn.gas_unit_scaling_factor": 1,
};
const gas = new GasSchedule({
  featureVersion: 50,
  entries: Object.entries(prices).map(([key, value]) => ({ key, value: BigInt(value) })),
});
const environment = createEnvironment({ gas });
const machine = new MoveVm({ natives: new Map() });

async function pick(value: bigint, tracer: Tracer, maxGasUnits = 1000) {
  const key = bytesToHex(moduleKey(address, "sums"));
  const session = machine.createSession({
    environment,
    state: keyedState((asked) => (bytesToHex(asked) === key ? { bytes: bytecode } : undefined)),
    meter: new LedgerGasMeter({ schedule: gas, maxGasUnits }),
    context: voidContext,
    tracer,
  });
  return callFunction(session, { address, module: "sums", name: "pick" }, [], [u64.encode(value)]);
}

describe("CallTrace", () => {
  test("has calls inside one another with instructions and gas", async () => {
    const trace = new CallTrace();
    await pick(3n, trace.tracer);
    expect(trace.calls).toMatchObject([
      {
        function: "0xcafe::sums::pick",
        // lt 2, call 20, ret 1 of its own, and add 5, ret 1 of the other.
        gas: 29,
        instructions: 7,
        isOpen: false,
        calls: [{ function: "0xcafe::sums::twice", gas: 6, instructions: 4, calls: [] }],
      },
    ]);
    expect(trace.foldedStacks()).toBe("0xcafe::sums::pick 23\n0xcafe::sums::pick;0xcafe::sums::twice 6");
  });

  test("leaves the calls open that a failure ended", async () => {
    const trace = new CallTrace();
    const outcome = await pick(3n, trace.tracer, 25);
    expect(outcome).toMatchObject({ kind: "failed", error: { status: "OUT_OF_GAS" } });
    expect(trace.calls).toMatchObject([{ isOpen: true, calls: [{ isOpen: true }] }]);
  });
});

describe("Coverage", () => {
  test("counts instructions by the hash of the bytecode, over all sessions", async () => {
    const coverage = new Coverage();
    coverage.addModule(bytecode);
    expect(coverage.modules).toMatchObject([{ module: "0xcafe::sums", share: 0 }]);
    await pick(3n, coverage.tracer);
    const [module] = coverage.modules;
    expect(module).toMatchObject({
      hash: bytesToHex(sha3_256(bytecode)),
      functions: [
        { name: "twice", calls: 1, instructions: 4, covered: 4 },
        { name: "pick", calls: 1, instructions: 9, covered: 7 },
        { name: "unused", calls: 0, instructions: 1, covered: 0 },
      ],
    });
    expect(module!.share).toBeCloseTo(11 / 14);
  });

  test("is lcov where the sources are known", async () => {
    const coverage = new Coverage();
    await pick(30n, coverage.tracer);
    const source = { file: "sums.move", lineOf: (fn: number, offset: number) => 10 * (fn + 1) + (offset < 6 ? 0 : 1) };
    const lcov = coverage.lcov(new Map([[bytesToHex(sha3_256(bytecode)), source]]));
    expect(lcov.split("\n")).toEqual([
      "SF:sums.move",
      "FN:10,twice",
      "FNDA:0,twice",
      "FN:20,pick",
      "FNDA:1,pick",
      "FN:30,unused",
      "FNDA:0,unused",
      "DA:10,0",
      "DA:20,1",
      "DA:21,0",
      "DA:30,0",
      "LF:4",
      "LH:1",
      "end_of_record",
      "",
    ]);
    expect(coverage.lcov(new Map())).toBe("");
  });
});
