import type { InstructionSpec, ModuleSpec } from "@ledger/move";
import { at, codeRule, rule, type VerifierCase } from "./case.ts";

const own = "0xbad::m::";
const shiftBy = (amount: InstructionSpec): readonly InstructionSpec[] => [
  ["ld_u64", 1],
  amount,
  ["shl"],
  ["pop"],
  ["ret"],
];

const operands: readonly VerifierCase[] = [
  ...codeRule("9.3 Pop", [
    ["a number", "accepted", [["ld_u8", 1], ["pop"], ["ret"]]],
    ["a resource", "POP_WITHOUT_DROP_ABILITY", [["move_loc", 0], ["pop"], ["ret"]], { params: [`${own}Counter`] }],
  ]),
  ...codeRule("9.3 BrTrue, BrFalse", [
    ["a boolean", "accepted", [["ld_false"], ["br_false", 2], ["ret"]]],
    ["a number", "BR_TYPE_MISMATCH_ERROR", [["ld_u8", 1], ["br_false", 2], ["ret"]]],
  ]),
  ...codeRule("9.3 Abort", [
    ["a u64", "accepted", [["ld_u64", 1], ["abort"]]],
    ["a u8", "ABORT_TYPE_MISMATCH_ERROR", [["ld_u8", 1], ["abort"]]],
  ]),
  ...codeRule("9.3 AbortMsg", [
    ["a u64 and bytes", "accepted", [["ld_u64", 1], ["vec_pack", "u8", 0], ["abort_msg"]]],
    ["bytes below the code", "ABORT_TYPE_MISMATCH_ERROR", [["vec_pack", "u8", 0], ["ld_u64", 1], ["abort_msg"]]],
  ]),
  ...codeRule("9.3 Ret", [
    ["the results", "accepted", [["ld_u64", 1], ["ret"]], { returns: ["u64"] }],
    ["another type", "RET_TYPE_MISMATCH_ERROR", [["ld_u8", 1], ["ret"]], { returns: ["u64"] }],
    [
      "two in the other order",
      "RET_TYPE_MISMATCH_ERROR",
      [["ld_u8", 1], ["ld_u64", 1], ["ret"]],
      { returns: ["u64", "u8"] },
    ],
  ]),
  ...codeRule("9.3 StLoc", [
    ["the type of the local", "accepted", [["ld_u64", 1], ["st_loc", 0], ["ret"]], { locals: ["u64"] }],
    ["another type", "STLOC_TYPE_MISMATCH_ERROR", [["ld_u8", 1], ["st_loc", 0], ["ret"]], { locals: ["u64"] }],
  ]),
  ...codeRule("9.3 CopyLoc", [
    ["a number", "accepted", [["copy_loc", 0], ["pop"], ["ret"]], { params: ["u64"] }],
    ["a resource", "COPYLOC_WITHOUT_COPY_ABILITY", [["copy_loc", 0], ["abort"]], { params: [`${own}Counter`] }],
  ]),
  ...codeRule("9.3 MutBorrowLoc, ImmBorrowLoc", [
    ["a number", "accepted", [["mut_borrow_loc", 0], ["pop"], ["ret"]], { params: ["u64"] }],
    ["a reference", "BORROWLOC_REFERENCE_ERROR", [["mut_borrow_loc", 0], ["pop"], ["ret"]], { params: ["&u64"] }],
  ]),
];

const references: readonly VerifierCase[] = [
  ...codeRule("9.3 FreezeRef", [
    ["a mutable reference", "accepted", [["move_loc", 0], ["freeze_ref"], ["pop"], ["ret"]], { params: ["&mut u64"] }],
    [
      "an immutable one",
      "FREEZEREF_TYPE_MISMATCH_ERROR",
      [["move_loc", 0], ["freeze_ref"], ["pop"], ["ret"]],
      { params: ["&u64"] },
    ],
  ]),
  ...codeRule("9.3 ReadRef", [
    ["a mutable reference", "accepted", [["move_loc", 0], ["read_ref"], ["pop"], ["ret"]], { params: ["&mut u64"] }],
    ["a number", "READREF_TYPE_MISMATCH_ERROR", [["ld_u8", 1], ["read_ref"], ["pop"], ["ret"]]],
    [
      "a resource",
      "READREF_WITHOUT_COPY_ABILITY",
      [["move_loc", 0], ["read_ref"], ["abort"]],
      { params: [`&${own}Counter`] },
    ],
  ]),
  ...codeRule("9.3 WriteRef", [
    ["a value", "accepted", [["ld_u64", 1], ["move_loc", 0], ["write_ref"], ["ret"]], { params: ["&mut u64"] }],
    [
      "another type",
      "WRITEREF_TYPE_MISMATCH_ERROR",
      [["ld_u8", 1], ["move_loc", 0], ["write_ref"], ["ret"]],
      { params: ["&mut u64"] },
    ],
    [
      "an immutable reference",
      "WRITEREF_NO_MUTABLE_REFERENCE_ERROR",
      [["ld_u64", 1], ["move_loc", 0], ["write_ref"], ["ret"]],
      { params: ["&u64"] },
    ],
    [
      "a resource",
      "WRITEREF_WITHOUT_DROP_ABILITY",
      [["move_loc", 1], ["move_loc", 0], ["write_ref"], ["ret"]],
      { params: [`&mut ${own}Counter`, `${own}Counter`] },
    ],
  ]),
  ...codeRule("9.3 MutBorrowField, ImmBorrowField", [
    [
      "immutably of a mutable reference",
      "accepted",
      [["move_loc", 0], ["imm_borrow_field", "Point", "x"], ["pop"], ["ret"]],
      { params: [`&mut ${own}Point`] },
    ],
    [
      "mutably of an immutable one",
      "BORROWFIELD_TYPE_MISMATCH_ERROR",
      [["move_loc", 0], ["mut_borrow_field", "Point", "x"], ["pop"], ["ret"]],
      { params: [`&${own}Point`] },
    ],
    [
      "of another struct",
      "BORROWFIELD_TYPE_MISMATCH_ERROR",
      [["move_loc", 0], ["imm_borrow_field", "Point", "x"], ["pop"], ["ret"]],
      { params: [`&${own}Plain`] },
    ],
  ]),
  ...codeRule("9.3 fields of variants", [
    [
      "of one type",
      "accepted",
      [["move_loc", 0], ["imm_borrow_variant_field", "Shape", "side", ["Square", "Oblong"]], ["pop"], ["ret"]],
      { params: [`&${own}Shape`] },
    ],
    [
      "of two types",
      "BORROWFIELD_TYPE_MISMATCH_ERROR",
      [["move_loc", 0], ["imm_borrow_variant_field", "Shape", "side", ["Square", "Odd"]], ["pop"], ["ret"]],
      { params: [`&${own}Shape`] },
    ],
  ]),
];

const values: readonly VerifierCase[] = [
  ...codeRule("9.3 Pack", [
    ["its fields", "accepted", [["ld_u64", 1], ["pack", "Plain"], ["pop"], ["ret"]]],
    ["others", "PACK_TYPE_MISMATCH_ERROR", [["ld_u8", 1], ["pack", "Plain"], ["pop"], ["ret"]]],
  ]),
  ...codeRule("9.3 PackVariant", [
    ["its fields", "accepted", [["ld_u64", 1], ["pack_variant", "Shape", "Square"], ["pop"], ["ret"]]],
    ["others", "PACK_TYPE_MISMATCH_ERROR", [["ld_u8", 1], ["pack_variant", "Shape", "Square"], ["pop"], ["ret"]]],
  ]),
  ...codeRule("9.3 Unpack", [
    ["the struct", "accepted", [["move_loc", 0], ["unpack", "Plain"], ["pop"], ["ret"]], { params: [`${own}Plain`] }],
    ["a number", "UNPACK_TYPE_MISMATCH_ERROR", [["ld_u8", 1], ["unpack", "Plain"], ["pop"], ["ret"]]],
  ]),
  ...codeRule("9.3 UnpackVariant", [
    [
      "the enum",
      "accepted",
      [["move_loc", 0], ["unpack_variant", "Shape", "Square"], ["pop"], ["ret"]],
      { params: [`${own}Shape`] },
    ],
    ["a number", "UNPACK_TYPE_MISMATCH_ERROR", [["ld_u8", 1], ["unpack_variant", "Shape", "Square"], ["pop"], ["ret"]]],
  ]),
  ...codeRule("9.3 TestVariant", [
    [
      "a mutable reference",
      "accepted",
      [["move_loc", 0], ["test_variant", "Shape", "Dot"], ["pop"], ["ret"]],
      { params: [`&mut ${own}Shape`] },
    ],
    [
      "the enum",
      "TEST_VARIANT_TYPE_MISMATCH_ERROR",
      [["move_loc", 0], ["test_variant", "Shape", "Dot"], ["pop"], ["ret"]],
      { params: [`${own}Shape`] },
    ],
  ]),
  ...codeRule("9.3 Call", [
    ["the parameters", "accepted", [["ld_u64", 1], ["call", "takes"], ["ret"]]],
    ["others", "CALL_TYPE_MISMATCH_ERROR", [["ld_u8", 1], ["call", "takes"], ["ret"]]],
  ]),
];

const storage: readonly VerifierCase[] = [
  ...codeRule("9.3 Exists", [
    ["a resource", "accepted", [at, ["exists", "Counter"], ["pop"], ["ret"]]],
    [
      "no address",
      "EXISTS_WITHOUT_KEY_ABILITY_OR_BAD_ARGUMENT",
      [["ld_u8", 1], ["exists", "Counter"], ["pop"], ["ret"]],
    ],
    ["no resource", "EXISTS_WITHOUT_KEY_ABILITY_OR_BAD_ARGUMENT", [at, ["exists", "Plain"], ["pop"], ["ret"]]],
  ]),
  ...codeRule("9.3 BorrowGlobal", [
    ["a resource", "accepted", [at, ["mut_borrow_global", "Counter"], ["pop"], ["ret"]], { acquires: ["Counter"] }],
    [
      "no address, and no resource",
      "BORROWGLOBAL_TYPE_MISMATCH_ERROR",
      [["ld_u8", 1], ["imm_borrow_global", "Plain"], ["pop"], ["ret"]],
    ],
    ["no resource", "BORROWGLOBAL_WITHOUT_KEY_ABILITY", [at, ["imm_borrow_global", "Plain"], ["pop"], ["ret"]]],
  ]),
  ...codeRule("9.3 MoveFrom", [
    [
      "a resource",
      "accepted",
      [at, ["move_from", "Counter"], ["unpack", "Counter"], ["pop"], ["ret"]],
      { acquires: ["Counter"] },
    ],
    [
      "no address",
      "MOVEFROM_TYPE_MISMATCH_ERROR",
      [["ld_u8", 1], ["move_from", "Counter"], ["unpack", "Counter"], ["pop"], ["ret"]],
    ],
    [
      "no address, and no resource",
      "MOVEFROM_WITHOUT_KEY_ABILITY",
      [["ld_u8", 1], ["move_from", "Plain"], ["pop"], ["ret"]],
    ],
  ]),
  ...codeRule("9.3 MoveTo", [
    [
      "a resource",
      "accepted",
      [["move_loc", 0], ["ld_u64", 1], ["pack", "Counter"], ["move_to", "Counter"], ["ret"]],
      { params: ["&signer"] },
    ],
    [
      "a mutable reference to the signer",
      "MOVETO_TYPE_MISMATCH_ERROR",
      [["move_loc", 0], ["ld_u64", 1], ["pack", "Counter"], ["move_to", "Counter"], ["ret"]],
      { params: ["&mut signer"] },
    ],
    [
      "no resource",
      "MOVETO_WITHOUT_KEY_ABILITY",
      [["move_loc", 0], ["ld_u64", 1], ["pack", "Plain"], ["move_to", "Plain"], ["ret"]],
      { params: ["&signer"] },
    ],
  ]),
];

const arithmetic: readonly VerifierCase[] = [
  ...codeRule("9.3 Add, Sub, Mul, Div, Mod", [
    ["signed", "accepted", [["ld_i8", 1], ["ld_i8", 1], ["add"], ["pop"], ["ret"]]],
    ["two types", "INTEGER_OP_TYPE_MISMATCH_ERROR", [["ld_u8", 1], ["ld_u64", 1], ["mod"], ["pop"], ["ret"]]],
  ]),
  ...codeRule("9.3 BitOr, BitAnd, Xor", [
    ["unsigned", "accepted", [["ld_u8", 1], ["ld_u8", 1], ["xor"], ["pop"], ["ret"]]],
    ["signed", "INTEGER_OP_TYPE_MISMATCH_ERROR", [["ld_i8", 1], ["ld_i8", 1], ["xor"], ["pop"], ["ret"]]],
  ]),
  ...codeRule("9.3 Negate", [
    ["signed", "accepted", [["ld_i64", 1], ["negate"], ["pop"], ["ret"]]],
    ["unsigned", "INTEGER_OP_TYPE_MISMATCH_ERROR", [["ld_u64", 1], ["negate"], ["pop"], ["ret"]]],
  ]),
  ...codeRule("9.3 Shl, Shr", [
    ["by a u8", "accepted", shiftBy(["ld_u8", 1])],
    ["by a u64", "INTEGER_OP_TYPE_MISMATCH_ERROR", shiftBy(["ld_u64", 1])],
    ["of a signed one", "INTEGER_OP_TYPE_MISMATCH_ERROR", [["ld_i64", 1], ["ld_u8", 1], ["shr"], ["pop"], ["ret"]]],
  ]),
  ...codeRule("9.3 Lt, Gt, Le, Ge", [
    ["signed", "accepted", [["ld_i8", 1], ["ld_i8", 1], ["le"], ["pop"], ["ret"]]],
    ["two types", "INTEGER_OP_TYPE_MISMATCH_ERROR", [["ld_i8", 1], ["ld_u8", 1], ["le"], ["pop"], ["ret"]]],
  ]),
  ...codeRule("9.3 Or, And, Not", [
    ["booleans", "accepted", [["ld_true"], ["ld_false"], ["or"], ["not"], ["pop"], ["ret"]]],
    ["a number", "BOOLEAN_OP_TYPE_MISMATCH_ERROR", [["ld_true"], ["ld_u8", 1], ["and"], ["pop"], ["ret"]]],
  ]),
  ...codeRule("9.3 Eq, Neq", [
    ["references", "accepted", [["copy_loc", 0], ["move_loc", 0], ["neq"], ["pop"], ["ret"]], { params: ["&u64"] }],
    ["two types", "EQUALITY_OP_TYPE_MISMATCH_ERROR", [["ld_u8", 1], ["ld_u64", 1], ["eq"], ["pop"], ["ret"]]],
    [
      "resources",
      "EQUALITY_OP_TYPE_MISMATCH_ERROR",
      [["move_loc", 0], ["move_loc", 1], ["eq"], ["pop"], ["ret"]],
      { params: [`${own}Counter`, `${own}Counter`] },
    ],
  ]),
  ...codeRule("9.3 Cast", [
    ["a signed number", "accepted", [["ld_i8", 1], ["cast_u256"], ["pop"], ["ret"]]],
    ["a boolean", "INTEGER_OP_TYPE_MISMATCH_ERROR", [["ld_true"], ["cast_u8"], ["pop"], ["ret"]]],
  ]),
];

const vectors: readonly VerifierCase[] = [
  ...codeRule("9.3 VecPack", [
    ["its elements", "accepted", [["ld_u8", 1], ["vec_pack", "u8", 1], ["pop"], ["ret"]]],
    ["others", "TYPE_MISMATCH", [["ld_u64", 1], ["vec_pack", "u8", 1], ["pop"], ["ret"]]],
  ]),
  ...codeRule("9.3 VecLen", [
    ["a reference", "accepted", [["move_loc", 0], ["vec_len", "u8"], ["pop"], ["ret"]], { params: ["&vector<u8>"] }],
    [
      "other elements",
      "TYPE_MISMATCH",
      [["move_loc", 0], ["vec_len", "u64"], ["pop"], ["ret"]],
      { params: ["&vector<u8>"] },
    ],
  ]),
  ...codeRule("9.3 VecImmBorrow, VecMutBorrow", [
    [
      "mutably",
      "accepted",
      [["move_loc", 0], ["ld_u64", 0], ["vec_mut_borrow", "u8"], ["pop"], ["ret"]],
      { params: ["&mut vector<u8>"] },
    ],
    [
      "mutably of an immutable reference",
      "TYPE_MISMATCH",
      [["move_loc", 0], ["ld_u64", 0], ["vec_mut_borrow", "u8"], ["pop"], ["ret"]],
      { params: ["&vector<u8>"] },
    ],
    [
      "an index that is no u64",
      "TYPE_MISMATCH",
      [["move_loc", 0], ["ld_u8", 0], ["vec_imm_borrow", "u8"], ["pop"], ["ret"]],
      { params: ["&vector<u8>"] },
    ],
  ]),
  ...codeRule("9.3 VecPushBack", [
    [
      "an element",
      "accepted",
      [["move_loc", 0], ["ld_u8", 0], ["vec_push_back", "u8"], ["ret"]],
      { params: ["&mut vector<u8>"] },
    ],
    [
      "another",
      "TYPE_MISMATCH",
      [["move_loc", 0], ["ld_u64", 0], ["vec_push_back", "u8"], ["ret"]],
      { params: ["&mut vector<u8>"] },
    ],
  ]),
  ...codeRule("9.3 VecPopBack", [
    [
      "mutably",
      "accepted",
      [["move_loc", 0], ["vec_pop_back", "u8"], ["pop"], ["ret"]],
      { params: ["&mut vector<u8>"] },
    ],
    [
      "of an immutable reference",
      "TYPE_MISMATCH",
      [["move_loc", 0], ["vec_pop_back", "u8"], ["pop"], ["ret"]],
      { params: ["&vector<u8>"] },
    ],
  ]),
  ...codeRule("9.3 VecUnpack", [
    [
      "the vector",
      "accepted",
      [["move_loc", 0], ["vec_unpack", "u8", 1], ["pop"], ["ret"]],
      { params: ["vector<u8>"] },
    ],
    [
      "another",
      "TYPE_MISMATCH",
      [["move_loc", 0], ["vec_unpack", "u8", 1], ["pop"], ["ret"]],
      { params: ["vector<u64>"] },
    ],
  ]),
  ...codeRule("9.3 VecSwap", [
    [
      "two places",
      "accepted",
      [["move_loc", 0], ["ld_u64", 0], ["ld_u64", 1], ["vec_swap", "u8"], ["ret"]],
      { params: ["&mut vector<u8>"] },
    ],
    [
      "one that is no u64",
      "TYPE_MISMATCH",
      [["move_loc", 0], ["ld_u64", 0], ["ld_u8", 1], ["vec_swap", "u8"], ["ret"]],
      { params: ["&mut vector<u8>"] },
    ],
  ]),
];

const assignable: readonly VerifierCase[] = codeRule("9.3 assignable", [
  [
    "a function value of more abilities",
    "accepted",
    [["move_loc", 0], ["ret"]],
    { params: ["|u64| has copy + drop"], returns: ["|u64| has drop"] },
  ],
  [
    "of fewer abilities",
    "RET_TYPE_MISMATCH_ERROR",
    [["move_loc", 0], ["ret"]],
    { params: ["|u64| has drop"], returns: ["|u64| has copy + drop"] },
  ],
  [
    "behind an immutable reference",
    "accepted",
    [["move_loc", 0], ["ret"]],
    { params: ["&|u64| has copy + drop"], returns: ["&|u64| has drop"] },
  ],
  [
    "behind a mutable reference",
    "RET_TYPE_MISMATCH_ERROR",
    [["move_loc", 0], ["ret"]],
    { params: ["&mut |u64| has copy + drop"], returns: ["&mut |u64| has drop"] },
  ],
  [
    "inside of a vector",
    "RET_TYPE_MISMATCH_ERROR",
    [["move_loc", 0], ["ret"]],
    { params: ["vector<|u64| has copy + drop>"], returns: ["vector<|u64| has drop>"] },
  ],
  [
    "a mutable reference for an immutable one",
    "RET_TYPE_MISMATCH_ERROR",
    [["move_loc", 0], ["ret"]],
    { params: ["&mut u64"], returns: ["&u64"] },
  ],
]);

function closing(attribute: "persistent" | "module_lock", wanted: string): Partial<ModuleSpec> {
  return {
    functions: [
      { name: "run", visibility: "public", returns: [wanted], code: [["pack_closure", "target", 0n], ["ret"]] },
      { name: "target", visibility: "public", params: ["u64"], attributes: [{ kind: attribute }], code: [["ret"]] },
    ],
  };
}

const inner = "|u64| has drop";
const capturing = (given: string, target = inner): Partial<ModuleSpec> => ({
  functions: [
    {
      name: "run",
      visibility: "public",
      params: [given],
      returns: ["|| has drop"],
      code: [["move_loc", 0], ["pack_closure", "target", 1n], ["ret"]],
    },
    { name: "target", params: [target], code: [["ret"]] },
  ],
});
const calling = (params: readonly string[], code: readonly InstructionSpec[]): Partial<ModuleSpec> => ({
  functions: [{ name: "run", visibility: "public", params, code }],
});

const closures: readonly VerifierCase[] = [
  ...rule("9.3.1 abilities of a closure", [
    ["of a marked function", "accepted", closing("persistent", "|u64| has copy + drop + store")],
    ["of one that is public only", "RET_TYPE_MISMATCH_ERROR", closing("module_lock", "|u64| has copy + drop + store")],
    ["that captures more abilities", "accepted", capturing("|u64| has copy + drop")],
    ["that captures fewer", "PACK_TYPE_MISMATCH_ERROR", capturing("|u64| has copy")],
  ]),
  ...rule("9.3 PackClosure", [
    ["a value", "accepted", capturing("u64", "u64")],
    ["another", "PACK_TYPE_MISMATCH_ERROR", capturing("u8", "u64")],
    ["a reference", "PACK_TYPE_MISMATCH_ERROR", capturing("&u64", "&u64")],
  ]),
  ...rule("9.3 CallClosure", [
    [
      "the arguments",
      "accepted",
      calling(["|u64|u8"], [["ld_u64", 1], ["move_loc", 0], ["call_closure", "|u64|u8"], ["pop"], ["ret"]]),
    ],
    [
      "others",
      "CALL_TYPE_MISMATCH_ERROR",
      calling(["|u64|u8"], [["ld_u8", 1], ["move_loc", 0], ["call_closure", "|u64|u8"], ["pop"], ["ret"]]),
    ],
    [
      "another closure",
      "CALL_TYPE_MISMATCH_ERROR",
      calling(["|u64|u64"], [["ld_u64", 1], ["move_loc", 0], ["call_closure", "|u64|u8"], ["pop"], ["ret"]]),
    ],
  ]),
];

/** Operand types, rule by rule of the table. */
export const typeCases: readonly VerifierCase[] = [
  ...operands,
  ...references,
  ...values,
  ...storage,
  ...arithmetic,
  ...vectors,
  ...assignable,
  ...closures,
];
