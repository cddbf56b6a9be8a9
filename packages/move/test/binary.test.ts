import { bytesToHex, concatBytes, hexToBytes } from "@ledger/types";
import { describe, expect, test } from "vitest";
import {
  type AccessSpecifier,
  type CompiledModule,
  compileModule,
  decodeInstructions,
  decodeModule,
  decodeScript,
  encodeInstructions,
  encodeModule,
  encodeScript,
  type FunctionAttribute,
  type Instruction,
  MoveError,
  moduleAbi,
  type OpcodeName,
  opcodes,
  tryModuleAbi,
  tryScriptAbi,
  versionToWord,
} from "../src/index.ts";

/** `0x1::bcs` of the main network, as the format's description takes it apart. */
const bcsModule = [
  "a11ceb0b 05000000 06",
  "010002 030206 050807 070f0d 081c20 0c3c04",
  "0000 000100010100 01060900010a02 03626373 08746f5f6279746573",
  `${"00".repeat(31)}01`,
  "00010200 00",
].join(" ");

describe("a module of 92 bytes", () => {
  const bytes = fromHex(bcsModule);

  test("reads as described", () => {
    expect(bytes.length).toBe(92);
    expect(decodeModule(bytes)).toMatchObject({
      version: 5,
      self: 0,
      identifiers: ["bcs", "to_bytes"],
      signatures: [
        [{ kind: "Reference", value: { kind: "TypeParameter", index: 0 } }],
        [{ kind: "Vector", value: { kind: "U8" } }],
      ],
      functionDefinitions: [{ handle: 0, visibility: "public", isEntry: false, acquires: [], code: undefined }],
    });
  });

  test("has the described ABI", () => {
    expect(JSON.stringify(moduleAbi(bytes))).toBe(
      '{"address":"0x1","name":"bcs","friends":[],"exposed_functions":[{"name":"to_bytes","visibility":"public",' +
        '"is_entry":false,"is_view":false,"generic_type_params":[{"constraints":[]}],"params":["&T0"],' +
        '"return":["vector<u8>"]}],"structs":[]}',
    );
  });

  test("reads with bytes after it, and with its headers in another order", () => {
    expect(decodeModule(concatBytes(bytes, Uint8Array.of(1, 2, 3)))).toEqual(decodeModule(bytes));
    const shuffled = fromHex(bcsModule.replace("010002 030206", "030206 010002"));
    expect(decodeModule(shuffled)).toEqual(decodeModule(bytes));
    expect(encodeModule(decodeModule(shuffled))).toEqual(bytes);
  });

  test("is refused at every length but its own", () => {
    for (let length = 0; length < bytes.length; length++) {
      expect(() => decodeModule(bytes.subarray(0, length)), `${length} bytes`).toThrow(MoveError);
      expect(tryModuleAbi(bytes.subarray(0, length))).toBeUndefined();
    }
  });
});

describe("malformed modules are refused", () => {
  const body = bcsModule.slice(bcsModule.indexOf("0000 0001"));
  const refused: readonly (readonly [string, string, string, number | undefined])[] = [
    ["another magic", bcsModule.replace("a11c", "a11d"), "bad_magic", 0],
    ["version 2", bcsModule.replace("05000000", "02000000"), "unsupported_version", 4],
    ["version 11", bcsModule.replace("05000000", "0b00000a"), "unsupported_version", 4],
    ["an unknown flavour", bcsModule.replace("05000000", "05000001"), "unsupported_version", 4],
    ["an unknown table", bcsModule.replace("010002", "090002"), "bad_table", 9],
    ["a table of a later version", bcsModule.replace("010002", "110002"), "bad_table", 9],
    ["a table twice", bcsModule.replace("030206", "010206"), "bad_table", 12],
    ["an empty table", `a11ceb0b 05000000 01 010000 ${body}`, "bad_table", 9],
    ["a gap between tables", bcsModule.replace("030206", "030306"), "bad_table", 27],
    ["a table after the end", bcsModule.replace("0c3c04", "0c3c7f"), "unexpected_end", 27],
    ["an entry over its table's end", bcsModule.replace("010002 030206", "010001 030107"), "unexpected_end", 28],
    ["a number that is not minimal", bcsModule.replace("0c3c04", "0c3c8400"), "malformed_uleb", 26],
    ["a number of more than 64 bits", bcsModule.replace("010002", `01${"ff".repeat(9)}0202`), "malformed_uleb", 10],
    ["a number above its limit", bcsModule.replace("010002", "01808080801002"), "limit_exceeded", 10],
    ["an unknown type", bcsModule.replace("01060900", "01060000").replace("01060000", "01170000"), "bad_tag", 36],
    ["a type of a later version", bcsModule.replace("010a02", "010a0d"), "bad_tag", 41],
    ["an unknown visibility", bcsModule.replace("00010200", "00040200"), "bad_tag", 88],
    ["an unknown flag", bcsModule.replace("00010200", "00010a00"), "bad_tag", 89],
    ["a name that begins with a digit", bcsModule.replace("03626373", "03316373"), "bad_identifier", 42],
    ["a name with a mark of version 9", bcsModule.replace("03626373", "03622473"), "bad_identifier", 42],
    ["a lone underscore", bcsModule.replace("03626373", "015f0162"), "bad_identifier", 42],
    ["an own handle out of range", bcsModule.replace(/00$/, "01"), "bad_index", undefined],
    ["a name out of range", bcsModule.replace("0000 0001", "0002 0001"), "bad_index", undefined],
    ["a type parameter out of range", bcsModule.replace("01060900", "01060901"), "bad_index", undefined],
  ];
  test.each(refused)("%s", (_, hex, code, offset) => {
    expect(() => decodeModule(fromHex(hex))).toThrowError(expect.objectContaining({ code, offset }));
  });

  test("types nested beyond the limit", () => {
    const nested = (depth: number) => {
      const token = `${"0a".repeat(depth)}02`;
      const signature = `01${token}`;
      return fromHex(
        [
          "a11ceb0b 05000000 04",
          `0100020502${uleb(signature.length / 2)}07${uleb(2 + signature.length / 2)}0208${uleb(4 + signature.length / 2)}20`,
          `0000 ${signature} 016d ${"00".repeat(32)} 00`,
        ].join(" "),
      );
    };
    expect(decodeModule(nested(256)).signatures).toHaveLength(1);
    expect(() => decodeModule(nested(257))).toThrowError(expect.objectContaining({ code: "nesting_too_deep" }));
  });
});

describe("every part of the format", () => {
  const base = compileModule({
    address: "0x7",
    name: "parts",
    version: 10,
    friends: ["0x8::friend"],
    structs: [
      {
        name: "S",
        abilities: ["copy", "drop", "store", "key"],
        typeParams: [{ constraints: ["drop"] }],
        fields: [{ name: "f", type: "T0" }],
      },
      {
        name: "E",
        variants: [
          { name: "A", fields: [{ name: "x", type: "i128" }] },
          { name: "B", fields: [{ name: "x", type: "i128" }] },
        ],
      },
      { name: "N", native: true },
      { name: "$odd", fields: [{ name: "f", type: "|&mut u8, S<u16>|(u256, bool) has drop + store" }] },
    ],
    functions: [
      {
        name: "f",
        typeParams: [{}],
        code: [
          ["ld_const", "vector<u8>", Uint8Array.of(2, 1, 2)],
          ["pack_generic", "S", "u8"],
          ["imm_borrow_field_generic", "S", "f", "u8"],
          ["imm_borrow_field", "S", "f"],
          ["pack_variant", "E", "B"],
          ["pack_variant_generic", "E", "B"],
          ["imm_borrow_variant_field", "E", "x", ["A", "B"]],
          ["mut_borrow_variant_field_generic", "E", "x", ["B"]],
          ["call", "f"],
          ["call_generic", "0x7::parts::f", "u64"],
          ["pack_closure", "f", 1n],
          ["pack_closure_generic", "f", 2, "u8"],
          ["call_closure", "|u8|"],
          ["vec_pack", "u8", 3],
          ["vec_swap", "u8"],
          ["pack", "N"],
          ["ret"],
        ],
      },
    ],
    metadata: [{ key: "note", value: Uint8Array.of(1, 2) }],
  });
  const specifiers: readonly AccessSpecifier[] = [
    { access: "reads", negated: false, resource: { kind: "any" }, address: { kind: "any" } },
    {
      access: "writes",
      negated: true,
      resource: { kind: "at_address", address: 0 },
      address: { kind: "literal", address: 0 },
    },
    {
      access: "reads",
      negated: false,
      resource: { kind: "in_module", module: 0 },
      address: { kind: "parameter", parameter: 3, derivedBy: undefined },
    },
    {
      access: "reads",
      negated: false,
      resource: { kind: "resource", struct: 1 },
      address: { kind: "parameter", parameter: 0, derivedBy: 0 },
    },
    {
      access: "writes",
      negated: false,
      resource: { kind: "instantiation", struct: 0, typeArgs: 0 },
      address: { kind: "any" },
    },
  ];
  const attributes: readonly FunctionAttribute[] = [
    { kind: "persistent" },
    { kind: "module_lock" },
    { kind: "pack" },
    { kind: "pack_variant", operand: 1 },
    { kind: "unpack" },
    { kind: "unpack_variant", operand: 2 },
    { kind: "test_variant", operand: 256 },
    { kind: "borrow_field", operand: 3 },
    { kind: "borrow_field_mut", operand: 65_535 },
  ];
  const module: CompiledModule = {
    ...base,
    functionHandles: base.functionHandles.map((handle) => ({ ...handle, accessSpecifiers: specifiers, attributes })),
  };

  test("reads as it was written", () => {
    expect(decodeModule(encodeModule(module))).toEqual(module);
  });

  test("access specifiers and attributes are not part of the ABI", () => {
    expect(moduleAbi(module)).toEqual(moduleAbi(base));
  });

  const versions: readonly (readonly [number, Partial<CompiledModule>])[] = [
    [9, {}],
    [6, { functionHandles: base.functionHandles }],
    [7, {}],
  ];
  test.each(versions)("version %d does not have all of it", (version, change) => {
    const older = { ...module, version, versionWord: versionToWord(version), ...change };
    expect(() => encodeModule(older)).toThrowError(expect.objectContaining({ code: "unsupported_version" }));
  });

  const invalid: readonly (readonly [string, Partial<CompiledModule>, string])[] = [
    ["a version word of another version", { versionWord: 9 }, "unsupported_version"],
    ["a name that is none", { identifiers: base.identifiers.with(0, "no name") }, "bad_identifier"],
    ["an address of 31 bytes", { addresses: [new Uint8Array(31)] }, "bad_index"],
    ["an index out of range", { self: 9 }, "bad_index"],
    [
      "an enum without variants",
      { structDefinitions: [{ handle: 0, content: { kind: "enum", variants: [] } }] },
      "bad_table",
    ],
    [
      "a struct used with too few arguments",
      { signatures: [[{ kind: "Struct", handle: 0, typeArgs: [] }]] },
      "type_arity",
    ],
    [
      "metadata above its limit",
      { metadata: [{ key: new Uint8Array(1024), value: new Uint8Array(0) }] },
      "limit_exceeded",
    ],
  ];
  test.each(invalid)("%s is not written", (_, change, code) => {
    expect(() => encodeModule({ ...module, ...change })).toThrowError(expect.objectContaining({ code }));
  });
});

describe("instructions", () => {
  const operandsOf: Readonly<Record<string, readonly (number | bigint)[]>> = {
    none: [],
    branch: [65_535],
    local: [255],
    index: [300],
    index_count: [1, 2n ** 64n - 1n],
    index_mask: [2, 2n ** 64n - 1n],
    u8: [255],
    u16: [65_535],
    u32: [4_294_967_295],
    u64: [2n ** 64n - 1n],
    u128: [2n ** 128n - 1n],
    u256: [2n ** 256n - 1n],
    i8: [-128],
    i16: [-1],
    i32: [-2_147_483_648],
    i64: [-(2n ** 63n)],
    i128: [-1n],
    i256: [2n ** 255n - 1n],
  };
  const rows = opcodes.filter((row) => row !== undefined);

  test("are the 104 of the format", () => {
    expect(rows).toHaveLength(0x68);
    expect(new Set(rows.map(({ name }) => name)).size).toBe(0x68);
  });

  test.each(rows)("$name reads as it was written, from version $since on", ({ byte, name, operands, since }) => {
    const instruction: Instruction = [name, ...operandsOf[operands]!];
    const unit = encodeInstructions(0, [instruction], 10);
    expect(unit.code[0]).toBe(byte);
    expect(decodeInstructions(unit, 10)).toEqual([instruction]);
    if (since <= 1) return;
    expect(() => decodeInstructions(unit, since - 1)).toThrowError(expect.objectContaining({ code: "bad_tag" }));
    expect(() => encodeInstructions(0, [instruction], since - 1)).toThrowError(
      expect.objectContaining({ code: "unsupported_version" }),
    );
  });

  const refused: readonly (readonly [Instruction, string])[] = [
    [["jump" as OpcodeName], "bad_tag"],
    [["ret", 1], "bad_tag"],
    [["branch"], "bad_tag"],
    [["branch", 65_536], "limit_exceeded"],
    [["copy_loc", 256], "limit_exceeded"],
    [["ld_u8", 256], "limit_exceeded"],
    [["ld_i8", 128], "limit_exceeded"],
    [["pack_closure", 0, 2n ** 64n], "limit_exceeded"],
  ];
  test.each(refused)("%s is refused", (instruction, code) => {
    expect(() => encodeInstructions(0, [instruction], 10)).toThrowError(expect.objectContaining({ code }));
  });

  test("opcodes 00 and 69 do not exist, and nothing may be left over", () => {
    for (const code of ["00", "69"]) {
      const unit = { locals: 0, instructionCount: 1, code: fromHex(code) };
      expect(() => decodeInstructions(unit, 10)).toThrowError(expect.objectContaining({ code: "bad_tag" }));
    }
    const unit = { locals: 0, instructionCount: 1, code: fromHex("0202") };
    expect(() => decodeInstructions(unit, 10)).toThrowError(expect.objectContaining({ code: "limit_exceeded" }));
  });
});

describe("scripts", () => {
  // Version 3, one empty signature, ld_u64 6, ld_u64 0, div, pop, ret: a script of the first public network.
  const bytes = fromHex(
    "a11ceb0b 03000000 01 050001 00 0000 0005 060600000000000000 060000000000000000 1a 01 02".replace(
      "0005 06",
      "0005 06",
    ),
  );

  test("read as they were written", () => {
    expect(encodeScript(decodeScript(bytes))).toEqual(bytes);
  });

  test("have no definitions", () => {
    const module = fromHex(bcsModule);
    expect(() => decodeScript(module)).toThrowError(expect.objectContaining({ code: "bad_table" }));
    expect(tryScriptAbi(module)).toBeUndefined();
  });

  test("have parameters and locals among their signatures", () => {
    expect(() => encodeScript({ ...decodeScript(bytes), params: 1 })).toThrowError(
      expect.objectContaining({ code: "bad_index" }),
    );
  });

  test("carry access specifiers from version 8 on", () => {
    const specifiers: AccessSpecifier[] = [
      { access: "reads", negated: false, resource: { kind: "any" }, address: { kind: "any" } },
    ];
    const script = { ...decodeScript(bytes), version: 8, versionWord: versionToWord(8), accessSpecifiers: specifiers };
    expect(decodeScript(encodeScript(script))).toEqual(script);
    expect(() => encodeScript({ ...script, version: 7, versionWord: versionToWord(7) })).toThrowError(
      expect.objectContaining({ code: "unsupported_version" }),
    );
  });
});

function uleb(value: number): string {
  return bytesToHex(value < 0x80 ? Uint8Array.of(value) : Uint8Array.of((value & 0x7f) | 0x80, value >> 7));
}

function fromHex(text: string): Uint8Array {
  return hexToBytes(text.replaceAll(" ", ""));
}
