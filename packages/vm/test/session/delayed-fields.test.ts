import { buildModule, type FunctionSpec, type InstructionSpec } from "@ledger/move";
import { formatAddress, moduleKey, parseAddress, parseEntryFunctionId } from "@ledger/types";
import { describeVectors } from "@ledger/vectors";
import { expect, test } from "vitest";
import { callFunction, readEnvironment } from "../../src/index.ts";
import { genesisState, keyText, viewOf } from "../support/genesis.ts";
import { createTestMachine, createTestSession } from "../support/machine.ts";

const aggregator = "0x1::aggregator_v2::Aggregator<u64>";
const make: readonly InstructionSpec[] = [["call_generic", "0x1::aggregator_v2::create_unbounded_aggregator", "u64"]];

/** Makes two aggregators in locals 0 and 1. */
const two: readonly InstructionSpec[] = [...make, ["st_loc", 0], ...make, ["st_loc", 1]];

function storing(name: string, count: number): FunctionSpec {
  const all = Array.from({ length: count }, () => make).flat();
  return {
    name,
    visibility: "public",
    params: ["&signer"],
    code: [["move_loc", 0], ...all, ["vec_pack", aggregator, count], ["pack", "Many"], ["move_to", "Many"], ["ret"]],
  };
}

const functions: readonly FunctionSpec[] = [
  {
    name: "equal",
    visibility: "public",
    locals: [aggregator, aggregator],
    code: [...two, ["imm_borrow_loc", 0], ["imm_borrow_loc", 1], ["eq"], ["pop"], ["ret"]],
  },
  {
    name: "equal_lists_of_other_lengths",
    visibility: "public",
    code: [...make, ["vec_pack", aggregator, 1], ["vec_pack", aggregator, 0], ["eq"], ["pop"], ["ret"]],
  },
  {
    name: "compare",
    visibility: "public",
    locals: [aggregator, aggregator],
    code: [
      ...two,
      ["imm_borrow_loc", 0],
      ["imm_borrow_loc", 1],
      ["call_generic", "0x1::cmp::compare", aggregator],
      ["pop"],
      ["ret"],
    ],
  },
  {
    name: "to_bytes",
    visibility: "public",
    locals: [aggregator, aggregator],
    code: [...two, ["imm_borrow_loc", 0], ["call_generic", "0x1::bcs::to_bytes", aggregator], ["pop"], ["ret"]],
  },
  {
    name: "size",
    visibility: "public",
    locals: [aggregator, aggregator],
    code: [...two, ["imm_borrow_loc", 0], ["call_generic", "0x1::bcs::serialized_size", aggregator], ["pop"], ["ret"]],
  },
  {
    name: "show",
    visibility: "public",
    locals: [aggregator, aggregator],
    code: [
      ...two,
      ["imm_borrow_loc", 0],
      ["call_generic", "0x1::string_utils::to_string", aggregator],
      ["pop"],
      ["ret"],
    ],
  },
  {
    name: "capture",
    visibility: "public",
    code: [...make, ["pack_closure", "take", 1], ["pop"], ["ret"]],
  },
  { name: "take", visibility: "public", params: [aggregator], code: [["ret"]] },
  storing("store_ten", 10),
  storing("store_eleven", 11),
];

const module = buildModule({
  address: "0xcafe",
  name: "m",
  structs: [{ name: "Many", abilities: ["key"], fields: [{ name: "list", type: `vector<${aggregator}>` }] }],
  functions,
  imports: {
    structs: [
      { type: "0x1::aggregator_v2::Aggregator", abilities: ["drop", "store"], typeParams: [{}] },
      { type: "0x1::cmp::Ordering", abilities: ["copy", "drop"] },
      { type: "0x1::string::String", abilities: ["copy", "drop", "store"] },
    ],
    functions: [
      {
        function: "0x1::aggregator_v2::create_unbounded_aggregator",
        typeParams: [{ constraints: ["copy", "drop"] }],
        returns: ["0x1::aggregator_v2::Aggregator<T0>"],
      },
      { function: "0x1::cmp::compare", typeParams: [{}], params: ["&T0", "&T0"], returns: ["0x1::cmp::Ordering"] },
      { function: "0x1::bcs::to_bytes", typeParams: [{}], params: ["&T0"], returns: ["vector<u8>"] },
      { function: "0x1::bcs::serialized_size", typeParams: [{}], params: ["&T0"], returns: ["u64"] },
      { function: "0x1::string_utils::to_string", typeParams: [{}], params: ["&T0"], returns: ["0x1::string::String"] },
    ],
  },
});

/** What block execution answers; views and simulations return. */
const inBlocks: Readonly<Record<string, string>> = {
  equal: "VM_EXTENSION_ERROR",
  equal_lists_of_other_lengths: "returned",
  compare: "VM_EXTENSION_ERROR",
  to_bytes: "ABORTED 453 in 0x1::bcs",
  size: "returned",
  show: "ABORTED 3 in 0x1::string_utils",
  capture: "UNABLE_TO_CAPTURE_DELAYED_FIELDS",
  store_ten: "returned",
  store_eleven: "TOO_MANY_DELAYED_FIELDS",
};

describeVectors("aggregators whose values block execution decides later", () => {
  const state = new Map(genesisState("devnet-2025-11"));
  state.set(keyText(moduleKey(parseAddress("0xcafe"), "m")), module);
  const machine = createTestMachine();

  async function run(name: string, inBlock: boolean, compile: "never" | "always"): Promise<string> {
    const environment = await readEnvironment(viewOf(state));
    expect(environment.features.has(36) && environment.features.has(41)).toBe(true);
    const session = createTestSession(machine, environment, state, { inBlock }, { compile });
    const args = name.startsWith("store") ? [{ signer: parseAddress("0xcafe") }] : [];
    const outcome = await callFunction(session, parseEntryFunctionId(`0xcafe::m::${name}`), [], args);
    if (outcome.kind === "returned") return "returned";
    const { status, abortCode, module: place } = outcome.error;
    const owner = typeof place === "object" ? `${formatAddress(parseAddress(place.address))}::${place.name}` : place;
    return abortCode === undefined ? status : `${status} ${abortCode} in ${owner}`;
  }

  test.each(Object.entries(inBlocks))("%s", async (name, expected) => {
    for (const compile of ["never", "always"] as const) {
      expect(await run(name, true, compile)).toBe(expected);
      expect(await run(name, false, compile)).toBe("returned");
    }
  });
}, ["genesis/devnet-2025-11.genesis.blob"]);
