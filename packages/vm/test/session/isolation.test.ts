import { buildModule, type FunctionSpec, type InstructionSpec } from "@ledger/move";
import { cases } from "@ledger/test-run/effort";
import { bytesToHex, formatStructTag, parseEntryFunctionId, parseTypeTag, type StateView } from "@ledger/types";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  callFunction,
  createEnvironment,
  Features,
  GasSchedule,
  LedgerGasMeter,
  MoveVm,
  type SessionOptions,
  type VmEnvironment,
  voidContext,
} from "../../src/index.ts";
import { frameworkNatives } from "../../src/natives/index.ts";
import { pathOf } from "../support/genesis.ts";

/** Turns of the loop in the code below: enough for it to be compiled while it runs. */
const turns = 300;

/** Adds up `Store<T>` of an account in a loop, with what the library makes of it. */
const total: FunctionSpec = {
  name: "total",
  visibility: "public",
  typeParams: [{}],
  params: ["address"],
  returns: ["u64"],
  acquires: ["Store"],
  locals: ["u64", "u64"],
  code: [
    ["ld_u64", 0],
    ["st_loc", 1],
    ["ld_u64", 0],
    ["st_loc", 2],
    // 4: while (turn < turns)
    ["copy_loc", 2],
    ["ld_u64", turns],
    ["ge"],
    ["br_true", 21],
    ["copy_loc", 0],
    ["imm_borrow_global_generic", "Store", "T0"],
    ["imm_borrow_field_generic", "Store", "value", "T0"],
    ["read_ref"],
    ["call_generic", "0xcafe::lib::scaled", "T0"],
    ["copy_loc", 1],
    ["add"],
    ["st_loc", 1],
    ["move_loc", 2],
    ["ld_u64", 1],
    ["add"],
    ["st_loc", 2],
    ["branch", 4],
    // 21: the end
    ["move_loc", 1],
    ["ret"],
  ],
};

/** A library in two versions: its struct has another shape in each. */
function library(version: 1 | 2): Uint8Array {
  const fields = version === 1 ? ["first"] : ["zero", "first"];
  const numbers: InstructionSpec[] = fields.map((name) => (name === "zero" ? ["ld_u64", 0] : ["move_loc", 0]));
  return buildModule({
    address: "0xcafe",
    name: "lib",
    structs: [
      {
        name: "Shape",
        abilities: ["drop"],
        typeParams: [{ phantom: true }],
        fields: fields.map((name) => ({ name, type: "u64" })),
      },
    ],
    functions: [
      {
        name: "scaled",
        visibility: "public",
        typeParams: [{}],
        params: ["u64"],
        returns: ["u64"],
        locals: ["0xcafe::lib::Shape<T0>"],
        code: [
          ...numbers,
          ["pack_generic", "Shape", "T0"],
          ["st_loc", 1],
          ["imm_borrow_loc", 1],
          ["imm_borrow_field_generic", "Shape", "first", "T0"],
          ["read_ref"],
          ["ld_u64", version],
          ["mul"],
          ["ret"],
        ],
      },
    ],
  });
}

const modules = {
  lib: { 1: library(1), 2: library(2) },
  m: buildModule({
    address: "0xcafe",
    name: "m",
    structs: [
      { name: "Store", abilities: ["key"], typeParams: [{ phantom: true }], fields: [{ name: "value", type: "u64" }] },
      { name: "Gold", fields: [{ name: "none", type: "bool" }] },
      { name: "Lead", fields: [{ name: "none", type: "bool" }] },
    ],
    functions: [total],
    imports: {
      functions: [{ function: "0xcafe::lib::scaled", typeParams: [{}], params: ["u64"], returns: ["u64"] }],
    },
  }),
};

function environmentOf(price: bigint): VmEnvironment {
  const entries = ["add", "branch", "call_generic.base"].map((name) => ({ key: `instr.${name}`, value: price }));
  const gas = new GasSchedule({ featureVersion: 34, entries, storageGas: undefined });
  return createEnvironment({ features: Features.of([]), gas });
}

const environments = [environmentOf(1n), environmentOf(7n)];
const types = ["0xcafe::m::Gold", "0xcafe::m::Lead", "vector<0xcafe::m::Gold>", "u64"];

/** One run: on which state, in which environment, for which type and account. */
interface Run {
  readonly version: 1 | 2;
  readonly environment: number;
  readonly type: number;
  readonly account: number;
  readonly compile: "never" | "hot" | "always";
}

/** What is stored differs by state, account and type, so that whatever is taken from another run shows in the sum. */
function storedValue({ version, type, account }: Run): number {
  return version * 1_000_000 + account * 1_000 + type;
}

async function execute(vm: MoveVm, run: Run, wait: <T>(answer: T) => Promise<T> | T) {
  const environment = environments[run.environment]!;
  const state: StateView = {
    get(key) {
      const path = pathOf(key);
      if (path?.kind === "Code")
        return wait({ bytes: path.value.name === "lib" ? modules.lib[run.version] : modules.m });
      if (path?.kind !== "Resource") return undefined;
      const tag = formatStructTag(path.value);
      const type = types.findIndex((text) => tag === `0xcafe::m::Store<${text}>`);
      const value = new Uint8Array(8);
      new DataView(value.buffer).setBigUint64(0, BigInt(storedValue({ ...run, type })), true);
      return wait({ bytes: value });
    },
  };
  const meter = new LedgerGasMeter({ schedule: environment.gas, maxGasUnits: 2_000_000 });
  const options: SessionOptions = { environment, state, meter, context: voidContext, compile: run.compile };
  const account = new Uint8Array(32).fill(run.account);
  const outcome = await callFunction(
    vm.createSession(options),
    parseEntryFunctionId("0xcafe::m::total"),
    [parseTypeTag(types[run.type]!)],
    [account],
  );
  if (outcome.kind === "failed") throw outcome.error;
  return { sum: bytesToHex(outcome.results[0]!.bytes), gas: meter.executionGas };
}

const anyRun: fc.Arbitrary<Run> = fc.record({
  version: fc.constantFrom(1, 2),
  environment: fc.nat({ max: 1 }),
  type: fc.nat({ max: types.length - 1 }),
  account: fc.integer({ min: 1, max: 3 }),
  compile: fc.constantFrom("never", "hot", "always"),
});

describe("runs of one machine that wait for their states in any order", () => {
  test("give what each gives alone: same sum, same gas", async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(anyRun, { minLength: 2, maxLength: 8 }), async (scheduler, runs) => {
        const vm = new MoveVm({ natives: frameworkNatives });
        // One run before the others, so that caches are warm with what it needed.
        await execute(vm, runs[0]!, (answer) => answer);
        const together = Promise.all(
          runs.map((run) => execute(vm, run, (answer) => scheduler.schedule(Promise.resolve(answer)))),
        );
        const results = await scheduler.waitFor(together);
        for (const [i, run] of runs.entries()) {
          const alone = await execute(
            new MoveVm({ natives: frameworkNatives }),
            { ...run, compile: "never" },
            (a) => a,
          );
          expect(results[i]).toEqual(alone);
          const sum = turns * run.version * storedValue(run);
          expect(BigInt(`0x${results[i]!.sum.match(/../g)!.reverse().join("")}`)).toBe(BigInt(sum));
        }
      }),
      { numRuns: cases(60) },
    );
  });

  test("a coin of another kind has no share in the account's", async () => {
    // What a report said: a balance of one type was answered for another.
    const vm = new MoveVm({ natives: frameworkNatives });
    for (const compile of ["never", "hot", "always"] as const) {
      for (let i = 0; i < 8; i++) {
        const run: Run = {
          version: i % 3 === 0 ? 2 : 1,
          environment: i % 2,
          type: i % 4,
          account: 1 + (i % 3),
          compile,
        };
        const { sum } = await execute(vm, run, (answer) => (i % 2 === 0 ? answer : Promise.resolve(answer)));
        const expected = BigInt(turns * run.version * storedValue(run));
        expect(BigInt(`0x${sum.match(/../g)!.reverse().join("")}`)).toBe(expected);
      }
    }
  });
});
