import { buildModule, buildScript, type ModuleSpec } from "@ledger/move";
import { moduleKey, parseAddress, parseEntryFunctionId, parseTypeTag } from "@ledger/types";
import { describe, expect, test } from "vitest";
import {
  callEntryFunction,
  callScript,
  callViewFunction,
  createEnvironment,
  Features,
  feature,
  GasSchedule,
  LedgerGasMeter,
} from "../../src/index.ts";
import { keyText } from "../support/genesis.ts";
import { createTestMachine, createTestSession } from "../support/machine.ts";

const tail = { function: "0xb::tail::end" };

/** Modules that lean on one another: `0xcafe::main` on `0xbeef::helper`, that on `0xdead::base`; `0xbeef::friend` is only named as a friend. */
const specs: readonly ModuleSpec[] = [
  { address: "0xdead", name: "base", functions: [{ name: "touch", visibility: "public", code: [["ret"]] }] },
  {
    address: "0xbeef",
    name: "helper",
    friends: ["0xbeef::friend"],
    imports: { functions: [{ function: "0xdead::base::touch" }, tail] },
    functions: [
      { name: "help", visibility: "public", code: [["ret"]] },
      { name: "unused", code: [["call", "0xdead::base::touch"], ["call", "0xb::tail::end"], ["ret"]] },
    ],
  },
  { address: "0xbeef", name: "friend", functions: [{ name: "f", code: [["ret"]] }] },
  { address: "0xb", name: "tail", functions: [{ name: "end", visibility: "public", code: [["ret"]] }] },
  { address: "0xf00d", name: "types", structs: [{ name: "T", abilities: ["copy", "drop", "store"] }] },
  {
    address: "0xcafe",
    name: "main",
    imports: { functions: [{ function: "0xbeef::helper::help" }] },
    functions: [
      { name: "run", entry: true, code: [["call", "0xbeef::helper::help"], ["ret"]] },
      { name: "idle", entry: true, code: [["ret"]] },
      { name: "of", entry: true, typeParams: [{ constraints: ["drop"] }], code: [["ret"]] },
      { name: "look", visibility: "public", view: true, returns: ["u64"], code: [["ld_u64", 1], ["ret"]] },
    ],
  },
];
const modules = new Map(specs.map((spec) => [`${spec.address}::${spec.name}`, buildModule(spec)]));
const state = new Map(
  [...modules].map(([id, bytes]) => {
    const [address, name] = id.split("::");
    return [keyText(moduleKey(parseAddress(address!), name!)), bytes];
  }),
);

const perModule = 1_000_000;
const perByte = 1_000;

/** What the given modules cost: each a price, and one for its bytes. */
function priceOf(...ids: readonly string[]): number {
  return ids.reduce((sum, id) => sum + perModule + perByte * modules.get(id)!.length, 0);
}

type Call = (session: ReturnType<typeof createTestSession>) => Promise<{ readonly kind: string }>;

/** The gas that a call takes where only the use of modules costs anything. */
async function gasOf(featureVersion: number, isLazy: boolean, call: Call): Promise<number> {
  const gas = new GasSchedule({
    featureVersion,
    entries: [
      { key: "txn.dependency_per_module", value: BigInt(perModule) },
      { key: "txn.dependency_per_byte", value: BigInt(perByte) },
      { key: "txn.max_num_dependencies", value: 768n },
      { key: "txn.max_total_dependency_size", value: 1_800_000n },
      { key: "txn.memory_quota", value: 10_000_000n },
    ],
  });
  const features = Features.of(isLazy ? [feature.lazyLoading, feature.binaryFormat7] : [feature.binaryFormat7]);
  const meter = new LedgerGasMeter({ schedule: gas, maxGasUnits: 1e12 });
  const session = createTestSession(createTestMachine(), createEnvironment({ gas, features }), state, {}, { meter });
  await call(session);
  return meter.executionGas;
}

function entry(id: string, typeArgs: readonly string[] = [], args: readonly Uint8Array[] = []): Call {
  const input = { typeArgs: typeArgs.map((text) => parseTypeTag(text)), args, senders: [parseAddress("0xa11ce")] };
  return (session) => callEntryFunction(session, parseEntryFunctionId(id), input);
}

const script: Call = (session) =>
  callScript(
    session,
    buildScript({
      imports: { functions: [{ function: "0xbeef::helper::help" }, { function: "0xdead::base::touch" }] },
      code: [["call", "0xbeef::helper::help"], ["call", "0xdead::base::touch"], ["ret"]],
    }),
    { typeArgs: [], args: [], senders: [parseAddress("0xa11ce")] },
  );

const all = ["0xcafe::main", "0xbeef::helper", "0xbeef::friend", "0xdead::base"];

// Rules of Specification, execution 5.7; sizes are those of the modules above.
describe("a ledger that charges ahead", () => {
  test.each([
    ["pays for everything that an entry function may reach, used or not", entry("0xcafe::main::idle"), priceOf(...all)],
    ["pays the same where it is used", entry("0xcafe::main::run"), priceOf(...all)],
    ["pays also for a call that is refused", entry("0xcafe::main::idle", [], [Uint8Array.of(1)]), priceOf(...all)],
    ["pays also for a function that is not there", entry("0xcafe::main::nothing"), priceOf(...all)],
    ["pays for all that a script names, and what that leads to", script, priceOf(...all.slice(1))],
    [
      "pays for the modules of type arguments",
      entry("0xcafe::main::of", ["vector<0xf00d::types::T>"]),
      priceOf(...all, "0xf00d::types"),
    ],
    [
      "pays nothing for a view",
      (session) => callViewFunction(session, parseEntryFunctionId("0xcafe::main::look"), [], []),
      0,
    ],
  ] satisfies readonly (readonly [string, Call, number])[])("%s", async (_, call, price) => {
    expect(await gasOf(31, false, call)).toBe(price);
  });

  test("leaves out type arguments before version 31, and everything before version 15", async () => {
    const call = entry("0xcafe::main::of", ["0xf00d::types::T"]);
    expect(await gasOf(30, false, call)).toBe(priceOf(...all));
    expect(await gasOf(14, false, call)).toBe(0);
    expect(await gasOf(30, false, script)).toBe(priceOf(...all.slice(1)));
  });
});

describe("a ledger that charges at first use", () => {
  test.each([
    ["pays for the module of the function", entry("0xcafe::main::idle"), priceOf("0xcafe::main")],
    ["pays for what it calls", entry("0xcafe::main::run"), priceOf("0xcafe::main", "0xbeef::helper")],
    [
      "pays also for a call that is refused",
      entry("0xcafe::main::idle", [], [Uint8Array.of(1)]),
      priceOf("0xcafe::main"),
    ],
    [
      "pays for a type argument",
      entry("0xcafe::main::of", ["0xf00d::types::T"]),
      priceOf("0xcafe::main", "0xf00d::types"),
    ],
    ["pays for what a script names", script, priceOf("0xbeef::helper", "0xdead::base")],
    [
      "pays for a view",
      (session) => callViewFunction(session, parseEntryFunctionId("0xcafe::main::look"), [], []),
      priceOf("0xcafe::main"),
    ],
  ] satisfies readonly (readonly [string, Call, number])[])("%s", async (_, call, price) => {
    expect(await gasOf(43, true, call)).toBe(price);
  });
});
