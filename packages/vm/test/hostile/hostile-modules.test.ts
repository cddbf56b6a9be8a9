import { buildModule, type ModuleSpec, type StructSpec } from "@ledger/move";
import { hexToBytes, parseEntryFunctionId, parseTypeTag } from "@ledger/types";
import { readVectorText } from "@ledger/vectors/files";
import { describe, expect, test } from "vitest";
import { callFunction } from "../../src/entry/call-function.ts";
import { createEnvironment } from "../../src/environment/read-environment.ts";
import { Features } from "../../src/features/features.ts";
import { createUnmeteredGas } from "../../src/gas/gas-meter.ts";
import { MoveVm } from "../../src/move-vm.ts";
import { frameworkNatives } from "../../src/natives/index.ts";
import { codeView } from "../support/genesis.ts";

const f89 = 89;

/** Runs `0xbad::m::run` of a module that no compiler makes, and says how it ended. */
async function run(spec: Partial<ModuleSpec>, typeArgs: readonly string[] = []): Promise<string> {
  return runIn(buildModule({ address: "0xbad", name: "m", ...spec }), "0xbad::m::run", typeArgs);
}

/** Calls a function of a module of the state. */
async function runIn(
  bytes: Uint8Array,
  id: string,
  typeArgs: readonly string[] = [],
  args: readonly Uint8Array[] = [],
): Promise<string> {
  const { module } = parseEntryFunctionId(id);
  const session = new MoveVm({ natives: frameworkNatives }).createSession({
    environment: createEnvironment({ features: Features.of([f89]) }),
    state: codeView((name) => (name === module ? { bytes } : undefined)),
    meter: createUnmeteredGas(),
    context: {
      sessionHash: new Uint8Array(32),
      scriptHash: new Uint8Array(),
      sessionNumber: 5,
      user: undefined,
      unbiasable: false,
      storageUsage: undefined,
    },
  });
  const outcome = await callFunction(session, parseEntryFunctionId(id), typeArgs.map(parseTypeTag), args);
  return outcome.kind === "failed" ? outcome.error.status : "returned";
}

describe("types that grow", () => {
  /** Each struct doubles the type that the next one gets. */
  function doubling(levels: number): StructSpec[] {
    const abilities = ["copy", "drop", "store", "key"] as const;
    const structs: StructSpec[] = [
      {
        name: "Pair",
        abilities,
        typeParams: [{}, {}],
        fields: [
          { name: "a", type: "T0" },
          { name: "b", type: "T1" },
        ],
      },
      { name: `S${levels}`, abilities, typeParams: [{}], fields: [{ name: "f", type: "u8" }] },
    ];
    for (let level = levels - 1; level >= 0; level--) {
      const type = `0xbad::m::S${level + 1}<0xbad::m::Pair<T0, T0>>`;
      structs.push({ name: `S${level}`, abilities, typeParams: [{}], fields: [{ name: "f", type }] });
    }
    return structs;
  }

  test("a layout is refused before its types fill the memory", async () => {
    const spec: Partial<ModuleSpec> = {
      structs: doubling(40),
      functions: [
        {
          name: "run",
          visibility: "public",
          returns: ["bool"],
          code: [["ld_const", "address", new Uint8Array(32)], ["exists_generic", "S0", "u64"], ["ret"]],
        },
      ],
    };
    expect(await run(spec)).toBe("VERIFICATION_ERROR");
  });

  test("a local of the state whose type is too large is refused before its code runs", async () => {
    const wide = `0xbad::m::Wide<${Array.from({ length: 30 }, () => "T0").join(", ")}>`;
    let type = "T0";
    for (let level = 0; level < 3; level++) type = wide.replaceAll("T0", type);
    const spec: Partial<ModuleSpec> = {
      structs: [
        { name: "Wide", typeParams: Array.from({ length: 30 }, () => ({ phantom: true })), abilities: ["drop"] },
      ],
      functions: [
        { name: "run", visibility: "public", typeParams: [{}], locals: [`vector<${type}>`], code: [["ret"]] },
      ],
    };
    expect(await run(spec, ["u8"])).toBe("UNEXPECTED_VERIFIER_ERROR");
  });
});

describe("function values inside one another", () => {
  test("end at the limit of nesting", async () => {
    const spec: Partial<ModuleSpec> = {
      version: 8,
      functions: [
        { name: "inner", visibility: "public", params: ["||() has copy + drop + store"], code: [["ret"]] },
        { name: "first", visibility: "public", code: [["ret"]] },
        {
          name: "run",
          visibility: "public",
          returns: ["||() has copy + drop + store"],
          locals: ["||() has copy + drop + store", "u64"],
          code: [
            ["pack_closure", "first", 0],
            ["st_loc", 0],
            ["ld_u64", 0],
            ["st_loc", 1],
            // Wraps the value 100,000 times.
            ["move_loc", 0],
            ["pack_closure", "inner", 1],
            ["st_loc", 0],
            ["move_loc", 1],
            ["ld_u64", 1],
            ["add"],
            ["st_loc", 1],
            ["copy_loc", 1],
            ["ld_u64", 100_000],
            ["lt"],
            ["br_true", 4],
            ["copy_loc", 0],
            ["ret"],
          ],
        },
      ],
    };
    expect(await run(spec)).toBe("VM_MAX_VALUE_DEPTH_REACHED");
  });
});

describe("a module of the state that no ledger would publish", () => {
  test("ends its call in a status", async () => {
    // The locals of one of its functions are of type parameters that the function does not have.
    const bytes = hexToBytes(readVectorText("move-vm/verifier/host-fault-unverified.hex").trim());
    const empty = Uint8Array.of(0);
    expect(await runIn(bytes, "0xcafe::compare::bytes", [], [empty, empty])).toBe("UNEXPECTED_VERIFIER_ERROR");
  });
});
