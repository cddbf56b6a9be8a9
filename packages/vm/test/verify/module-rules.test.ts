import type { CompiledModule, InstructionSpec, ModuleSpec } from "@ledger/move";
import { describe, expect, test } from "vitest";
import { box, changed, counter, fn, module, publish, type Refusal, rewritten, withCode } from "./crafted.ts";

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
