import { readFileSync } from "node:fs";
import { hexToBytes } from "@ledger/types";
import { describeVectors, newestNetwork, testNetworks } from "@ledger/vectors";
import { describe, expect, test } from "vitest";
import {
  buildModule,
  buildScript,
  compileModule,
  decodeInstructions,
  decodeModule,
  describeModule,
  describeScript,
  disassembleModule,
  disassembleScript,
  encodeInstructions,
  type Instruction,
  type ModuleSpec,
  moduleAbi,
} from "../src/index.ts";
import { readGenesisState } from "./genesis-state.ts";

const spec: ModuleSpec = {
  address: "0x7",
  name: "parts",
  version: 10,
  friends: ["0x8::friend"],
  structs: [
    {
      name: "S",
      abilities: ["copy", "drop", "store", "key"],
      typeParams: [{ constraints: ["drop"], phantom: false }],
      fields: [{ name: "f", type: "T0" }],
    },
    {
      name: "E",
      abilities: [],
      typeParams: [],
      variants: [
        { name: "A", fields: [{ name: "x", type: "i128" }] },
        { name: "B", fields: [{ name: "x", type: "i128" }] },
        { name: "C", fields: [] },
      ],
    },
    { name: "N", abilities: [], typeParams: [], native: true },
    {
      name: "F",
      abilities: ["drop"],
      typeParams: [],
      fields: [{ name: "f", type: "|&mut u8, 0x7::parts::S<u16>|(u256, bool) has drop + store" }],
    },
  ],
  functions: [
    {
      name: "f",
      visibility: "friend",
      entry: true,
      typeParams: [{ constraints: ["copy"] }],
      params: ["&mut 0x7::parts::S<u8>", "0x1::string::String"],
      returns: ["u64", "bool"],
      attributes: [],
      acquires: ["S"],
      locals: ["vector<u8>"],
      code: [
        ["ld_const", "vector<u8>", Uint8Array.of(2, 0x68, 0x69)],
        ["st_loc", 2],
        ["ld_u256", 2n ** 200n],
        ["ld_i8", -1],
        ["pack_generic", "S", "u8"],
        ["imm_borrow_field_generic", "S", "f", "u8"],
        ["imm_borrow_field", "S", "f"],
        ["pack_variant", "E", "B"],
        ["test_variant", "E", "C"],
        ["imm_borrow_variant_field", "E", "x", ["A", "B"]],
        ["call", "0x7::parts::f"],
        ["call_generic", "0x1::vector::length", "0x1::string::String"],
        ["pack_closure", "0x7::parts::f", 1n],
        ["pack_closure_generic", "0x7::parts::f", 2n, "u8"],
        ["call_closure", "|u8|()"],
        ["vec_pack", "u8", 3n],
        ["vec_swap", "u8"],
        ["move_from_generic", "S", "u8"],
        ["unpack", "N"],
        ["br_true", 3],
        ["ret"],
      ],
    },
    {
      name: "g",
      visibility: "private",
      entry: false,
      typeParams: [],
      params: [],
      returns: [],
      attributes: [{ kind: "module_lock" }],
      acquires: [],
      native: true,
    },
  ],
  imports: {
    structs: [{ type: "0x1::string::String", abilities: ["copy", "drop", "store"], typeParams: [] }],
    functions: [
      {
        function: "0x1::vector::length",
        typeParams: [{ constraints: [] }],
        params: ["&vector<T0>"],
        returns: ["u64"],
        attributes: [],
      },
    ],
  },
  metadata: [{ key: "note", value: Uint8Array.of(1, 2) }],
};

test("a module that was built is described as it was said", () => {
  expect(describeModule(buildModule(spec))).toEqual(spec);
});

test("the text has every part by its name", () => {
  expect(disassembleModule(compileModule(spec))).toBe(`module 0x7::parts // version 10
friend 0x8::friend

struct S<T0: drop> has copy + drop + store + key {
    f: T0,
}

enum E {
    A { x: i128 },
    B { x: i128 },
    C,
}

native struct N

struct F has drop {
    f: |&mut u8, 0x7::parts::S<u16>|(u256, bool) has drop + store,
}

public(friend) entry fun f<T0: copy>(&mut 0x7::parts::S<u8>, 0x1::string::String): (u64, bool) acquires S {
    local 2: vector<u8>
    0: ld_const vector<u8>, 0x026869 // "hi"
    1: st_loc 2 // vector<u8>
    2: ld_u256 ${2n ** 200n}
    3: ld_i8 -1
    4: pack_generic S, u8
    5: imm_borrow_field_generic S, f, u8
    6: imm_borrow_field S, f
    7: pack_variant E, B
    8: test_variant E, C
    9: imm_borrow_variant_field E, x, [A, B]
    10: call 0x7::parts::f
    11: call_generic 0x1::vector::length, 0x1::string::String
    12: pack_closure 0x7::parts::f, 1
    13: pack_closure_generic 0x7::parts::f, 2, u8
    14: call_closure |u8|()
    15: vec_pack u8, 3
    16: vec_swap u8
    17: move_from_generic S, u8
    18: unpack N
    19: br_true 3
    20: ret
}

native fun g()`);
});

describe("what a compiler made", () => {
  test("of the example of a tip jar does what its source says", () => {
    const file = new URL("../../../examples/cover-a-module/build/TipJar/bytecode_modules/tip_jar.mv", import.meta.url);
    const text = disassembleModule(readFileSync(file));
    expect(text).toContain("struct Jar has key {\n    total: u64,\n    largest: u64,\n}");
    // `borrow_global<Jar>(owner).total`
    expect(text).toMatch(
      /public fun total\(address\): u64 acquires Jar \{\n {4}0: (?:move|copy)_loc 0 \/\/ address\n {4}1: imm_borrow_global Jar\n {4}2: imm_borrow_field Jar, total\n {4}3: read_ref\n {4}4: ret\n\}/,
    );
    // `exists<Jar>(signer::address_of(owner))`
    expect(text).toMatch(/fun open\(&signer\)[^}]*call 0x1::signer::address_of\n[^\n]*exists Jar\n/);
  });

  test("of the main network's bcs is a native function", () => {
    const bcs =
      "a11ceb0b0500000006010002030206050807070f0d081c200c3c0400000001000101000106090001" +
      `0a020362637308746f5f6279746573${"00".repeat(31)}0100010200` +
      "00";
    expect(disassembleModule(hexToBytes(bcs))).toBe(
      "module 0x1::bcs // version 5\n\nnative public fun to_bytes<T0>(&T0): vector<u8>",
    );
  });
});

describeVectors("modules of published genesis transactions", () => {
  test("address_of is the four instructions that the format's description has", () => {
    const { modules } = readGenesisState(newestNetwork);
    expect(disassembleModule(modules.get("0x1::signer")!)).toContain(`public fun address_of(&signer): address {
    0: move_loc 0 // &signer
    1: call 0x1::signer::borrow_address
    2: read_ref
    3: ret
}`);
  });

  testNetworks([newestNetwork], "every module of %s is built again from its description", (network) => {
    for (const [id, bytecode] of readGenesisState(network).modules) {
      const description = describeModule(bytecode);
      const again = decodeModule(buildModule(description));
      expect(describeModule(again), id).toEqual(description);
      expect(moduleAbi(again), id).toEqual(moduleAbi(bytecode));
    }
  });
});

describe("scripts", () => {
  const script = {
    version: 7,
    typeParams: [{ constraints: ["store" as const] }],
    params: ["&signer", "vector<T0>"],
    locals: ["u64"],
    code: [["vec_len", "T0"] as const, ["st_loc", 2] as const, ["ret"] as const],
    imports: { structs: [], functions: [] },
  };

  test("are described as they were said, and written", () => {
    const bytes = buildScript(script);
    expect(describeScript(bytes)).toEqual(script);
    expect(disassembleScript(bytes)).toBe(`script // version 7

public entry fun main<T0: store>(&signer, vector<T0>) {
    local 2: u64
    0: vec_len T0
    1: st_loc 2 // u64
    2: ret
}`);
  });
});

describe("what the format cannot rule out is refused", () => {
  const module = compileModule(spec);
  const withCode = (...code: readonly Instruction[]) => ({
    ...module,
    functionDefinitions: [{ ...module.functionDefinitions[0]!, code: encodeInstructions(0, code, 10) }],
  });
  const outOfRange: readonly Instruction[] = [
    ["ld_const", 99],
    ["call", 99],
    ["call_generic", 99],
    ["pack", 99],
    ["pack_generic", 99],
    ["imm_borrow_field", 99],
    ["imm_borrow_field_generic", 99],
    ["pack_variant", 99],
    ["imm_borrow_variant_field", 99],
    ["vec_len", 99],
    ["pack_closure", 99, 1n],
  ];
  test.each(outOfRange)("%s out of range", (...instruction) => {
    expect(() => disassembleModule(withCode(instruction as unknown as Instruction))).toThrowError(
      expect.objectContaining({ code: "bad_index" }),
    );
  });

  test("a field, a variant and a type that are not there", () => {
    const changes = [
      { fieldHandles: [{ struct: 0, field: 9 }], code: ["imm_borrow_field", 0] },
      { fieldHandles: [{ struct: 1, field: 0 }], code: ["imm_borrow_field", 0] },
      { variantHandles: [{ struct: 1, variant: 9 }], code: ["pack_variant", 0] },
      { variantHandles: [{ struct: 0, variant: 0 }], code: ["pack_variant", 0] },
      { variantFieldHandles: [{ struct: 1, field: 0, variants: [] }], code: ["imm_borrow_variant_field", 0] },
      { code: ["vec_len", module.signatures.findIndex((tokens) => tokens.length === 0)] },
    ] as const;
    for (const { code, ...change } of changes) {
      const broken = { ...withCode(code as unknown as Instruction), ...change };
      expect(() => describeModule({ ...broken, structDefinitions: module.structDefinitions }), code[0]).toThrowError(
        expect.objectContaining({ code: "bad_index" }),
      );
    }
  });

  test("texts that would grow beyond all bounds", () => {
    const deep = `${"0x1::m::S<".repeat(200)}u8${">".repeat(200)}`;
    const bomb = compileModule({
      address: "0x1",
      name: "bomb",
      functions: [{ name: "f", code: [["vec_len", deep]] }],
      imports: { structs: [{ type: "0x1::m::S", typeParams: [{}] }] },
    });
    const [fn] = bomb.functionDefinitions;
    const [instruction] = decodeInstructions(fn!.code!, bomb.version);
    const code = encodeInstructions(fn!.code!.locals, Array(3_000).fill(instruction), bomb.version);
    const grown = { ...bomb, functionDefinitions: [{ ...fn!, code }] };
    expect(() => disassembleModule(grown)).toThrowError(expect.objectContaining({ code: "limit_exceeded" }));
  });
});
