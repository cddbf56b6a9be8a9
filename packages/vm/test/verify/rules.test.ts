import {
  buildScript,
  type CompiledModule,
  decodeScript,
  encodeInstructions,
  encodeScript,
  type FunctionSpec,
  type Instruction,
  type InstructionSpec,
  type ModuleSpec,
  type StructSpec,
} from "@ledger/move";
import { describe, expect, test } from "vitest";
import { createEnvironment, Features } from "../../src/index.ts";
import { changed, coin, everything, module, open, publish } from "./crafted.ts";

const fields = [{ name: "value", type: "u64" }];

function fn(spec: Partial<FunctionSpec>): FunctionSpec {
  return { name: "run", visibility: "public", code: [["ret"]], ...spec };
}

function withCode(code: readonly InstructionSpec[], spec: Partial<FunctionSpec> = {}): Partial<ModuleSpec> {
  return { functions: [fn({ code, ...spec })] };
}

/** Puts other instructions into a function of a module: some that the builder would not write. */
function rewritten(spec: Partial<ModuleSpec>, code: readonly Instruction[], functionName = "run"): Uint8Array {
  return changed(spec, ({ functionDefinitions, functionHandles, identifiers, version }) => ({
    functionDefinitions: functionDefinitions.map((definition) =>
      identifiers[functionHandles[definition.handle]!.name] === functionName
        ? { ...definition, code: encodeInstructions(definition.code!.locals, code, version) }
        : definition,
    ),
  }));
}

/** Loops inside one another. */
function loops(depth: number): InstructionSpec[] {
  const code: InstructionSpec[] = Array.from({ length: depth }, () => ["nop"]);
  for (let head = depth - 1; head >= 0; head--) code.push(["ld_true"], ["br_true", head]);
  code.push(["ret"]);
  return code;
}

function repeat(count: number, ...code: InstructionSpec[]): InstructionSpec[] {
  return Array.from({ length: count }, () => code).flat();
}

const box: StructSpec = {
  name: "Box",
  abilities: ["copy", "drop", "store", "key"],
  typeParams: [{}],
  fields: [{ name: "value", type: "T0" }],
};
const counter: StructSpec = { name: "Counter", abilities: ["key"], fields };
const shape: StructSpec = {
  name: "Shape",
  abilities: ["drop"],
  variants: [{ name: "Dot" }, { name: "Square", fields }],
};

type Refusal = readonly [what: string, status: string, bytes: Uint8Array];

const features: readonly Refusal[] = [
  ["an enum", "FEATURE_NOT_ENABLED", module({ structs: [shape] })],
  ["a function type", "FEATURE_NOT_ENABLED", module({ functions: [fn({ locals: ["|u64|u64"] })] })],
  [
    "access specifiers",
    "FEATURE_NOT_ENABLED",
    changed({}, ({ functionHandles }) => ({
      functionHandles: functionHandles.map((handle) => ({ ...handle, accessSpecifiers: [] })),
    })),
  ],
];

const limits: readonly Refusal[] = [
  [
    "33 type parameters of a function",
    "TOO_MANY_TYPE_PARAMETERS",
    module({ functions: [fn({ typeParams: repeatSpec(33, {}) })] }),
  ],
  [
    "33 type parameters of a struct",
    "TOO_MANY_TYPE_PARAMETERS",
    module({ structs: [{ name: "Wide", typeParams: repeatSpec(33, { phantom: true }), fields }] }),
  ],
  ["129 parameters", "TOO_MANY_PARAMETERS", module({ functions: [fn({ params: repeatSpec(129, "u8") })] })],
  [
    "129 results",
    "TOO_MANY_PARAMETERS",
    module({ functions: [fn({ returns: repeatSpec(129, "u8"), code: [...repeat(129, ["ld_u8", 0]), ["ret"]] })] }),
  ],
  [
    "a type of 33 structs, of 4 nodes each",
    "TOO_MANY_TYPE_NODES",
    module({ structs: [box], functions: [fn({ locals: [`|${repeatSpec(33, "0xbad::m::Box<u8>").join()}|()`] })] }),
  ],
  [
    "a type of 22 levels",
    "TOO_MANY_TYPE_NODES",
    module({ functions: [fn({ locals: [`${"vector<".repeat(21)}u8${">".repeat(21)}`] })] }),
  ],
  ["6 loops inside one another", "LOOP_MAX_DEPTH_REACHED", module(withCode(loops(6)))],
  [
    "1,025 blocks",
    "TOO_MANY_BASIC_BLOCKS",
    module(
      withCode(
        [...repeat(1024, ["ld_true"], ["br_true", 0]), ["ret"]].map(
          (code, i) => (code[0] === "br_true" ? ["br_true", i + 1] : code) as InstructionSpec,
        ),
      ),
    ),
  ],
  [
    "10,001 pushes in a block",
    "VALUE_STACK_PUSH_OVERFLOW",
    module(withCode([...repeat(10_001, ["ld_u8", 0], ["pop"]), ["ret"]])),
  ],
  [
    "1,025 operands",
    "VALUE_STACK_OVERFLOW",
    module(withCode([...repeat(1025, ["ld_u8", 0]), ...repeat(1025, ["pop"]), ["ret"]])),
  ],
  ["256 locals", "TOO_MANY_LOCALS", module({ functions: [fn({ locals: repeatSpec(255, "u8"), params: ["u8"] })] })],
  [
    "1,101 structs",
    "MAX_STRUCT_DEFINITIONS_REACHED",
    module({ structs: Array.from({ length: 1101 }, (_, i) => ({ name: `S${i}`, fields })) }),
  ],
  [
    "65 fields",
    "MAX_FIELD_DEFINITIONS_REACHED",
    module({
      structs: [{ name: "Wide", fields: Array.from({ length: 65 }, (_, i) => ({ name: `f${i}`, type: "u8" })) }],
    }),
  ],
  [
    "1,001 functions",
    "MAX_FUNCTION_DEFINITIONS_REACHED",
    module({ functions: Array.from({ length: 1001 }, (_, i) => fn({ name: `f${i}` })) }),
  ],
];

/** What lies within every limit, and only just. */
const within: readonly (readonly [what: string, bytes: Uint8Array])[] = [
  ["32 type parameters", module({ functions: [fn({ typeParams: repeatSpec(32, {}) })] })],
  ["128 parameters", module({ functions: [fn({ params: repeatSpec(128, "u8") })] })],
  ["5 loops inside one another", module(withCode(loops(5)))],
  [
    "loops one after the other",
    module(
      withCode([
        ...repeat(9, ["ld_true"]).flatMap((_, i): InstructionSpec[] => [["ld_true"], ["br_true", 2 * i]]),
        ["ret"],
      ]),
    ),
  ],
  [
    "1,023 blocks",
    module(
      withCode(
        [...repeat(1022, ["ld_true"], ["br_true", 0]), ["ret"]].map(
          (code, i) => (code[0] === "br_true" ? ["br_true", i + 1] : code) as InstructionSpec,
        ),
      ),
    ),
  ],
  ["10,000 pushes in a block", module(withCode([...repeat(10_000, ["ld_u8", 0], ["pop"]), ["ret"]]))],
  [
    "64 fields",
    module({
      structs: [{ name: "Wide", fields: Array.from({ length: 64 }, (_, i) => ({ name: `f${i}`, type: "u8" })) }],
    }),
  ],
];

function repeatSpec<T>(count: number, item: T): T[] {
  return Array.from({ length: count }, () => item);
}

const twice = (table: readonly unknown[]): never => [...table, table[0]] as never;

function doubled(spec: Partial<ModuleSpec>, table: keyof CompiledModule): Uint8Array {
  return changed(spec, (compiled) => ({ [table]: twice(compiled[table] as readonly unknown[]) }));
}

const generic: Partial<ModuleSpec> = {
  structs: [box],
  functions: [
    fn({
      locals: ["0xbad::m::Box<u64>"],
      code: [
        ["ld_u64", 1],
        ["pack_generic", "Box", "u64"],
        ["st_loc", 0],
        ["imm_borrow_loc", 0],
        ["imm_borrow_field_generic", "Box", "value", "u64"],
        ["pop"],
        ["call_generic", "other", "u64"],
        ["ret"],
      ],
    }),
    { name: "other", typeParams: [{}], code: [["ret"]] },
  ],
};

const duplicates: readonly Refusal[] = [
  ["an identifier", "DUPLICATE_ELEMENT", doubled({}, "identifiers")],
  ["an address", "DUPLICATE_ELEMENT", doubled({}, "addresses")],
  ["a signature", "DUPLICATE_ELEMENT", doubled({}, "signatures")],
  [
    "a constant",
    "DUPLICATE_ELEMENT",
    doubled(withCode([["ld_const", "address", new Uint8Array(32)], ["pop"], ["ret"]]), "constants"),
  ],
  ["an instance of a function", "DUPLICATE_ELEMENT", doubled(generic, "functionInstantiations")],
  ["an instance of a struct", "DUPLICATE_ELEMENT", doubled(generic, "structInstantiations")],
  ["a field", "DUPLICATE_ELEMENT", doubled(generic, "fieldHandles")],
  ["an instance of a field", "DUPLICATE_ELEMENT", doubled(generic, "fieldInstantiations")],
  [
    "a struct that a function acquires",
    "DUPLICATE_ACQUIRES_ANNOTATION",
    changed(
      {
        structs: [counter],
        ...withCode([["ld_const", "address", new Uint8Array(32)], ["imm_borrow_global", "Counter"], ["pop"], ["ret"]], {
          acquires: ["Counter"],
        }),
      },
      ({ functionDefinitions }) => ({
        functionDefinitions: functionDefinitions.map((definition) => ({ ...definition, acquires: [0, 0] })),
      }),
    ),
  ],
];

const instructions: readonly Refusal[] = [
  ["a branch behind the end", "INDEX_OUT_OF_BOUNDS", rewritten({}, [["branch", 1]])],
  ["a local that is not there", "INDEX_OUT_OF_BOUNDS", rewritten({}, [["imm_borrow_loc", 0], ["pop"], ["ret"]])],
  ["a constant that is not there", "INDEX_OUT_OF_BOUNDS", rewritten({}, [["ld_const", 0], ["pop"], ["ret"]])],
  ["a function that is not there", "INDEX_OUT_OF_BOUNDS", rewritten({}, [["call", 7], ["ret"]])],
  ["a field that is not there", "INDEX_OUT_OF_BOUNDS", rewritten({}, [["imm_borrow_field", 0], ["ret"]])],
  [
    "type arguments for a function without type parameters",
    "NUMBER_OF_TYPE_ARGUMENTS_MISMATCH",
    changed(generic, ({ functionHandles, signatures }) => ({
      functionHandles: functionHandles.map((handle) => ({ ...handle, typeParameters: [] })),
      signatures,
    })),
  ],
  [
    "the generic form for a function without type parameters",
    "GENERIC_MEMBER_OPCODE_MISMATCH",
    module(withCode([["call_generic", "run"], ["ret"]])),
  ],
  [
    "the plain form for a generic function",
    "GENERIC_MEMBER_OPCODE_MISMATCH",
    rewritten(generic, [["call", 1], ["ret"]]),
  ],
  [
    "the plain form for a generic struct",
    "GENERIC_MEMBER_OPCODE_MISMATCH",
    rewritten(generic, [["ld_u64", 1n], ["pack", 0], ["pop"], ["ret"]]),
  ],
  [
    "too many elements of a vector",
    "CONSTRAINT_NOT_SATISFIED",
    rewritten(withCode([["vec_pack", "u8", 0], ["pop"], ["ret"]]), [["vec_pack", 1, 65_536n], ["pop"], ["ret"]]),
  ],
  [
    "a mask for parameters that are not there",
    "INVALID_CLOSURE_MASK",
    rewritten({ functions: [fn({ locals: ["|u64|u64"] })] }, [["ld_u8", 1], ["pack_closure", 0, 1n], ["pop"], ["ret"]]),
  ],
];

const constants: readonly Refusal[] = [
  [
    "the bytes of a constant are none of its type, and nothing loads it",
    "MALFORMED_CONSTANT_DATA",
    changed({}, () => ({ constants: [{ type: { kind: "Bool" as const }, data: Uint8Array.of(2) }] })),
  ],
  [
    "a constant has bytes left",
    "MALFORMED_CONSTANT_DATA",
    changed({}, () => ({ constants: [{ type: { kind: "U8" as const }, data: Uint8Array.of(2, 2) }] })),
  ],
  [
    "a constant is a signer",
    "INVALID_CONSTANT_TYPE",
    changed({}, () => ({ constants: [{ type: { kind: "Signer" as const }, data: new Uint8Array(32) }] })),
  ],
];

const friends: readonly Refusal[] = [
  [
    "itself",
    "INVALID_FRIEND_DECL_WITH_SELF",
    changed({}, ({ moduleHandles, self }) => ({ friends: [moduleHandles[self]!] })),
  ],
  [
    "a module of another account",
    "INVALID_FRIEND_DECL_WITH_MODULES_OUTSIDE_ACCOUNT_ADDRESS",
    module({ friends: ["0xcafe::coin"] }),
  ],
];

const grows = (code: readonly InstructionSpec[]): Partial<ModuleSpec> => ({
  structs: [box],
  functions: [
    fn({}),
    { name: "first", typeParams: [{}], code },
    { name: "second", typeParams: [{}], code: [["call_generic", "first", "T0"], ["ret"]] },
  ],
});

const instantiations: readonly Refusal[] = [
  [
    "a function calls itself with a vector of its type",
    "LOOP_IN_INSTANTIATION_GRAPH",
    module(grows([["call_generic", "first", "vector<T0>"], ["ret"]])),
  ],
  [
    "two functions call one another, one with a larger type",
    "LOOP_IN_INSTANTIATION_GRAPH",
    module(grows([["call_generic", "second", "vector<T0>"], ["ret"]])),
  ],
];

const flow: readonly Refusal[] = [
  ["no instruction", "EMPTY_CODE_UNIT", rewritten({}, [])],
  ["code that runs over its end", "INVALID_FALL_THROUGH", rewritten({}, [["nop"]])],
  ["code that may run over its end", "INVALID_FALL_THROUGH", rewritten({}, [["ld_true"], ["br_true", 0]])],
  // From the start control goes to 3 or to 2, and round between them.
  [
    "a loop that is entered at two places",
    "INVALID_LOOP_SPLIT",
    rewritten({}, [["ld_true"], ["br_true", 3], ["nop"], ["ld_true"], ["br_true", 2], ["ret"]]),
  ],
  [
    "an abort that leaves operands",
    "POSITIVE_STACK_SIZE_AT_BLOCK_END",
    rewritten({}, [["ld_u8", 1], ["ld_u64", 1n], ["abort"]]),
  ],
  [
    "a block that leaves operands",
    "POSITIVE_STACK_SIZE_AT_BLOCK_END",
    rewritten({}, [["ld_u8", 1], ["branch", 2], ["pop"], ["ret"]]),
  ],
  ["a block that lacks operands", "NEGATIVE_STACK_SIZE_WITHIN_BLOCK", rewritten({}, [["pop"], ["ret"]])],
];

const at: InstructionSpec = ["ld_const", "address", new Uint8Array(32)];
const acquiring = (acquires: readonly string[], code: readonly InstructionSpec[]): Uint8Array =>
  module({
    structs: [counter, { name: "Plain", abilities: ["drop"], fields }],
    functions: [
      fn({ acquires, code }),
      { name: "takes", acquires: ["Counter"], code: [at, ["imm_borrow_global", "Counter"], ["pop"], ["ret"]] },
    ],
  });

const acquires: readonly Refusal[] = [
  [
    "too little",
    "MISSING_ACQUIRES_ANNOTATION",
    acquiring([], [at, ["imm_borrow_global", "Counter"], ["pop"], ["ret"]]),
  ],
  ["less than what it calls", "MISSING_ACQUIRES_ANNOTATION", acquiring([], [["call", "takes"], ["ret"]])],
  ["too much", "EXTRANEOUS_ACQUIRES_ANNOTATION", acquiring(["Counter"], [["ret"]])],
  ["what is no resource", "EXTRANEOUS_ACQUIRES_ANNOTATION", acquiring(["Plain"], [["ret"]])],
];

const types: readonly (readonly [status: string, code: readonly InstructionSpec[], spec?: Partial<FunctionSpec>])[] = [
  ["POP_WITHOUT_DROP_ABILITY", [["move_loc", 0], ["pop"], ["ret"]], { params: ["0xbad::m::Counter"] }],
  ["RET_TYPE_MISMATCH_ERROR", [["ld_u8", 1], ["ret"]], { returns: ["u64"] }],
  ["BR_TYPE_MISMATCH_ERROR", [["ld_u8", 1], ["br_true", 2], ["ret"]]],
  ["COPYLOC_WITHOUT_COPY_ABILITY", [["copy_loc", 0], ["abort"]], { params: ["0xbad::m::Counter"] }],
  ["STLOC_TYPE_MISMATCH_ERROR", [["ld_u8", 1], ["st_loc", 0], ["ret"]], { locals: ["u64"] }],
  ["BORROWLOC_REFERENCE_ERROR", [["imm_borrow_loc", 0], ["pop"], ["ret"]], { params: ["&u64"] }],
  [
    "BORROWFIELD_TYPE_MISMATCH_ERROR",
    [["move_loc", 0], ["imm_borrow_field", "Counter", "value"], ["pop"], ["ret"]],
    { params: ["&u64"] },
  ],
  ["CALL_TYPE_MISMATCH_ERROR", [["ld_u8", 1], ["call", "takes"], ["ret"]]],
  ["PACK_TYPE_MISMATCH_ERROR", [["ld_u8", 1], ["pack", "Counter"], ["unpack", "Counter"], ["pop"], ["ret"]]],
  ["UNPACK_TYPE_MISMATCH_ERROR", [["ld_u8", 1], ["unpack", "Counter"], ["pop"], ["ret"]]],
  ["TEST_VARIANT_TYPE_MISMATCH_ERROR", [["ld_u8", 1], ["test_variant", "Shape", "Dot"], ["pop"], ["ret"]]],
  ["READREF_TYPE_MISMATCH_ERROR", [["ld_u8", 1], ["read_ref"], ["pop"], ["ret"]]],
  ["READREF_WITHOUT_COPY_ABILITY", [["move_loc", 0], ["read_ref"], ["abort"]], { params: ["&0xbad::m::Counter"] }],
  ["WRITEREF_TYPE_MISMATCH_ERROR", [["ld_u8", 1], ["move_loc", 0], ["write_ref"], ["ret"]], { params: ["&mut u64"] }],
  [
    "WRITEREF_NO_MUTABLE_REFERENCE_ERROR",
    [["ld_u64", 1], ["move_loc", 0], ["write_ref"], ["ret"]],
    { params: ["&u64"] },
  ],
  [
    "WRITEREF_WITHOUT_DROP_ABILITY",
    [["move_loc", 1], ["move_loc", 0], ["write_ref"], ["ret"]],
    { params: ["&mut 0xbad::m::Counter", "0xbad::m::Counter"] },
  ],
  ["FREEZEREF_TYPE_MISMATCH_ERROR", [["move_loc", 0], ["freeze_ref"], ["pop"], ["ret"]], { params: ["&u64"] }],
  ["INTEGER_OP_TYPE_MISMATCH_ERROR", [["ld_u8", 1], ["ld_u64", 1], ["add"], ["pop"], ["ret"]]],
  ["BOOLEAN_OP_TYPE_MISMATCH_ERROR", [["ld_u8", 1], ["not"], ["pop"], ["ret"]]],
  ["EQUALITY_OP_TYPE_MISMATCH_ERROR", [["ld_u8", 1], ["ld_u64", 1], ["eq"], ["pop"], ["ret"]]],
  ["ABORT_TYPE_MISMATCH_ERROR", [["ld_u8", 1], ["abort"]]],
  ["EXISTS_WITHOUT_KEY_ABILITY_OR_BAD_ARGUMENT", [["ld_u8", 1], ["exists", "Counter"], ["pop"], ["ret"]]],
  ["BORROWGLOBAL_TYPE_MISMATCH_ERROR", [["ld_u8", 1], ["imm_borrow_global", "Counter"], ["pop"], ["ret"]]],
  ["BORROWGLOBAL_WITHOUT_KEY_ABILITY", [at, ["imm_borrow_global", "Plain"], ["pop"], ["ret"]]],
  ["MOVEFROM_TYPE_MISMATCH_ERROR", [["ld_u8", 1], ["move_from", "Counter"], ["unpack", "Counter"], ["pop"], ["ret"]]],
  ["MOVEFROM_WITHOUT_KEY_ABILITY", [at, ["move_from", "Plain"], ["pop"], ["ret"]]],
  [
    "MOVETO_TYPE_MISMATCH_ERROR",
    [["move_loc", 0], ["ld_u8", 1], ["move_to", "Counter"], ["ret"]],
    { params: ["&signer"] },
  ],
  [
    "MOVETO_WITHOUT_KEY_ABILITY",
    [["move_loc", 0], ["move_loc", 1], ["move_to", "Plain"], ["ret"]],
    { params: ["&signer", "0xbad::m::Plain"] },
  ],
  ["TYPE_MISMATCH", [["ld_u8", 1], ["vec_len", "u8"], ["pop"], ["ret"]]],
  ["COPYLOC_UNAVAILABLE_ERROR", [["copy_loc", 0], ["pop"], ["ret"]], { locals: ["u8"] }],
  ["MOVELOC_UNAVAILABLE_ERROR", [["move_loc", 0], ["pop"], ["ret"]], { locals: ["u8"] }],
  ["BORROWLOC_UNAVAILABLE_ERROR", [["imm_borrow_loc", 0], ["pop"], ["ret"]], { locals: ["u8"] }],
  [
    "STLOC_UNSAFE_TO_DESTROY_ERROR",
    [["move_loc", 1], ["st_loc", 0], ["ld_u64", 1], ["abort"]],
    { params: ["0xbad::m::Counter", "0xbad::m::Counter"] },
  ],
  ["UNSAFE_RET_UNUSED_VALUES_WITHOUT_DROP", [["ret"]], { params: ["0xbad::m::Counter"] }],
];

function typed(code: readonly InstructionSpec[], spec: Partial<FunctionSpec> = {}): Uint8Array {
  const takes = fn({ name: "takes", params: ["u64"] });
  const structs = [counter, shape, { name: "Plain", abilities: ["drop"] as const, fields }];
  return module({ structs, functions: [fn({ code, ...spec }), takes] });
}

describe("a ledger does not publish", () => {
  test.each(duplicates)("what has %s twice", async (_what, status, bytes) => {
    expect(await publish(bytes)).toBe(status);
  });
  test.each(instructions)("%s", async (_what, status, bytes) => {
    expect(await publish(bytes)).toBe(status);
  });
  test.each(constants)("a module where %s", async (_what, status, bytes) => {
    expect(await publish(bytes)).toBe(status);
  });
  test.each(friends)("a module whose friend is %s", async (_what, status, bytes) => {
    expect(await publish(bytes)).toBe(status);
  });
  test.each(instantiations)("generic code where %s", async (_what, status, bytes) => {
    expect(await publish(bytes)).toBe(status);
  });
  test.each(flow)("%s", async (_what, status, bytes) => {
    expect(await publish(bytes)).toBe(status);
  });
  test.each(acquires)("a function that lists %s as acquired", async (_what, status, bytes) => {
    expect(await publish(bytes)).toBe(status);
  });
  test.each(types.map(([status, code, spec = {}]) => [status, code, spec] as const))(
    "code of wrong types: %s",
    async (status, code, spec) => {
      expect(await publish(typed(code, spec))).toBe(status);
    },
  );

  test("makers of structs that do something else", async () => {
    const make = fn({
      name: "pack$Counter",
      returns: ["0xbad::m::Counter"],
      code: [["ld_u64", 1], ["pack", "Counter"], ["ret"]],
    });
    const marked = (kind: "pack" | "unpack"): Uint8Array =>
      changed({ structs: [{ ...counter, abilities: [] }], functions: [make] }, ({ functionHandles }) => ({
        version: 10,
        versionWord: 0x0a_00_00_0a,
        functionHandles: functionHandles.map((handle) => ({ ...handle, attributes: [{ kind }] })),
      }));
    expect(await publish(marked("pack"))).toBe("INVALID_STRUCT_API_CODE");
    const honest = { ...make, params: ["u64"], code: [["move_loc", 0], ["pack", "Counter"], ["ret"]] as const };
    const fine = changed({ structs: [{ ...counter, abilities: [] }], functions: [honest] }, ({ functionHandles }) => ({
      version: 10,
      versionWord: 0x0a_00_00_0a,
      functionHandles: functionHandles.map((handle) => ({ ...handle, attributes: [{ kind: "pack" as const }] })),
    }));
    expect(await publish(fine)).toBe("published");
  });
});

describe("what a ledger has turned on", () => {
  const nothing = createEnvironment({ features: Features.of([]) });

  test.each(features)("%s", async (_what, status, bytes) => {
    expect(await publish(bytes, nothing)).toBe(status);
    expect(await publish(bytes)).toBe("published");
  });

  test("without function values types may be larger, and results more", async () => {
    const functions = [fn({ returns: repeatSpec(129, "u8"), code: [...repeat(129, ["ld_u8", 0]), ["ret"]] })];
    expect(await publish(module({ functions }), nothing)).toBe("published");
    const deep = fn({ locals: [`${"vector<".repeat(30)}u8${">".repeat(30)}`] });
    expect(await publish(module({ functions: [deep] }), nothing)).toBe("published");
  });
});

describe("the ledger's limits", () => {
  test.each(limits)("%s", async (_what, status, bytes) => {
    expect(await publish(bytes)).toBe(status);
  });

  test.each(within)("%s are let pass", async (_what, bytes) => {
    expect(await publish(bytes)).toBe("published");
  });

  test("those of definitions began at an instant, and were widened soon", async () => {
    const { features, gas } = everything;
    const on = (day: string) => {
      const lastReconfigurationTime = BigInt(Date.parse(`${day}T00:00:00Z`)) * 1000n;
      return createEnvironment({ features, gas, chainId: 1, lastReconfigurationTime });
    };
    for (const [, status, bytes] of limits.filter(([, name]) => name.startsWith("MAX_"))) {
      expect([status, await publish(bytes, on("2026-02-26"))]).toEqual([status, "published"]);
      expect(await publish(bytes, on("2026-03-01"))).toBe(status);
    }
    const structs = module({ structs: Array.from({ length: 201 }, (_, i) => ({ name: `S${i}`, fields })) });
    const variants = Array.from({ length: 65 }, (_, i) => ({ name: `V${i}` }));
    const anEnum = module({ structs: [{ name: "Many", variants }] });
    expect(await publish(structs, on("2026-03-01"))).toBe("MAX_STRUCT_DEFINITIONS_REACHED");
    expect(await publish(anEnum, on("2026-03-01"))).toBe("MAX_STRUCT_VARIANTS_REACHED");
    expect([await publish(structs, on("2026-03-06")), await publish(anEnum, on("2026-03-06"))]).toEqual([
      "published",
      "published",
    ]);
  });
});

describe("a script", () => {
  const run = async (bytes: Uint8Array): Promise<string> => {
    const outcome = await open(coin).callScript(bytes, [], []);
    return outcome.kind === "failed" ? outcome.error.status : "returned";
  };

  test("keeps the same rules", async () => {
    expect(await run(buildScript({ code: loops(6) }))).toBe("LOOP_MAX_DEPTH_REACHED");
    expect(await run(buildScript({ code: [["ld_u8", 1], ["not"], ["pop"], ["ret"]] }))).toBe(
      "BOOLEAN_OP_TYPE_MISMATCH_ERROR",
    );
    expect(await run(buildScript({ code: [["ret"]] }))).toBe("returned");
  });

  test("has no instruction that needs a module", async () => {
    const script = decodeScript(buildScript({ code: [["ret"]] }));
    const code = encodeInstructions(script.code.locals, [["pack", 0], ["pop"], ["ret"]], script.version);
    expect(await run(encodeScript({ ...script, code }))).toBe("INVALID_OPERATION_IN_SCRIPT");
  });
});
