import { u64 } from "@ledger/bcs";
import { buildModule } from "@ledger/move";
import { bytesToHex, moduleKey, Path, parseAddress, parseStructTag, resourceKey, sha3_256 } from "@ledger/types";
import { describe, expect, test } from "vitest";
import {
  CallTrace,
  Coverage,
  callFunction,
  createEnvironment,
  GasSchedule,
  LedgerGasMeter,
  MoveVm,
  type Tracer,
  voidContext,
} from "../../src/index.ts";
import { viewOf } from "../support/genesis.ts";

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

/** Reads a resource, and calls a function that asks for it again. */
const reader = buildModule({
  address: "0xcafe",
  name: "reads",
  functions: [
    {
      name: "look",
      code: [
        ["ld_const", "address", address],
        ["exists", "Counter"],
        ["pop"],
        ["call", "0xcafe::reads::has"],
        ["pop"],
        ["ret"],
      ],
    },
    { name: "has", returns: ["bool"], code: [["ld_const", "address", address], ["exists", "Counter"], ["ret"]] },
  ],
  structs: [{ name: "Counter", abilities: ["key"], fields: [{ name: "value", type: "u64" }] }],
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

const stored = new Map([
  [bytesToHex(moduleKey(address, "sums")), bytecode],
  [bytesToHex(moduleKey(address, "reads")), reader],
  [bytesToHex(resourceKey(address, parseStructTag("0xcafe::reads::Counter"))), u64.encode(7n)],
]);

function open(tracer: Tracer, maxGasUnits: number) {
  return machine.createSession({
    environment,
    state: viewOf(stored),
    meter: new LedgerGasMeter({ schedule: gas, maxGasUnits }),
    context: voidContext,
    tracer,
  });
}

function pick(value: bigint, tracer: Tracer, maxGasUnits = 1000) {
  return callFunction(open(tracer, maxGasUnits), { address, module: "sums", name: "pick" }, [], [u64.encode(value)]);
}

function look(tracer: Tracer) {
  return callFunction(open(tracer, 1000), { address, module: "reads", name: "look" }, [], []);
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

  test("says what was read, by whom, and how large it was", async () => {
    const trace = new CallTrace();
    expect((await look(trace.tracer)).kind).toBe("returned");
    const path = Path.encode({ kind: "Resource", value: parseStructTag("0xcafe::reads::Counter") });
    expect(trace.calls[0]!.reads).toEqual([{ key: { kind: "AccessPath", value: { address, path } }, bytes: 8 }]);
    expect(trace.calls[0]!.calls).toMatchObject([{ function: "0xcafe::reads::has", reads: [] }]);
    expect(trace.reads).toMatchObject([{ bytes: reader.length }]);
    expect(trace.text()).toBe(
      [
        `read module 0xcafe::reads: ${reader.length} bytes`,
        "0xcafe::reads::look: 22 gas, 6 instructions",
        "  read resource 0xcafe::reads::Counter of 0xcafe: 8 bytes",
        "  0xcafe::reads::has: 1 gas, 3 instructions",
      ].join("\n"),
    );
  });

  test("is a file of speedscope", async () => {
    const trace = new CallTrace();
    await pick(3n, trace.tracer);
    await pick(30n, trace.tracer);
    const { $schema, shared, profiles } = JSON.parse(trace.speedscope("two picks"));
    expect($schema).toBe("https://www.speedscope.app/file-format-schema.json");
    expect(shared).toEqual({ frames: [{ name: "0xcafe::sums::pick" }, { name: "0xcafe::sums::twice" }] });
    expect(profiles).toEqual([
      {
        type: "evented",
        name: "two picks",
        unit: "none",
        startValue: 0,
        endValue: 32,
        // 29 gas of the first call, 6 of them in its callee, and 3 of the second.
        events: [
          { type: "O", frame: 0, at: 0 },
          { type: "O", frame: 1, at: 22 },
          { type: "C", frame: 1, at: 28 },
          { type: "C", frame: 0, at: 29 },
          { type: "O", frame: 0, at: 29 },
          { type: "C", frame: 0, at: 32 },
        ],
      },
    ]);
  });

  test("records as many calls as it may, and counts the others", async () => {
    const trace = new CallTrace({ maxCalls: 1 });
    await pick(3n, trace.tracer);
    expect(trace.calls).toMatchObject([{ gas: 29, calls: [] }]);
    expect(trace.omittedCalls).toBe(1);
    expect(trace.text()).toContain("1 more calls were not recorded");
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
});
