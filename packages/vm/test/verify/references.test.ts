import { buildModule, type FunctionSpec, type InstructionSpec, type StructSpec } from "@ledger/move";
import { formatAddressLong, parseAddress, parseEntryFunctionId } from "@ledger/types";
import { describe, expect, test } from "vitest";
import {
  callFunction,
  createEnvironment,
  createUnmeteredGas,
  Features,
  MoveVm,
  type SessionOptions,
  VmError,
  voidContext,
} from "../../src/index.ts";
import { frameworkNatives } from "../../src/natives/index.ts";
import { codeView } from "../support/genesis.ts";

const structs: readonly StructSpec[] = [
  {
    name: "Pair",
    abilities: ["copy", "drop"],
    fields: [
      { name: "a", type: "u64" },
      { name: "b", type: "vector<u64>" },
    ],
  },
  { name: "Box", abilities: ["key"], fields: [{ name: "value", type: "u64" }] },
  { name: "Wrapped", abilities: ["key"], typeParams: [{ phantom: true }], fields: [{ name: "value", type: "u64" }] },
  {
    name: "Shape",
    abilities: ["copy", "drop"],
    variants: [
      { name: "Circle", fields: [{ name: "r", type: "u64" }] },
      {
        name: "Square",
        fields: [
          { name: "w", type: "u64" },
          { name: "h", type: "u64" },
        ],
      },
    ],
  },
];

/** Functions of the module that the ones under test call. */
const helpers: readonly FunctionSpec[] = [
  { name: "same", params: ["&mut u64"], returns: ["&mut u64"], code: [["move_loc", 0], ["ret"]] },
  { name: "look", params: ["&u64"], returns: ["&u64"], code: [["move_loc", 0], ["ret"]] },
  {
    name: "use_two",
    params: ["&mut u64", "&mut u64"],
    code: [["move_loc", 0], ["pop"], ["move_loc", 1], ["pop"], ["ret"]],
  },
  {
    name: "take_box",
    params: ["address"],
    acquires: ["Box"],
    code: [["move_loc", 0], ["move_from", "Box"], ["unpack", "Box"], ["pop"], ["ret"]],
  },
  {
    name: "calls_take_box",
    params: ["address"],
    acquires: ["Box"],
    code: [["move_loc", 0], ["call", "take_box"], ["ret"]],
  },
];

const environment = createEnvironment({ features: Features.of([74, 75, 89]) });

function open(run: Partial<FunctionSpec>, compile: SessionOptions["compile"]) {
  const functions = [...helpers, { name: "run", visibility: "public", ...run } as const];
  const bytes = buildModule({ address: "0xbad", name: "m", structs, functions });
  return new MoveVm({ natives: frameworkNatives }).createSession({
    environment,
    state: codeView(() => ({ bytes })),
    meter: createUnmeteredGas(),
    context: voidContext,
    compile,
  });
}

/** What publishing code ends in. */
async function publish(run: Partial<FunctionSpec>): Promise<string> {
  try {
    await open(run, "never").linkModule(formatAddressLong(parseAddress("0xbad")), "m");
    return "published";
  } catch (error) {
    if (error instanceof VmError) return error.status;
    throw error;
  }
}

const newPair: readonly InstructionSpec[] = [
  ["ld_u64", 1],
  ["vec_pack", "u64", 0],
  ["pack", "Pair"],
  ["st_loc", 0],
];

/** Code that breaks one rule each, with what a ledger answers when it is published. */
const unsafe: readonly [rule: string, status: string, run: Partial<FunctionSpec>][] = [
  [
    "a local is moved while a reference to it lives",
    "MOVELOC_EXISTS_BORROW_ERROR",
    {
      locals: ["u64", "&u64"],
      code: [["ld_u64", 1], ["st_loc", 0], ["imm_borrow_loc", 0], ["st_loc", 1], ["move_loc", 0], ["pop"], ["ret"]],
    },
  ],
  [
    "a local is overwritten while a reference to it lives",
    "STLOC_UNSAFE_TO_DESTROY_ERROR",
    {
      locals: ["u64", "&u64"],
      code: [["ld_u64", 1], ["st_loc", 0], ["imm_borrow_loc", 0], ["st_loc", 1], ["ld_u64", 2], ["st_loc", 0], ["ret"]],
    },
  ],
  [
    "a local is copied while a mutable reference to it lives",
    "COPYLOC_EXISTS_BORROW_ERROR",
    {
      locals: ["u64", "&mut u64"],
      code: [["ld_u64", 1], ["st_loc", 0], ["mut_borrow_loc", 0], ["st_loc", 1], ["copy_loc", 0], ["pop"], ["ret"]],
    },
  ],
  [
    "a local is borrowed while a mutable reference to it lives",
    "BORROWLOC_EXISTS_BORROW_ERROR",
    {
      locals: ["u64", "&mut u64"],
      code: [
        ["ld_u64", 1],
        ["st_loc", 0],
        ["mut_borrow_loc", 0],
        ["st_loc", 1],
        ["imm_borrow_loc", 0],
        ["pop"],
        ["ret"],
      ],
    },
  ],
  [
    "an enum is overwritten while a reference into one of its variants lives",
    "WRITEREF_EXISTS_BORROW_ERROR",
    {
      locals: ["0xbad::m::Shape", "&mut 0xbad::m::Shape", "&u64"],
      code: [
        ["ld_u64", 1],
        ["pack_variant", "Shape", "Circle"],
        ["st_loc", 0],
        ["mut_borrow_loc", 0],
        ["st_loc", 1],
        ["copy_loc", 1],
        ["freeze_ref"],
        ["imm_borrow_variant_field", "Shape", "r", ["Circle"]],
        ["st_loc", 2],
        ["ld_u64", 1],
        ["ld_u64", 2],
        ["pack_variant", "Shape", "Square"],
        ["move_loc", 1],
        ["write_ref"],
        ["ret"],
      ],
    },
  ],
  [
    "a value is read while a mutable reference into it lives",
    "READREF_EXISTS_MUTABLE_BORROW_ERROR",
    {
      locals: ["0xbad::m::Pair", "&mut 0xbad::m::Pair", "&mut u64"],
      code: [
        ...newPair,
        ["mut_borrow_loc", 0],
        ["st_loc", 1],
        ["copy_loc", 1],
        ["mut_borrow_field", "Pair", "a"],
        ["st_loc", 2],
        ["move_loc", 1],
        ["read_ref"],
        ["pop"],
        ["ret"],
      ],
    },
  ],
  [
    "a reference is frozen while a mutable one into it lives",
    "FREEZEREF_EXISTS_MUTABLE_BORROW_ERROR",
    {
      locals: ["0xbad::m::Pair", "&mut 0xbad::m::Pair", "&mut u64"],
      code: [
        ...newPair,
        ["mut_borrow_loc", 0],
        ["st_loc", 1],
        ["copy_loc", 1],
        ["mut_borrow_field", "Pair", "a"],
        ["st_loc", 2],
        ["move_loc", 1],
        ["freeze_ref"],
        ["pop"],
        ["ret"],
      ],
    },
  ],
  [
    "a field is borrowed while a mutable reference to it lives",
    "BORROWFIELD_EXISTS_MUTABLE_BORROW_ERROR",
    {
      locals: ["0xbad::m::Pair", "&mut 0xbad::m::Pair", "&mut u64"],
      code: [
        ...newPair,
        ["mut_borrow_loc", 0],
        ["st_loc", 1],
        ["copy_loc", 1],
        ["mut_borrow_field", "Pair", "a"],
        ["st_loc", 2],
        ["move_loc", 1],
        ["imm_borrow_field", "Pair", "a"],
        ["pop"],
        ["ret"],
      ],
    },
  ],
  [
    "an element is popped while a reference to one lives",
    "VEC_UPDATE_EXISTS_MUTABLE_BORROW_ERROR",
    {
      locals: ["vector<u64>", "&mut vector<u64>", "&u64"],
      code: [
        ["ld_u64", 1],
        ["vec_pack", "u64", 1],
        ["st_loc", 0],
        ["mut_borrow_loc", 0],
        ["st_loc", 1],
        ["copy_loc", 1],
        ["freeze_ref"],
        ["ld_u64", 0],
        ["vec_imm_borrow", "u64"],
        ["st_loc", 2],
        ["move_loc", 1],
        ["vec_pop_back", "u64"],
        ["pop"],
        ["ret"],
      ],
    },
  ],
  [
    "two elements are borrowed mutably",
    "VEC_BORROW_ELEMENT_EXISTS_MUTABLE_BORROW_ERROR",
    {
      locals: ["vector<u64>", "&mut vector<u64>", "&mut u64"],
      code: [
        ["ld_u64", 1],
        ["vec_pack", "u64", 1],
        ["st_loc", 0],
        ["mut_borrow_loc", 0],
        ["st_loc", 1],
        ["copy_loc", 1],
        ["ld_u64", 0],
        ["vec_mut_borrow", "u64"],
        ["st_loc", 2],
        ["move_loc", 1],
        ["ld_u64", 0],
        ["vec_mut_borrow", "u64"],
        ["pop"],
        ["ret"],
      ],
    },
  ],
  [
    "an element is borrowed while a mutable reference to one lives",
    "VEC_BORROW_ELEMENT_EXISTS_MUTABLE_BORROW_ERROR",
    {
      locals: ["vector<u64>", "&mut vector<u64>", "&mut u64"],
      code: [
        ["ld_u64", 1],
        ["vec_pack", "u64", 1],
        ["st_loc", 0],
        ["mut_borrow_loc", 0],
        ["st_loc", 1],
        ["copy_loc", 1],
        ["ld_u64", 0],
        ["vec_mut_borrow", "u64"],
        ["st_loc", 2],
        ["move_loc", 1],
        ["ld_u64", 0],
        ["vec_imm_borrow", "u64"],
        ["pop"],
        ["ret"],
      ],
    },
  ],
  [
    "one mutable reference is handed on twice",
    "CALL_BORROWED_MUTABLE_REFERENCE_ERROR",
    {
      params: ["&mut u64"],
      code: [["copy_loc", 0], ["copy_loc", 0], ["call", "use_two"], ["ret"]],
    },
  ],
  [
    "a mutable reference is returned together with one that leads to the same",
    "RET_BORROWED_MUTABLE_REFERENCE_ERROR",
    {
      params: ["&mut u64"],
      returns: ["&mut u64", "&mut u64"],
      locals: ["&mut u64"],
      code: [["copy_loc", 0], ["st_loc", 1], ["copy_loc", 1], ["move_loc", 1], ["ret"]],
    },
  ],
  [
    "a reference to a local is returned",
    "UNSAFE_RET_LOCAL_OR_RESOURCE_STILL_BORROWED",
    { returns: ["&u64"], locals: ["u64"], code: [["ld_u64", 1], ["st_loc", 0], ["imm_borrow_loc", 0], ["ret"]] },
  ],
  [
    "a reference to a local is returned by way of a call",
    "UNSAFE_RET_LOCAL_OR_RESOURCE_STILL_BORROWED",
    {
      returns: ["&u64"],
      locals: ["u64"],
      code: [["ld_u64", 1], ["st_loc", 0], ["imm_borrow_loc", 0], ["call", "look"], ["ret"]],
    },
  ],
  [
    "a reference to a global resource is returned",
    "UNSAFE_RET_LOCAL_OR_RESOURCE_STILL_BORROWED",
    {
      params: ["address"],
      returns: ["&0xbad::m::Box"],
      acquires: ["Box"],
      code: [["move_loc", 0], ["imm_borrow_global", "Box"], ["ret"]],
    },
  ],
  [
    "a resource is moved out while a reference to one of its kind lives",
    "GLOBAL_REFERENCE_ERROR",
    {
      params: ["address"],
      acquires: ["Box"],
      locals: ["&0xbad::m::Box"],
      code: [
        ["copy_loc", 0],
        ["imm_borrow_global", "Box"],
        ["st_loc", 1],
        ["move_loc", 0],
        ["move_from", "Box"],
        ["unpack", "Box"],
        ["pop"],
        ["ret"],
      ],
    },
  ],
  [
    "two resources of a kind are borrowed mutably",
    "GLOBAL_REFERENCE_ERROR",
    {
      params: ["address"],
      acquires: ["Wrapped"],
      locals: ["&mut 0xbad::m::Wrapped<u8>"],
      code: [
        ["copy_loc", 0],
        ["mut_borrow_global_generic", "Wrapped", "u8"],
        ["st_loc", 1],
        ["move_loc", 0],
        ["mut_borrow_global_generic", "Wrapped", "u64"],
        ["pop"],
        ["ret"],
      ],
    },
  ],
  [
    "a call of a call takes a resource while a reference to one lives, whatever the module says it acquires",
    "GLOBAL_REFERENCE_ERROR",
    {
      params: ["address"],
      locals: ["&0xbad::m::Box"],
      code: [
        ["copy_loc", 0],
        ["imm_borrow_global", "Box"],
        ["st_loc", 1],
        ["move_loc", 0],
        ["call", "calls_take_box"],
        ["ret"],
      ],
    },
  ],
  [
    "a reference from before a branch leads to a local that one of the ways moves",
    "MOVELOC_EXISTS_BORROW_ERROR",
    {
      params: ["bool"],
      locals: ["u64", "u64", "&u64"],
      code: [
        ["ld_u64", 1],
        ["st_loc", 1],
        ["ld_u64", 2],
        ["st_loc", 2],
        ["move_loc", 0],
        ["br_true", 9],
        ["imm_borrow_loc", 1],
        ["st_loc", 3],
        ["branch", 11],
        ["imm_borrow_loc", 2],
        ["st_loc", 3],
        ["move_loc", 2],
        ["pop"],
        ["move_loc", 3],
        ["read_ref"],
        ["pop"],
        ["ret"],
      ],
    },
  ],
  [
    "a reference of one turn of a loop leads to a local that the next turn overwrites",
    "STLOC_UNSAFE_TO_DESTROY_ERROR",
    {
      params: ["bool"],
      locals: ["u64", "u64", "&u64"],
      code: [
        ["ld_u64", 1],
        ["st_loc", 1],
        ["ld_u64", 2],
        ["st_loc", 2],
        ["imm_borrow_loc", 2],
        ["st_loc", 3],
        ["ld_u64", 3],
        ["st_loc", 1],
        ["imm_borrow_loc", 1],
        ["st_loc", 3],
        ["copy_loc", 0],
        ["br_true", 6],
        ["ret"],
      ],
    },
  ],
];

/** Code close to the above that breaks no rule. */
const safe: readonly [what: string, run: Partial<FunctionSpec>][] = [
  [
    "a local is moved after the last use of a reference to it",
    {
      locals: ["u64", "&u64"],
      code: [
        ["ld_u64", 1],
        ["st_loc", 0],
        ["imm_borrow_loc", 0],
        ["st_loc", 1],
        ["move_loc", 1],
        ["read_ref"],
        ["pop"],
        ["move_loc", 0],
        ["pop"],
        ["ret"],
      ],
    },
  ],
  [
    "two fields are borrowed mutably",
    {
      locals: ["0xbad::m::Pair", "&mut 0xbad::m::Pair", "&mut u64", "&mut vector<u64>"],
      code: [
        ...newPair,
        ["mut_borrow_loc", 0],
        ["st_loc", 1],
        ["copy_loc", 1],
        ["mut_borrow_field", "Pair", "a"],
        ["st_loc", 2],
        ["move_loc", 1],
        ["mut_borrow_field", "Pair", "b"],
        ["st_loc", 3],
        ["ld_u64", 5],
        ["move_loc", 2],
        ["write_ref"],
        ["move_loc", 3],
        ["ld_u64", 6],
        ["vec_push_back", "u64"],
        ["ret"],
      ],
    },
  ],
  [
    "a field of a parameter is returned",
    {
      params: ["&mut 0xbad::m::Pair"],
      returns: ["&mut u64"],
      code: [["move_loc", 0], ["mut_borrow_field", "Pair", "a"], ["call", "same"], ["ret"]],
    },
  ],
  [
    "a reference wanders down in a loop",
    {
      params: ["&mut vector<u64>", "bool"],
      locals: ["&mut u64"],
      code: [
        ["copy_loc", 0],
        ["ld_u64", 0],
        ["vec_mut_borrow", "u64"],
        ["st_loc", 2],
        ["ld_u64", 7],
        ["move_loc", 2],
        ["write_ref"],
        ["copy_loc", 1],
        ["br_true", 0],
        ["ret"],
      ],
    },
  ],
];

describe("references that a verifier does not let pass", () => {
  test.each(unsafe)("%s", async (_rule, status, run) => {
    expect(await publish(run)).toBe(status);
  });

  test.each(unsafe.filter(([, , { params = [] }]) => params.length === 0))(
    "%s: stored all the same, it ends in a status",
    async (_rule, _status, run) => {
      for (const compile of ["never", "hot", "always"] as const) {
        const outcome = await callFunction(open(run, compile), parseEntryFunctionId("0xbad::m::run"), [], []);
        expect(outcome.kind === "failed" && outcome.error.status).toBe("UNEXPECTED_VERIFIER_ERROR");
      }
    },
  );

  test("references without number end the check, not the process", async () => {
    const count = 120;
    const locals = Array.from({ length: count }, () => "&mut u64");
    const code: InstructionSpec[] = [];
    // Every local gets what a call makes of all of them, over and over.
    for (let i = 0; i < count; i++) code.push(["copy_loc", 0], ["st_loc", 1 + i]);
    for (let i = 0; i < 4_000; i++)
      code.push(["copy_loc", 1 + (i % count)], ["call", "same"], ["st_loc", 1 + ((i * 7) % count)]);
    code.push(["ret"]);
    expect(await publish({ params: ["&mut u64"], locals, code })).toBe("CALL_BORROWED_MUTABLE_REFERENCE_ERROR");
  });
});

describe("references that a verifier lets pass", () => {
  test.each(safe)("%s", async (_what, run) => {
    expect(await publish(run)).toBe("published");
  });
});
