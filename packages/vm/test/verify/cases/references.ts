import type { FunctionSpec, InstructionSpec, ModuleSpec } from "@ledger/move";
import { fn } from "../crafted.ts";
import { at, codeRule, rule, type VerifierCase } from "./case.ts";

const point = "0xbad::m::Point";
const shape = "0xbad::m::Shape";
const counter = "0xbad::m::Counter";
type Code = readonly InstructionSpec[];
type Spec = Partial<FunctionSpec>;

/** Local 1 is a number, local 2 a mutable or immutable reference to it. */
const lent = (kind: "imm" | "mut"): Code => [
  [`${kind}_borrow_loc`, 0],
  ["st_loc", 1],
];
const number = (kind: "&" | "&mut "): Spec => ({ params: ["u64"], locals: [`${kind}u64`] });
const useLent: Code = [["move_loc", 1], ["pop"]];

/** Local 0 is a mutable reference to a point; local 1 leads into it. */
const into = (kind: "imm" | "mut", field = "x"): Code => [
  ["copy_loc", 0],
  [`${kind}_borrow_field`, "Point", field],
  ["st_loc", 1],
];
const inPoint = (kind: "&" | "&mut ", type = "u64"): Spec => ({
  params: [`&mut ${point}`],
  locals: [`${kind}${type}`],
});

/** Local 0 is a mutable reference to a vector; local 1 leads to an element. */
const element = (kind: "imm" | "mut"): Code => [
  ["copy_loc", 0],
  ["ld_u64", 0],
  [`vec_${kind}_borrow`, "u64"],
  ["st_loc", 1],
];
const inVector = (kind: "&" | "&mut "): Spec => ({ params: ["&mut vector<u64>"], locals: [`${kind}u64`] });
const immutably: Code = [["copy_loc", 0], ["freeze_ref"], ["ld_u64", 0], ["vec_imm_borrow", "u64"], ["st_loc", 1]];

const locals: readonly VerifierCase[] = [
  ...codeRule("9.5 CopyLoc", [
    ["while it is read", "accepted", [...lent("imm"), ["copy_loc", 0], ["pop"], ...useLent, ["ret"]], number("&")],
    [
      "while it may be written",
      "COPYLOC_EXISTS_BORROW_ERROR",
      [...lent("mut"), ["copy_loc", 0], ["pop"], ["ret"]],
      number("&mut "),
    ],
  ]),
  ...codeRule("9.5 MoveLoc", [
    ["after the reference", "accepted", [...lent("imm"), ...useLent, ["move_loc", 0], ["pop"], ["ret"]], number("&")],
    [
      "while it is read",
      "MOVELOC_EXISTS_BORROW_ERROR",
      [...lent("imm"), ["move_loc", 0], ["pop"], ["ret"]],
      number("&"),
    ],
  ]),
  ...codeRule("9.5 StLoc", [
    [
      "after the reference",
      "accepted",
      [...lent("imm"), ...useLent, ["ld_u64", 1], ["st_loc", 0], ["ret"]],
      number("&"),
    ],
    [
      "while it is read",
      "STLOC_UNSAFE_TO_DESTROY_ERROR",
      [...lent("imm"), ["ld_u64", 1], ["st_loc", 0], ["ret"]],
      number("&"),
    ],
  ]),
  ...codeRule("9.5 ImmBorrowLoc", [
    ["while it is read", "accepted", [...lent("imm"), ["imm_borrow_loc", 0], ["pop"], ["ret"]], number("&")],
    [
      "while it may be written",
      "BORROWLOC_EXISTS_BORROW_ERROR",
      [...lent("mut"), ["imm_borrow_loc", 0], ["pop"], ["ret"]],
      number("&mut "),
    ],
  ]),
  ...codeRule("9.5 MutBorrowLoc", [
    ["while it may be written", "accepted", [...lent("mut"), ["mut_borrow_loc", 0], ["pop"], ["ret"]], number("&mut ")],
    [
      "and written while the other lives",
      "WRITEREF_EXISTS_BORROW_ERROR",
      [...lent("mut"), ["ld_u64", 1], ["mut_borrow_loc", 0], ["write_ref"], ["ret"]],
      number("&mut "),
    ],
  ]),
];

const throughReferences: readonly VerifierCase[] = [
  ...codeRule("9.5 FreezeRef", [
    ["while it is read", "accepted", [...into("imm"), ["move_loc", 0], ["freeze_ref"], ["pop"], ["ret"]], inPoint("&")],
    [
      "while a part may be written",
      "FREEZEREF_EXISTS_MUTABLE_BORROW_ERROR",
      [...into("mut"), ["move_loc", 0], ["freeze_ref"], ["pop"], ["ret"]],
      inPoint("&mut "),
    ],
  ]),
  ...codeRule("9.5 Eq, Neq", [
    [
      "while it is read",
      "accepted",
      [...into("imm"), ["copy_loc", 0], ["freeze_ref"], ["copy_loc", 0], ["freeze_ref"], ["eq"], ["pop"], ["ret"]],
      inPoint("&"),
    ],
    [
      "while a part may be written",
      "READREF_EXISTS_MUTABLE_BORROW_ERROR",
      [["copy_loc", 0], ["st_loc", 1], ["move_loc", 0], ["copy_loc", 1], ["eq"], ["pop"], ["ret"]],
      { params: ["&mut u64"], locals: ["&mut u64"] },
    ],
  ]),
  ...codeRule("9.5 ReadRef", [
    ["while it is read", "accepted", [...into("imm"), ["move_loc", 0], ["read_ref"], ["pop"], ["ret"]], inPoint("&")],
    [
      "while a part may be written",
      "READREF_EXISTS_MUTABLE_BORROW_ERROR",
      [...into("mut"), ["move_loc", 0], ["read_ref"], ["pop"], ["ret"]],
      inPoint("&mut "),
    ],
  ]),
  ...codeRule("9.5 TestVariant", [
    [
      "alone",
      "accepted",
      [["move_loc", 0], ["test_variant", "Shape", "Dot"], ["pop"], ["ret"]],
      { params: [`&mut ${shape}`] },
    ],
    [
      "while a part may be written",
      "READREF_EXISTS_MUTABLE_BORROW_ERROR",
      [
        ["copy_loc", 0],
        ["mut_borrow_variant_field", "Shape", "side", ["Square"]],
        ["st_loc", 1],
        ["move_loc", 0],
        ["test_variant", "Shape", "Dot"],
        ["pop"],
        ["ret"],
      ],
      { params: [`&mut ${shape}`], locals: ["&mut u64"] },
    ],
  ]),
  ...codeRule("9.5 WriteRef", [
    [
      "alone",
      "accepted",
      [["move_loc", 1], ["move_loc", 0], ["write_ref"], ["ret"]],
      { params: [`&mut ${point}`, point] },
    ],
    [
      "while a copy lives",
      "WRITEREF_EXISTS_BORROW_ERROR",
      [["copy_loc", 0], ["st_loc", 1], ["ld_u64", 1], ["move_loc", 0], ["write_ref"], ["ret"]],
      { params: ["&mut u64"], locals: ["&mut u64"] },
    ],
  ]),
  ...codeRule("9.5 ImmBorrowField", [
    [
      "another field",
      "accepted",
      [...into("mut"), ["move_loc", 0], ["imm_borrow_field", "Point", "y"], ["pop"], ["ret"]],
      inPoint("&mut "),
    ],
    [
      "the field",
      "BORROWFIELD_EXISTS_MUTABLE_BORROW_ERROR",
      [...into("mut"), ["move_loc", 0], ["imm_borrow_field", "Point", "x"], ["pop"], ["ret"]],
      inPoint("&mut "),
    ],
  ]),
  ...codeRule("9.5 MutBorrowField", [
    [
      "the field again",
      "accepted",
      [...into("mut"), ["move_loc", 0], ["mut_borrow_field", "Point", "x"], ["pop"], ["ret"]],
      inPoint("&mut "),
    ],
    [
      "while a copy of the whole lives",
      "BORROWFIELD_EXISTS_MUTABLE_BORROW_ERROR",
      [["copy_loc", 0], ["st_loc", 1], ["move_loc", 0], ["mut_borrow_field", "Point", "x"], ["pop"], ["ret"]],
      inPoint("&mut ", point),
    ],
  ]),
];

const acquiring: Spec = { params: ["address"], acquires: ["Counter"], locals: [`&${counter}`] };
const held: Code = [
  ["copy_loc", 0],
  ["imm_borrow_global", "Counter"],
  ["st_loc", 1],
];

const globals: readonly VerifierCase[] = [
  ...codeRule("9.5 ImmBorrowGlobal", [
    ["while one is read", "accepted", [...held, at, ["imm_borrow_global", "Counter"], ["pop"], ["ret"]], acquiring],
    [
      "while one may be written",
      "GLOBAL_REFERENCE_ERROR",
      [
        ["copy_loc", 0],
        ["mut_borrow_global", "Counter"],
        ["st_loc", 1],
        at,
        ["imm_borrow_global", "Counter"],
        ["pop"],
        ["ret"],
      ],
      { ...acquiring, locals: [`&mut ${counter}`] },
    ],
  ]),
  ...codeRule("9.5 MutBorrowGlobal", [
    ["alone", "accepted", [at, ["mut_borrow_global", "Counter"], ["pop"], ["ret"]], acquiring],
    [
      "while one is read",
      "GLOBAL_REFERENCE_ERROR",
      [...held, at, ["mut_borrow_global", "Counter"], ["pop"], ["ret"]],
      acquiring,
    ],
    [
      "while another instance is read",
      "GLOBAL_REFERENCE_ERROR",
      [
        at,
        ["imm_borrow_global_generic", "Tag", "u8"],
        ["st_loc", 0],
        at,
        ["mut_borrow_global_generic", "Tag", "u64"],
        ["pop"],
        ["ret"],
      ],
      { acquires: ["Tag"], locals: ["&0xbad::m::Tag<u8>"] },
    ],
  ]),
  ...codeRule("9.5 MoveFrom", [
    ["alone", "accepted", [at, ["move_from", "Counter"], ["unpack", "Counter"], ["pop"], ["ret"]], acquiring],
    [
      "while one is read",
      "GLOBAL_REFERENCE_ERROR",
      [...held, at, ["move_from", "Counter"], ["unpack", "Counter"], ["pop"], ["ret"]],
      acquiring,
    ],
  ]),
  ...codeRule("9.5 MoveTo, Exists", [
    ["while one is read", "accepted", [...held, at, ["exists", "Counter"], ["pop"], ["ret"]], acquiring],
  ]),
  ...codeRule("9.5 acquires of a callee", [
    [
      "after the reference",
      "accepted",
      [...held, ["move_loc", 1], ["pop"], ["move_loc", 0], ["call", "unbox"], ["ret"]],
      acquiring,
    ],
    ["while one is read", "GLOBAL_REFERENCE_ERROR", [...held, ["move_loc", 0], ["call", "unbox"], ["ret"]], acquiring],
  ]),
];

const borrowX = (mark: boolean): FunctionSpec => ({
  name: mark ? "borrow_mut$Point$0" : "first",
  params: [`&mut ${point}`],
  returns: ["&mut u64"],
  attributes: mark ? [{ kind: "borrow_field_mut", operand: 0 }] : [],
  code: [["move_loc", 0], ["mut_borrow_field", "Point", "x"], ["ret"]],
});
const borrowY = (mark: boolean): FunctionSpec => ({
  name: mark ? "borrow_mut$Point$1" : "second",
  params: [`&mut ${point}`],
  returns: ["&mut u64"],
  attributes: mark ? [{ kind: "borrow_field_mut", operand: 1 }] : [],
  code: [["move_loc", 0], ["mut_borrow_field", "Point", "y"], ["ret"]],
});
/** Two live references that functions made from one. */
const twoFields = (mark: boolean): Partial<ModuleSpec> => {
  const functions = [borrowX(mark), borrowY(mark)];
  const code: Code = [
    ["copy_loc", 0],
    ["call", functions[0]!.name],
    ["st_loc", 1],
    ["move_loc", 0],
    ["call", functions[1]!.name],
    ["pop"],
    ["ld_u64", 1],
    ["move_loc", 1],
    ["write_ref"],
    ["ret"],
  ];
  const fields = ["x", "y"].map((name) => ({ name, type: "u64" }));
  return {
    version: 10,
    structs: [{ name: "Point", abilities: ["drop"], fields }],
    functions: [{ name: "run", code, params: [`&mut ${point}`], locals: ["&mut u64"] }, ...functions],
  };
};

const calls: readonly VerifierCase[] = [
  ...codeRule("9.5 Call: arguments", [
    ["one", "accepted", [["move_loc", 0], ["call", "same"], ["pop"], ["ret"]], { params: ["&mut u64"] }],
    [
      "one twice",
      "CALL_BORROWED_MUTABLE_REFERENCE_ERROR",
      [["copy_loc", 0], ["copy_loc", 0], ["call", "two"], ["ret"]],
      { params: ["&mut u64"] },
    ],
  ]),
  ...codeRule("9.5 Call: results", [
    [
      "are borrowed from arguments",
      "WRITEREF_EXISTS_BORROW_ERROR",
      [["copy_loc", 0], ["call", "same"], ["st_loc", 1], ["ld_u64", 1], ["move_loc", 0], ["write_ref"], ["ret"]],
      { params: ["&mut u64"], locals: ["&mut u64"] },
    ],
    [
      "and end",
      "accepted",
      [["copy_loc", 0], ["call", "same"], ["pop"], ["ld_u64", 1], ["move_loc", 0], ["write_ref"], ["ret"]],
      { params: ["&mut u64"] },
    ],
  ]),
  ...rule("9.5 accessors of fields", [
    ["two fields", "accepted", twoFields(true)],
    ["by other functions", "CALL_BORROWED_MUTABLE_REFERENCE_ERROR", twoFields(false)],
  ]),
  ...codeRule("9.5 CallClosure", [
    [
      "one",
      "accepted",
      [["move_loc", 0], ["move_loc", 1], ["call_closure", "|&mut u64|"], ["ret"]],
      { params: ["&mut u64", "|&mut u64|"] },
    ],
    [
      "one twice",
      "CALL_BORROWED_MUTABLE_REFERENCE_ERROR",
      [["copy_loc", 0], ["copy_loc", 0], ["move_loc", 1], ["call_closure", "|&mut u64, &mut u64|"], ["ret"]],
      { params: ["&mut u64", "|&mut u64, &mut u64|"] },
    ],
  ]),
];

const vectors: readonly VerifierCase[] = [
  ...codeRule("9.5 VecLen", [
    [
      "while an element may be written",
      "accepted",
      [...element("mut"), ["move_loc", 0], ["vec_len", "u64"], ["pop"], ["ret"]],
      inVector("&mut "),
    ],
  ]),
  ...codeRule("9.5 VecPushBack, VecPopBack, VecSwap", [
    [
      "after the reference",
      "accepted",
      [...immutably, ["move_loc", 1], ["pop"], ["move_loc", 0], ["vec_pop_back", "u64"], ["pop"], ["ret"]],
      inVector("&"),
    ],
    [
      "while an element is read",
      "VEC_UPDATE_EXISTS_MUTABLE_BORROW_ERROR",
      [...immutably, ["move_loc", 0], ["vec_pop_back", "u64"], ["pop"], ["ret"]],
      inVector("&"),
    ],
    [
      "swapped while an element is read",
      "VEC_UPDATE_EXISTS_MUTABLE_BORROW_ERROR",
      [...immutably, ["move_loc", 0], ["ld_u64", 0], ["ld_u64", 1], ["vec_swap", "u64"], ["ret"]],
      inVector("&"),
    ],
  ]),
  ...codeRule("9.5 VecImmBorrow", [
    [
      "while another is read",
      "accepted",
      [...immutably, ["move_loc", 0], ["ld_u64", 0], ["vec_imm_borrow", "u64"], ["pop"], ["ret"]],
      inVector("&"),
    ],
    [
      "while one may be written",
      "VEC_BORROW_ELEMENT_EXISTS_MUTABLE_BORROW_ERROR",
      [...element("mut"), ["move_loc", 0], ["ld_u64", 0], ["vec_imm_borrow", "u64"], ["pop"], ["ret"]],
      inVector("&mut "),
    ],
  ]),
  ...codeRule("9.5 VecMutBorrow", [
    ["alone", "accepted", [...element("mut"), ["ret"]], inVector("&mut ")],
    [
      "while one may be written",
      "VEC_BORROW_ELEMENT_EXISTS_MUTABLE_BORROW_ERROR",
      [...element("mut"), ["move_loc", 0], ["ld_u64", 0], ["vec_mut_borrow", "u64"], ["pop"], ["ret"]],
      inVector("&mut "),
    ],
  ]),
];

const returns: readonly VerifierCase[] = [
  ...codeRule("9.5 Ret: what references lead to", [
    [
      "a part of a parameter",
      "accepted",
      [["move_loc", 0], ["mut_borrow_field", "Point", "x"], ["ret"]],
      { params: [`&mut ${point}`], returns: ["&mut u64"] },
    ],
    [
      "a local",
      "UNSAFE_RET_LOCAL_OR_RESOURCE_STILL_BORROWED",
      [["imm_borrow_loc", 0], ["ret"]],
      { params: ["u64"], returns: ["&u64"] },
    ],
    [
      "a local, through a call",
      "UNSAFE_RET_LOCAL_OR_RESOURCE_STILL_BORROWED",
      [["imm_borrow_loc", 0], ["call", "look"], ["ret"]],
      { params: ["u64"], returns: ["&u64"] },
    ],
    [
      "a resource",
      "UNSAFE_RET_LOCAL_OR_RESOURCE_STILL_BORROWED",
      [at, ["imm_borrow_global", "Counter"], ["ret"]],
      { acquires: ["Counter"], returns: [`&${counter}`] },
    ],
  ]),
  ...codeRule("9.5 Ret: mutable references", [
    [
      "to two fields",
      "accepted",
      [
        ["copy_loc", 0],
        ["mut_borrow_field", "Point", "x"],
        ["move_loc", 0],
        ["mut_borrow_field", "Point", "y"],
        ["ret"],
      ],
      { params: [`&mut ${point}`], returns: ["&mut u64", "&mut vector<u64>"] },
    ],
    [
      "of which one was borrowed from the other",
      "RET_BORROWED_MUTABLE_REFERENCE_ERROR",
      [["copy_loc", 0], ["move_loc", 0], ["ret"]],
      { params: ["&mut u64"], returns: ["&mut u64", "&mut u64"] },
    ],
  ]),
];

const joins: readonly VerifierCase[] = [
  ...codeRule("9.5 joins", [
    [
      "a reference that one way has dropped",
      "accepted",
      [
        ["imm_borrow_loc", 1],
        ["st_loc", 2],
        ["move_loc", 0],
        ["br_true", 6],
        ["move_loc", 2],
        ["pop"],
        ["ld_u64", 2],
        ["st_loc", 1],
        ["ret"],
      ],
      { params: ["bool", "u64"], locals: ["&u64"] },
    ],
    [
      "a reference to one of two locals, and one is moved",
      "MOVELOC_EXISTS_BORROW_ERROR",
      [
        ["move_loc", 0],
        ["br_true", 5],
        ["imm_borrow_loc", 1],
        ["st_loc", 3],
        ["branch", 7],
        ["imm_borrow_loc", 2],
        ["st_loc", 3],
        ["move_loc", 2],
        ["pop"],
        ["move_loc", 3],
        ["pop"],
        ["ret"],
      ],
      { params: ["bool", "u64", "u64"], locals: ["&u64"] },
    ],
    [
      "a reference of the last turn of a loop",
      "STLOC_UNSAFE_TO_DESTROY_ERROR",
      [
        ["imm_borrow_loc", 2],
        ["st_loc", 3],
        ["ld_u64", 3],
        ["st_loc", 1],
        ["imm_borrow_loc", 1],
        ["st_loc", 3],
        ["copy_loc", 0],
        ["br_true", 2],
        ["ret"],
      ],
      { params: ["bool", "u64", "u64"], locals: ["&u64"] },
    ],
  ]),
];

/** Instructions on one of several ways, each after a test that may lead to the next. Parameter 1 decides. */
function oneOf(ways: readonly Code[]): Code {
  const size = ways.reduce((sum, way) => sum + way.length + 3, 0) - 2;
  const code: InstructionSpec[] = [];
  ways.forEach((way, i) => {
    if (i === ways.length - 1) code.push(...way);
    else code.push(["copy_loc", 1], ["br_false", code.length + way.length + 3], ...way, ["branch", size - 1]);
  });
  return [...code, ["nop"]];
}

const parts = Array.from({ length: 12 }, (_, i) => ({ name: `f${i}`, type: "0xbad::m::Part" }));
/** A reference to a struct of twelve parts, each of two numbers; two locals lead to numbers and parts. */
const ofParts = (code: Code): Partial<ModuleSpec> => ({
  structs: [
    {
      name: "Part",
      abilities: ["copy", "drop"],
      fields: [
        { name: "a", type: "u64" },
        { name: "b", type: "u64" },
      ],
    },
    { name: "Whole", abilities: ["copy", "drop"], fields: parts },
  ],
  functions: [
    fn({ params: ["&mut 0xbad::m::Whole", "bool"], locals: ["&mut 0xbad::m::Part", "&mut 0xbad::m::Part"], code }),
  ],
});
const part = (field: number, local: number): Code => [
  ["copy_loc", 0],
  ["mut_borrow_field", "Whole", `f${field}`],
  ["st_loc", local],
];
/** Leads into a part that nothing else leads to, while local 2 lives. */
const another: Code = [["copy_loc", 0], ["mut_borrow_field", "Whole", "f11"], ["pop"], ["ret"]];
const leadingTo = (count: number): Code[] => Array.from({ length: count }, (_, field) => part(field, 2));
/** As {@link leadingTo}; local 3 leads to the first part, and on the last way local 2 was borrowed from it. */
const twice = (count: number): Partial<ModuleSpec> =>
  ofParts([
    ...oneOf([
      ...leadingTo(count).map((way): Code => [...part(0, 3), ...way]),
      [...part(0, 3), ["copy_loc", 3], ["st_loc", 2]],
    ]),
    ["move_loc", 3],
    ["pop"],
    ...another,
  ]);

/** More than ten ways between two references are taken as one, that leads anywhere. */
const manyWays: readonly VerifierCase[] = rule("9.5 ways between two references", [
  ["10", "accepted", ofParts([...oneOf(leadingTo(10)), ...another])],
  ["11", "BORROWFIELD_EXISTS_MUTABLE_BORROW_ERROR", ofParts([...oneOf(leadingTo(11)), ...another])],
  ["9, and one of them again", "accepted", twice(9)],
  ["10, and one of them again", "BORROWFIELD_EXISTS_MUTABLE_BORROW_ERROR", twice(10)],
]);

/** References, instruction by instruction. */
export const referenceCases: readonly VerifierCase[] = [
  ...locals,
  ...throughReferences,
  ...globals,
  ...calls,
  ...vectors,
  ...returns,
  ...joins,
  ...manyWays,
];
