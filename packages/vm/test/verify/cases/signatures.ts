import type { Ability, InstructionSpec, ModuleSpec, StructSpec } from "@ledger/move";
import { changed, fn, module, rewritten } from "../crafted.ts";
import { at, codeRule, ofCode, rule, structs, type VerifierCase } from "./case.ts";

const fields = [{ name: "value", type: "u64" }] as const;
const local = (type: string, others: readonly StructSpec[] = []): Partial<ModuleSpec> => ({
  structs: [...structs, ...others],
  functions: [fn({ locals: [type] })],
});
const holding = (type: string, abilities: readonly Ability[] = [], typeParams: StructSpec["typeParams"] = []) =>
  ({ structs: [...structs, { name: "S", abilities, typeParams, fields: [{ name: "f", type }] }] }) as const;
const needy: StructSpec = { name: "Needy", typeParams: [{ constraints: ["copy"], phantom: true }], fields };
const calls = (argument: string, constraints: readonly Ability[] = []): Partial<ModuleSpec> => ({
  structs,
  functions: [
    fn({ code: [["call_generic", "other", argument], ["ret"]] }),
    { name: "other", typeParams: [{ constraints }], code: [["ret"]] },
  ],
});
/** Another number of type parameters than the instances give arguments for. */
const withoutParameters = (spec: Partial<ModuleSpec>): Uint8Array =>
  changed(spec, ({ functionHandles }) => ({
    functionHandles: functionHandles.map((handle) => ({ ...handle, typeParameters: [] })),
  }));
const exists = (struct: string): readonly InstructionSpec[] => [
  at,
  ["exists_generic", struct, "u64"],
  ["pop"],
  ["ret"],
];
const inside = (constraints: readonly Ability[]): Partial<ModuleSpec> => ({
  structs: [
    ...structs,
    {
      name: "Copies",
      abilities: ["copy"],
      typeParams: [{ constraints: ["copy"] }],
      fields: [{ name: "f", type: "T0" }],
    },
  ],
  functions: [fn({ typeParams: [{ constraints }], locals: ["0xbad::m::Copies<T0>"] })],
});
const vectorOf = (types: readonly number[]): Uint8Array =>
  changed(ofCode([["vec_pack", "u8", 0], ["pop"], ["ret"]]), ({ signatures }) => ({
    signatures: signatures.map((types_) =>
      types_.length === 1 && types_[0]!.kind === "U8" ? types.map(() => ({ kind: "U8" as const })) : types_,
    ),
  }));

const types: readonly VerifierCase[] = [
  ...rule("7.1 references", [
    ["to a vector", "accepted", local("&vector<u64>")],
    ["in a vector", "INVALID_SIGNATURE_TOKEN", local("vector<&u64>")],
    ["in a type argument", "INVALID_SIGNATURE_TOKEN", local("0xbad::m::Box<&u64>")],
    ["in a function type", "accepted", local("|&u64|")],
    ["inside of a function type", "INVALID_SIGNATURE_TOKEN", local("|vector<&u64>|")],
  ]),
  ...rule("7.1 arguments of structs", [
    ["with the ability", "accepted", local("0xbad::m::Needy<u64>", [needy])],
    ["without it", "CONSTRAINT_NOT_SATISFIED", local("0xbad::m::Needy<0xbad::m::Counter>", [needy])],
    ["behind a reference", "CONSTRAINT_NOT_SATISFIED", local("&0xbad::m::Needy<0xbad::m::Counter>", [needy])],
  ]),
  ...rule("7.2 function instantiations", [
    ["an argument", "accepted", calls("u64", ["copy"])],
    ["one without the ability", "CONSTRAINT_NOT_SATISFIED", calls("0xbad::m::Counter", ["copy"])],
    ["a reference", "INVALID_SIGNATURE_TOKEN", calls("&u64")],
    ["too many", "NUMBER_OF_TYPE_ARGUMENTS_MISMATCH", withoutParameters(calls("u64"))],
  ]),
  ...codeRule("7.2 struct instantiations", [
    ["an argument", "accepted", [["ld_u64", 1], ["pack_generic", "Box", "u64"], ["pop"], ["ret"]]],
    [
      "a reference",
      "INVALID_SIGNATURE_TOKEN",
      [["move_loc", 0], ["pack_generic", "Box", "&u64"], ["pop"], ["ret"]],
      { params: ["&u64"] },
    ],
  ]),
  ...rule("7.2 types in context", [
    ["a type parameter with the ability", "accepted", inside(["copy"])],
    ["one without it", "CONSTRAINT_NOT_SATISFIED", inside([])],
  ]),
  ...codeRule("7.2 generic global storage", [["a struct with key", "accepted", exists("Tag")]]),
  ...rule("7.2 generic global storage", [
    [
      "a struct without key",
      "CONSTRAINT_NOT_SATISFIED",
      {
        structs: [{ name: "Loose", abilities: ["drop"], typeParams: [{}], fields: [{ name: "value", type: "T0" }] }],
        functions: [fn({ code: exists("Loose") })],
      },
    ],
  ]),
  ...rule("7.2 vector operations", [
    ["one type", "accepted", vectorOf([0])],
    ["two types", "NUMBER_OF_TYPE_ARGUMENTS_MISMATCH", vectorOf([0, 0])],
    ["a reference", "INVALID_SIGNATURE_TOKEN", ofCode([["vec_pack", "&u64", 0], ["pop"], ["ret"]])],
  ]),
  ...rule("7.2 closure calls", [
    [
      "a function type",
      "accepted",
      { functions: [fn({ params: ["||"], code: [["move_loc", 0], ["call_closure", "||"], ["ret"]] })] },
    ],
    [
      "a number",
      "CLOSURE_CALL_REQUIRES_FUNCTION",
      rewritten(
        {
          functions: [fn({ params: ["||"], locals: ["u8"], code: [["move_loc", 0], ["call_closure", "||"], ["ret"]] })],
        },
        [["move_loc", 0], ["call_closure", 2], ["ret"]],
      ),
    ],
  ]),
];

const structFields: readonly VerifierCase[] = [
  ...rule("7.2 fields", [
    ["a vector", "accepted", holding("vector<u64>", ["copy", "drop", "store"])],
    ["a reference", "INVALID_SIGNATURE_TOKEN", holding("&u64")],
    [
      "a type without a constraint of its own",
      "CONSTRAINT_NOT_SATISFIED",
      { structs: [needy, ...holding("0xbad::m::Needy<T0>", [], [{}]).structs] },
    ],
    ["without an ability of the struct", "FIELD_MISSING_TYPE_ABILITY", holding("0xbad::m::Counter", ["copy"])],
    ["without store in a resource", "FIELD_MISSING_TYPE_ABILITY", holding("0xbad::m::Plain", ["key"])],
    ["with a type parameter, assumed to have all", "accepted", holding("T0", ["copy", "drop", "store", "key"], [{}])],
  ]),
  ...rule("7.2 phantoms", [
    ["as a phantom argument", "accepted", holding("0xbad::m::Tag<T0>", [], [{ phantom: true }])],
    [
      "as another argument",
      "INVALID_PHANTOM_TYPE_PARAM_POSITION",
      holding("0xbad::m::Box<T0>", [], [{ phantom: true }]),
    ],
    ["in a vector", "INVALID_PHANTOM_TYPE_PARAM_POSITION", holding("vector<T0>", [], [{ phantom: true }])],
    [
      "as the argument of a function type",
      "INVALID_PHANTOM_TYPE_PARAM_POSITION",
      holding("|T0|", [], [{ phantom: true }]),
    ],
    ["behind a reference there", "accepted", holding("|&T0|", [], [{ phantom: true }])],
  ]),
];

const generic: Partial<ModuleSpec> = {
  structs,
  functions: [
    fn({ code: [["call_generic", "other", "u64"], ["ret"]] }),
    { name: "other", typeParams: [{}], code: [["ret"]] },
  ],
};
const vectorCount = (count: bigint): Uint8Array =>
  rewritten({ functions: [fn({ params: ["vector<u8>"], code: [["vec_pack", "u8", 0], ["pop"], ["ret"]] })] }, [
    ["move_loc", 0],
    ["vec_unpack", 2, count],
    ["ret"],
  ]);

const consistency: readonly VerifierCase[] = [
  ...rule("8.1 generic forms", [
    ["of a generic function", "accepted", generic],
    ["the plain form of one", "GENERIC_MEMBER_OPCODE_MISMATCH", rewritten(generic, [["call", 1], ["ret"]])],
    [
      "of a plain function",
      "GENERIC_MEMBER_OPCODE_MISMATCH",
      { functions: [fn({ code: [["call_generic", "run"], ["ret"]] })] },
    ],
    [
      "the plain form of a generic struct",
      "GENERIC_MEMBER_OPCODE_MISMATCH",
      rewritten(generic, [["ld_u64", 1n], ["pack", 4], ["pop"], ["ret"]]),
    ],
  ]),
  ...rule("8.1 closure masks", [
    [
      "a parameter",
      "accepted",
      {
        functions: [
          fn({ params: ["u8"], attributes: [], code: [["ld_u8", 1], ["pack_closure", "run", 1n], ["pop"], ["ret"]] }),
        ],
      },
    ],
    [
      "one that is not there",
      "INVALID_CLOSURE_MASK",
      {
        functions: [
          fn({ params: ["u8"], attributes: [], code: [["ld_u8", 1], ["pack_closure", "run", 2n], ["pop"], ["ret"]] }),
        ],
      },
    ],
  ]),
  ...rule("8.1 counts of vectors", [
    // 65,535 elements are then too many for the stack.
    ["65,535", "VALUE_STACK_PUSH_OVERFLOW", vectorCount(65_535n)],
    ["65,536", "CONSTRAINT_NOT_SATISFIED", vectorCount(65_536n)],
    ["none", "accepted", { functions: [fn({ code: [["vec_pack", "u8", 0], ["pop"], ["ret"]] })] }],
  ]),
];

const constant = (kind: "Bool" | "U8" | "Signer" | "I8", ...data: readonly number[]): Uint8Array =>
  changed(kind === "I8" ? { version: 9 } : {}, () => ({
    constants: [{ type: { kind }, data: Uint8Array.of(...data) }],
  }));
const grows = (argument: string, back = "T0"): Partial<ModuleSpec> => ({
  structs,
  functions: [
    fn({}),
    { name: "first", typeParams: [{}], code: [["call_generic", "second", argument], ["ret"]] },
    { name: "second", typeParams: [{}], code: [["call_generic", "first", back], ["ret"]] },
  ],
});
const closureGrows = (argument: string): Partial<ModuleSpec> => ({
  functions: [
    { name: "first", typeParams: [{}], code: [["pack_closure_generic", "first", 0n, argument], ["pop"], ["ret"]] },
  ],
});

const moduleLevel: readonly VerifierCase[] = [
  ...rule("8.2 types of constants", [
    ["a signed number", "accepted", constant("I8", 255)],
    ["a signer", "INVALID_CONSTANT_TYPE", constant("Signer", ...new Uint8Array(32))],
  ]),
  ...rule("8.2 bytes of constants", [
    ["a boolean", "accepted", constant("Bool", 1)],
    ["none", "MALFORMED_CONSTANT_DATA", constant("Bool", 2)],
    ["one too many", "MALFORMED_CONSTANT_DATA", constant("U8", 1, 1)],
  ]),
  ...rule("8.3 friends", [
    ["another module of the account", "accepted", { friends: ["0xbad::other"] }],
    [
      "the module itself",
      "INVALID_FRIEND_DECL_WITH_SELF",
      changed({}, ({ moduleHandles, self }) => ({ friends: [moduleHandles[self]!] })),
    ],
    [
      "a module of another account",
      "INVALID_FRIEND_DECL_WITH_MODULES_OUTSIDE_ACCOUNT_ADDRESS",
      module({ friends: ["0xcafe::coin"] }),
    ],
  ]),
  ...rule("8.4 recursive structs", [
    [
      "a chain",
      "accepted",
      {
        structs: [
          { name: "Egg", fields },
          { name: "Hen", fields: [{ name: "egg", type: "vector<0xbad::m::Egg>" }] },
        ],
      },
    ],
    ["itself", "RECURSIVE_STRUCT_DEFINITION", holding("vector<0xbad::m::S>")],
    [
      "two of one another",
      "RECURSIVE_STRUCT_DEFINITION",
      {
        structs: [
          { name: "Hen", fields: [{ name: "egg", type: "0xbad::m::Egg" }] },
          { name: "Egg", fields: [{ name: "hen", type: "vector<0xbad::m::Hen>" }] },
        ],
      },
    ],
    ["as a phantom argument", "RECURSIVE_STRUCT_DEFINITION", holding("0xbad::m::Tag<0xbad::m::S>")],
    ["as the argument of a function type", "RECURSIVE_STRUCT_DEFINITION", holding("|&0xbad::m::S| has drop")],
    ["as its result", "RECURSIVE_STRUCT_DEFINITION", holding("|u64|0xbad::m::S has drop")],
  ]),
  ...rule("8.5 instantiation loops", [
    ["with the same type", "accepted", grows("T0")],
    ["with a type of its own", "accepted", grows("vector<u64>")],
    ["with a larger type", "LOOP_IN_INSTANTIATION_GRAPH", grows("vector<T0>")],
    ["larger on the way back", "LOOP_IN_INSTANTIATION_GRAPH", grows("T0", "0xbad::m::Box<T0>")],
    ["of closures", "LOOP_IN_INSTANTIATION_GRAPH", closureGrows("vector<T0>")],
    ["of closures, with the same type", "accepted", closureGrows("T0")],
  ]),
];

/** Types, abilities and what a module says as a whole. */
export const moduleCases: readonly VerifierCase[] = [...types, ...structFields, ...consistency, ...moduleLevel];
