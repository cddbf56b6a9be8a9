import { readFileSync } from "node:fs";
import { u64 } from "@ledger/bcs";
import { buildModule } from "@ledger/move";
import { bytesToHex, moduleKey, parseAddress } from "@ledger/types";
import { describe, expect, test } from "vitest";
import {
  CallTrace,
  callFunction,
  createEnvironment,
  GasSchedule,
  LedgerGasMeter,
  LineGas,
  MoveVm,
  readSourceMap,
  type Tracer,
  voidContext,
} from "../../src/index.ts";
import { viewOf } from "../support/genesis.ts";

const folder = new URL("vault/", import.meta.url);
const read = (name: string) => new Uint8Array(readFileSync(new URL(name, folder)));
const sources = ["sources/vault.move", "sources/checks.move"].map((path) => ({
  path,
  text: readFileSync(new URL(path, folder), "utf8"),
}));
const address = parseAddress("0xcafe");
const vault = read("build/Vault/bytecode_modules/vault.mv");
const map = readSourceMap(read("build/Vault/source_maps/vault.mvsm"), sources);

/** Calls the other one twice, and aborts for 0 between. */
const outer = buildModule({
  address: "0xcafe",
  name: "outer",
  functions: [
    {
      name: "run",
      params: ["u64"],
      returns: ["u64"],
      code: [["move_loc", 0], ["call", "0xcafe::outer::inner"], ["call", "0xcafe::outer::inner"], ["ret"]],
    },
    {
      name: "inner",
      params: ["u64"],
      returns: ["u64"],
      code: [["ld_u64", 100], ["copy_loc", 0], ["div"], ["move_loc", 0], ["add"], ["ret"]],
    },
  ],
});
const stored = new Map([
  [bytesToHex(moduleKey(address, "vault")), vault],
  [bytesToHex(moduleKey(address, "outer")), outer],
]);

const prices = {
  "txn.gas_unit_scaling_factor": 1,
  "instr.ld_u64": 3,
  "instr.copy_loc.base": 5,
  "instr.move_loc.base": 7,
  "instr.st_loc.base": 11,
  "instr.add": 13,
  "instr.sub": 17,
  "instr.div": 19,
  "instr.gt": 23,
  "instr.br_true": 29,
  "instr.br_false": 31,
  "instr.branch": 37,
  "instr.call.base": 41,
  "instr.call.per_arg": 2,
  "instr.ret": 43,
};
const gas = new GasSchedule({
  featureVersion: 50,
  entries: Object.entries(prices).map(([key, value]) => ({ key, value: BigInt(value) })),
});
const machine = new MoveVm({ natives: new Map() });

/** Calls a function. @returns internal gas that the meter took */
async function run(tracer: Tracer, module: string, name: string, args: readonly bigint[], maxGasUnits = 100_000) {
  const meter = new LedgerGasMeter({ schedule: gas, maxGasUnits });
  const session = machine.createSession({
    environment: createEnvironment({ gas }),
    meter,
    state: viewOf(stored),
    context: voidContext,
    tracer,
  });
  const values = args.map((argument) => u64.encode(argument));
  const outcome = await callFunction(session, { address, module, name }, [], values);
  return { used: meter.usedGas, kind: outcome.kind };
}

function total({ lines, functions }: LineGas): number {
  return [...lines, ...functions].reduce((sum, { gas }) => sum + gas, 0);
}

describe("the gas of lines", () => {
  test("adds up to what the meter took, and follows the loop", async () => {
    const lineGas = new LineGas();
    lineGas.addModule(vault, map);
    const { used } = await run(lineGas.follow(), "vault", "pay", [20n, 3n]);
    expect(total(lineGas)).toBe(used);
    const once = new LineGas();
    once.addModule(vault, map);
    await run(once.follow(), "vault", "pay", [20n, 1n]);
    const lineOf = ({ lines }: LineGas, line: number) =>
      lines.find((one) => one.file === "sources/vault.move" && one.line === line)!.gas;
    // A turn of `total = total + rate;` is two copies or moves, a sum and a store; three turns take three times as much.
    expect(lineOf(once, 21)).toBeGreaterThan(0);
    expect(lineOf(lineGas, 21)).toBe(3 * lineOf(once, 21));
    // The inline function's check is in its own file.
    expect(lineGas.lines.map(({ file }) => file)).toContain("sources/checks.move");
  });

  test("of a call counts to the line that makes it, and to what it does", async () => {
    const lineGas = new LineGas();
    // As if each instruction were a line of its own.
    const placeOf = (index: number, offset: number) => ({ file: `${index}`, line: offset });
    lineGas.addModule(outer, { declarationOf: () => undefined, placeOf, lineOf: () => undefined });
    const { used } = await run(lineGas.follow(), "outer", "run", [4n]);
    expect(total(lineGas)).toBe(used);
    const inner = 3 + 5 + 19 + 7 + 13 + 43;
    expect(lineGas.lines.filter(({ file }) => file === "0")).toEqual([
      { file: "0", line: 0, gas: 7, callGas: 0 },
      { file: "0", line: 1, gas: 43, callGas: inner },
      { file: "0", line: 2, gas: 43, callGas: inner },
      { file: "0", line: 3, gas: 43, callGas: 0 },
    ]);
  });

  test.each([
    ["an instruction fails", 0n, 100_000],
    ["gas ends", 4n, 60],
    ["gas ends in the second call", 4n, 200],
  ])("adds up where %s", async (_what, argument, maxGasUnits) => {
    const lineGas = new LineGas();
    lineGas.addModule(vault, map);
    const trace = new CallTrace();
    const { used, kind } = await run(lineGas.follow(), "outer", "run", [argument], maxGasUnits);
    expect(kind).toBe("failed");
    expect(total(lineGas)).toBe(used);
    expect(lineGas.functions.map(({ function: name }) => name)).toEqual(["0xcafe::outer::inner", "0xcafe::outer::run"]);
    expect(lineGas.functions.every(({ gas: own }) => own > 0)).toBe(true);
    await run(trace.tracer, "outer", "run", [argument], maxGasUnits);
    expect(trace.calls[0]!.isOpen).toBe(true);
  });

  test("of sessions that take turns is kept apart", async () => {
    const alone = new LineGas();
    const first = await run(alone.follow(), "outer", "run", [4n]);
    const both = new LineGas();
    const [one, other] = [both.follow(), both.follow()];
    // Each event of one session is followed by a whole call of another.
    const nested: Tracer = {
      ...one,
      enter: (fn, left) => {
        other.enter(fn, 1_000);
        other.leave(fn, 990);
        one.enter(fn, left);
      },
    };
    await run(nested, "outer", "run", [4n]);
    expect(total(both)).toBe(first.used + 3 * 10);
  });

  test("counts what another process has counted, of the same code only", async () => {
    const lineGas = new LineGas();
    const { used } = await run(lineGas.follow(), "outer", "run", [4n]);
    const merged = new LineGas();
    merged.addGas(outer, lineGas.gasOf(outer));
    merged.addGas(outer, lineGas.gasOf(outer));
    expect(total(merged)).toBe(2 * used);
    expect(() => merged.addGas(vault, lineGas.gasOf(outer))).toThrow(RangeError);
  });
});
