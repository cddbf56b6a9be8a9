import type { FunctionSpec, InstructionSpec, ModuleSpec, StructSpec } from "@ledger/move";
import { buildModule, decodeModule, encodeModule } from "@ledger/move";
import { describe, expect, test } from "vitest";
import { checkComplexity, checkDecodedModule, VmError } from "../../src/index.ts";
import { Verifier } from "../../src/verify/verifier.ts";
import { everything, module, publish } from "./crafted.ts";

// Cases of the sheet on the verifier that the other files have not: each rule with code that keeps it and code that breaks it.

type Case = readonly [what: string, status: string, spec: Partial<ModuleSpec>];

const fields = [{ name: "value", type: "u64" }] as const;
const published = "published";

function run(code: readonly InstructionSpec[], spec: Partial<FunctionSpec> = {}): Partial<ModuleSpec> {
  return { functions: [{ name: "run", code, ...spec }] };
}

const levels = (count: number): string => `${"vector<".repeat(count - 1)}u8${">".repeat(count - 1)}`;

const types: readonly Case[] = [
  ["20 levels", published, run([["ret"]], { locals: [levels(20)] })],
  ["21 levels", "TOO_MANY_TYPE_NODES", run([["ret"]], { locals: [levels(21)] })],
  ["a struct that a function type of its field names", "RECURSIVE_STRUCT_DEFINITION", holding("|0xbad::m::S|")],
  ["a struct that a result of one names", "RECURSIVE_STRUCT_DEFINITION", holding("|u64|0xbad::m::S")],
  ["a function type without it", published, holding("|u64|u64")],
  ["a reference to a phantom", published, holding("|&T0|", [{ phantom: true }])],
  ["a phantom as an argument", "INVALID_PHANTOM_TYPE_PARAM_POSITION", holding("|T0|", [{ phantom: true }])],
  ["a resource of a struct that is none", "CONSTRAINT_NOT_SATISFIED", storing(["drop"])],
  ["a resource of a struct that is one", published, storing(["drop", "key"])],
  [
    "a reference as a type argument",
    "INVALID_SIGNATURE_TOKEN",
    {
      functions: [
        { name: "run", code: [["call_generic", "other", "&u64"], ["ret"]] },
        { name: "other", typeParams: [{}], code: [["ret"]] },
      ],
    },
  ],
  ["a mutable reference to the signer", "MOVETO_TYPE_MISMATCH_ERROR", movingTo("&mut signer")],
  ["a reference to the signer", published, movingTo("&signer")],
];

function holding(type: string, typeParams: StructSpec["typeParams"] = []): Partial<ModuleSpec> {
  return { structs: [{ name: "S", typeParams, fields: [{ name: "f", type: `${type} has drop` }] }] };
}

function storing(abilities: StructSpec["abilities"] & {}): Partial<ModuleSpec> {
  const code: InstructionSpec[] = [["move_loc", 0], ["exists_generic", "Box", "u64"], ["pop"], ["ret"]];
  return { structs: [{ name: "Box", abilities, typeParams: [{}], fields }], ...run(code, { params: ["address"] }) };
}

function movingTo(signer: string): Partial<ModuleSpec> {
  const code: InstructionSpec[] = [["move_loc", 0], ["ld_u64", 1], ["pack", "Box"], ["move_to", "Box"], ["ret"]];
  return { structs: [{ name: "Box", abilities: ["key"], fields }], ...run(code, { params: [signer] }) };
}

function closure(attributes: FunctionSpec["attributes"] & {}, type: string): Partial<ModuleSpec> {
  return {
    functions: [
      { name: "run", returns: [type], code: [["pack_closure", "target", 0n], ["ret"]] },
      { name: "target", visibility: "public", params: ["u64"], attributes, code: [["ret"]] },
    ],
  };
}

const inner = "|u64| has drop";
const passing = (own: string): Partial<ModuleSpec> => ({
  functions: [
    {
      name: "run",
      params: [own],
      returns: ["|| has drop"],
      code: [["move_loc", 0], ["pack_closure", "target", 1n], ["ret"]],
    },
    { name: "target", params: [inner], code: [["ret"]] },
  ],
});

const closures: readonly Case[] = [
  ["may be stored", published, closure([{ kind: "persistent" }], "|u64| has copy + drop + store")],
  ["is public, and not marked", "RET_TYPE_MISMATCH_ERROR", closure([], "|u64| has copy + drop + store")],
  ["captures a function value of more abilities", published, passing("|u64| has copy + drop")],
  ["captures one of fewer", "PACK_TYPE_MISMATCH_ERROR", passing("|u64| has copy")],
];

/** Jumps of format 5: [a loop, its jumps]. */
const jump = (target: number): InstructionSpec[] => [["ld_true"], ["br_true", target]];
const loops: readonly Case[] = [
  ["a loop in a loop", published, old([["nop"], ["nop"], ...jump(1), ...jump(0), ["ret"]])],
  ["a jump to the outer loop", "INVALID_LOOP_CONTINUE", old([["nop"], ["nop"], ...jump(0), ...jump(1), ["ret"]])],
  ["a jump to just after the loop", published, old([...jump(4), ...jump(0), ["ret"]])],
  ["a jump further than that", "INVALID_LOOP_BREAK", old([...jump(5), ...jump(0), ["nop"], ["ret"]])],
  ["a jump into a loop", "INVALID_LOOP_SPLIT", old([...jump(3), ["nop"], ["nop"], ...jump(2), ["ret"]])],
  ["5 loops inside one another", published, old(nested(5))],
  ["6 loops inside one another", "LOOP_MAX_DEPTH_REACHED", old(nested(6))],
];

function old(code: readonly InstructionSpec[]): Partial<ModuleSpec> {
  return { version: 5, ...run(code) };
}

function nested(depth: number): InstructionSpec[] {
  const code: InstructionSpec[] = Array.from({ length: depth }, () => ["nop"]);
  for (let head = depth - 1; head >= 0; head--) code.push(...jump(head));
  return [...code, ["ret"]];
}

const point: StructSpec = {
  name: "Point",
  abilities: ["drop"],
  fields: [
    { name: "x", type: "u64" },
    { name: "y", type: "u64" },
  ],
};
const shape: StructSpec = {
  name: "Shape",
  abilities: ["drop"],
  variants: [
    { name: "Dot", fields: [{ name: "a", type: "u8" }] },
    { name: "Line", fields: [{ name: "a", type: "u64" }] },
    { name: "Ray", fields: [{ name: "a", type: "u8" }] },
  ],
};
const ofPoint = "0xbad::m::Point";
const ofShape = "0xbad::m::Shape";

function accessor(
  name: string,
  attributes: FunctionSpec["attributes"] & {},
  spec: Partial<FunctionSpec>,
): Partial<ModuleSpec> {
  return {
    version: 10,
    structs: [point, shape, { ...point, name: "Coin", abilities: ["key"] }],
    functions: [{ name, visibility: "public", attributes, ...spec }],
  };
}

const makesPoint: Partial<FunctionSpec> = {
  params: ["u64", "u64"],
  returns: [ofPoint],
  code: [["move_loc", 0], ["move_loc", 1], ["pack", "Point"], ["ret"]],
};
const swapped: Partial<FunctionSpec> = {
  ...makesPoint,
  code: [["move_loc", 1], ["move_loc", 0], ["pack", "Point"], ["ret"]],
};
const borrowsX = (field: string): Partial<FunctionSpec> => ({
  params: [`&${ofPoint}`],
  returns: ["&u64"],
  code: [["move_loc", 0], ["imm_borrow_field", "Point", field], ["ret"]],
});
const borrowsA = (...variants: string[]): Partial<FunctionSpec> => ({
  params: [`&${ofShape}`],
  returns: ["&u8"],
  code: [["move_loc", 0], ["imm_borrow_variant_field", "Shape", "a", variants], ["ret"]],
});
const testsDot: Partial<FunctionSpec> = {
  params: [`&${ofShape}`],
  returns: ["bool"],
  code: [["move_loc", 0], ["test_variant", "Shape", "Dot"], ["ret"]],
};
const makesDot: Partial<FunctionSpec> = {
  params: ["u8"],
  returns: [ofShape],
  code: [["move_loc", 0], ["pack_variant", "Shape", "Dot"], ["ret"]],
};
const takesPoint: Partial<FunctionSpec> = {
  params: [ofPoint],
  returns: ["u64", "u64"],
  code: [["move_loc", 0], ["unpack", "Point"], ["ret"]],
};
const wrong = "INVALID_STRUCT_API_CODE";

const accessors: readonly Case[] = [
  ["pack", published, accessor("pack$Point", [{ kind: "pack" }], makesPoint)],
  ["pack without mark", wrong, accessor("pack$Point", [], makesPoint)],
  ["a mark without the name", wrong, accessor("make", [{ kind: "pack" }], makesPoint)],
  ["another mark", wrong, accessor("pack$Point", [{ kind: "unpack" }], makesPoint)],
  ["two marks", wrong, accessor("pack$Point", [{ kind: "pack" }, { kind: "unpack" }], makesPoint)],
  ["swapped arguments", wrong, accessor("pack$Point", [{ kind: "pack" }], swapped)],
  ["a name of no struct", published, accessor("pack$Nothing", [], makesPoint)],
  ["unpack", published, accessor("unpack$Point", [{ kind: "unpack" }], takesPoint)],
  ["a variant", published, accessor("pack$Shape$Dot", [{ kind: "pack_variant", operand: 0 }], makesDot)],
  ["another variant", wrong, accessor("pack$Shape$Line", [{ kind: "pack_variant", operand: 0 }], makesDot)],
  ["a test", published, accessor("test_variant$Shape$Dot", [{ kind: "test_variant", operand: 0 }], testsDot)],
  ["a test of another", wrong, accessor("test_variant$Shape$Dot", [{ kind: "test_variant", operand: 1 }], testsDot)],
  ["a borrow", published, accessor("borrow$Point$0", [{ kind: "borrow_field", operand: 0 }], borrowsX("x"))],
  [
    "a borrow of another field",
    wrong,
    accessor("borrow$Point$0", [{ kind: "borrow_field", operand: 0 }], borrowsX("y")),
  ],
  ["another offset", wrong, accessor("borrow$Point$1", [{ kind: "borrow_field", operand: 0 }], borrowsX("x"))],
  ["mutability", wrong, accessor("borrow_mut$Point$0", [{ kind: "borrow_field", operand: 0 }], borrowsX("x"))],
  [
    "all variants",
    published,
    accessor("borrow$Shape$0$0", [{ kind: "borrow_field", operand: 0 }], borrowsA("Dot", "Ray")),
  ],
  ["not all variants", wrong, accessor("borrow$Shape$0$0", [{ kind: "borrow_field", operand: 0 }], borrowsA("Dot"))],
  [
    "no order of types",
    wrong,
    accessor("borrow$Shape$0", [{ kind: "borrow_field", operand: 0 }], borrowsA("Dot", "Ray")),
  ],
  [
    "a resource",
    wrong,
    accessor("unpack$Coin", [{ kind: "unpack" }], {
      ...takesPoint,
      params: ["0xbad::m::Coin"],
      code: [["move_loc", 0], ["unpack", "Coin"], ["ret"]],
    }),
  ],
];

/** Two live references that accessors of a struct's fields made. */
const twoFields = (attributes: (field: number) => FunctionSpec["attributes"] & {}): Partial<ModuleSpec> => {
  const borrow = (field: string, operand: number): FunctionSpec => ({
    name: attributes(0).length === 0 ? `field${operand}` : `borrow_mut$Point$${operand}`,
    params: [`&mut ${ofPoint}`],
    returns: ["&mut u64"],
    attributes: attributes(operand),
    code: [["move_loc", 0], ["mut_borrow_field", "Point", field], ["ret"]],
  });
  const functions = [borrow("x", 0), borrow("y", 1)];
  const code: InstructionSpec[] = [
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
  const spec = { params: [`&mut ${ofPoint}`], locals: ["&mut u64"] };
  return { version: 10, structs: [point], functions: [{ name: "run", code, ...spec }, ...functions] };
};

const references: readonly Case[] = [
  ["two fields by accessors", published, twoFields((operand) => [{ kind: "borrow_field_mut", operand }])],
  ["two fields by other functions", "CALL_BORROWED_MUTABLE_REFERENCE_ERROR", twoFields(() => [])],
];

/** A block where two ways meet, the shorter of which holds a reference that the other has dropped. */
const meeting: Partial<ModuleSpec> = run(
  [
    ["ld_u64", 1],
    ["st_loc", 1],
    ["imm_borrow_loc", 1],
    ["st_loc", 2],
    ["move_loc", 0],
    ["br_true", 8],
    ["move_loc", 2],
    ["pop"],
    ["ld_u64", 2],
    ["pop"],
    ["ret"],
  ],
  { params: ["bool"], locals: ["u64", "&u64"] },
);

describe("the sheet", () => {
  test.each(types)("types: %s", async (_what, status, spec) => {
    expect(await publish(module(spec))).toBe(status);
  });
  test.each(closures)("a closure that %s", async (_what, status, spec) => {
    expect(await publish(module(spec))).toBe(status);
  });
  test.each(loops)("loops of format 5: %s", async (_what, status, spec) => {
    expect(await publish(module(spec))).toBe(status);
  });
  test.each(accessors)("accessors of structs: %s", async (_what, status, spec) => {
    expect(await publish(module(spec))).toBe(status);
  });
  test.each(references)("references: %s", async (_what, status, spec) => {
    expect(await publish(module(spec))).toBe(status);
  });
  test("references: a block is looked at when all ways have come", async () => {
    expect(await publish(module(meeting))).toBe(published);
  });
});

describe("of several faults", () => {
  const heightAndType: InstructionSpec[] = [["ld_u8", 1], ["not"], ["ret"]];
  test("the stack comes before types", async () => {
    expect(await publish(module(run(heightAndType)))).toBe("POSITIVE_STACK_SIZE_AT_BLOCK_END");
  });
  test("loops come before the stack, and the stack of one function before all of the next", async () => {
    expect(await publish(module(run([...nested(6).slice(0, -1), ["pop"], ["ret"]])))).toBe("LOOP_MAX_DEPTH_REACHED");
    const functions = [heightAndType, [["nop"]] as InstructionSpec[]].map((code, i) => ({ name: `f${i}`, code }));
    expect(await publish(module({ functions }))).toBe("POSITIVE_STACK_SIZE_AT_BLOCK_END");
  });
});

describe("the cost of verifying", () => {
  /** Copies of a reference, each borrowed from the one before. */
  function chain(rounds: number): Partial<ModuleSpec> {
    const count = 100;
    const code: InstructionSpec[] = [];
    for (let round = 0; round < rounds; round++) {
      for (let i = 0; i < count; i++) code.push(["copy_loc", i], ["st_loc", i + 1]);
    }
    return run([...code, ["ret"]], { params: ["&u64"], locals: Array.from({ length: count }, () => "&u64") });
  }

  test("of a function is limited", async () => {
    expect(await publish(module(chain(1)))).toBe(published);
    expect(await publish(module(chain(40)))).toBe("CONSTRAINT_NOT_SATISFIED");
  });

  const many = (count: number): Uint8Array => {
    const one = chain(8).functions![0]!;
    return module({ functions: Array.from({ length: count }, (_, i) => ({ ...one, name: `f${i}` })) });
  };

  test("of a module is limited", async () => {
    expect(await publish(many(1))).toBe(published);
    expect(await publish(many(12))).toBe("CONSTRAINT_NOT_SATISFIED");
  });

  test("of a module is the same after its functions have run, and when it is published again", () => {
    const verifier = Verifier.ofModule(decodeModule(many(4)), everything.rules);
    for (let index = 0; index < 4; index++) verifier.checkFunction(index);
    expect(() => verifier.verify()).not.toThrow();
    expect(() => verifier.verify()).not.toThrow();
  });
});

describe("the budget of complexity", () => {
  const statusOf = (spec: Partial<ModuleSpec>): string => {
    const bytes = module(spec);
    try {
      checkComplexity(decodeModule(bytes), bytes.length);
      return published;
    } catch (error) {
      if (error instanceof VmError) return error.status;
      throw error;
    }
  };

  test("counts types wherever they are used", () => {
    const wide = `|${Array.from({ length: 100 }, () => "u64").join()}|`;
    const uses = (count: number): Partial<ModuleSpec> => ({
      functions: [
        {
          name: "run",
          code: [...Array.from({ length: count }, (): InstructionSpec => ["call_generic", "other", wide]), ["ret"]],
        },
        { name: "other", typeParams: [{}], code: [["ret"]] },
      ],
    });
    expect(statusOf(uses(1))).toBe(published);
    expect(statusOf(uses(100))).toBe("PROGRAM_TOO_COMPLEX");
  });
});

describe("indexes that decoding leaves alone", () => {
  test("end in the status of code that does not decode", () => {
    const compiled = decodeModule(buildModule({ address: "0xbad", name: "m", ...run([["ret"]]) }));
    const changed = decodeModule(encodeModule({ ...compiled, variantHandles: [], fieldHandles: [] }));
    expect(() => checkDecodedModule(changed)).not.toThrow();
    const code = { ...compiled.functionDefinitions[0]!.code!, instructionCount: 2, code: Uint8Array.of(0x0b, 3, 0x02) };
    const cut = { ...compiled, functionDefinitions: [{ ...compiled.functionDefinitions[0]!, code }] };
    expect(() => checkDecodedModule(cut)).toThrow(expect.objectContaining({ status: "CODE_DESERIALIZATION_ERROR" }));
  });
});
