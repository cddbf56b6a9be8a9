import { buildScript, type CompiledModule, decodeScript, encodeScript, type ModuleSpec } from "@ledger/move";
import { changed, fn, module, rewritten, shape, withCode } from "../crafted.ts";
import { at, doubled, ofCode, patched, rule, structs, times, type VerifierCase } from "./case.ts";

const undecoded = "CODE_DESERIALIZATION_ERROR";
const plainStruct = (handle: number) => ({ kind: "Struct", handle, typeArgs: [] }) as const;
const parameter = (index: number) => ({ kind: "TypeParameter", index }) as const;
const own: Partial<ModuleSpec> = { structs };

/** Uses every table of fields and variants. */
const fields: Partial<ModuleSpec> = ofCode(
  [
    ["copy_loc", 0],
    ["imm_borrow_field", "Point", "x"],
    ["pop"],
    ["move_loc", 1],
    ["imm_borrow_variant_field", "Shape", "side", ["Square", "Oblong"]],
    ["pop"],
    ["pack_variant", "Shape", "Dot"],
    ["pop"],
    ["ret"],
  ],
  { params: ["&0xbad::m::Point", "&0xbad::m::Shape"] },
);

/** Adds a signature that nothing uses. */
const withSignature = (...types: CompiledModule["signatures"][number]): Uint8Array =>
  changed(own, ({ signatures }) => ({ signatures: [...signatures, types] }));
const box = structs.length - 2;
const instance = (handle: number) => ({ kind: "Struct", handle, typeArgs: [{ kind: "U8" }] }) as const;
const withConstant = (type: CompiledModule["constants"][number]["type"]): Uint8Array =>
  changed(own, () => ({ constants: [{ type, data: Uint8Array.of(1) }] }));
const withAddress = (address: number): Uint8Array =>
  changed(own, ({ addresses, moduleHandles }) => ({
    addresses: [...addresses, new Uint8Array(32)],
    moduleHandles: [...moduleHandles, { ...moduleHandles[0]!, name: 0, address }],
  }));
const withFriend = (name: number): Uint8Array => changed(own, () => ({ friends: [{ address: 0, name }] }));
const withParameter = (type: string): Uint8Array =>
  module({ functions: [fn({ typeParams: [{}, {}], params: [type] })] });
const withField = (type: string): Uint8Array =>
  module({ structs: [{ name: "S", typeParams: [{}, {}], fields: [{ name: "f", type }] }] });

function withFirst<K extends keyof CompiledModule>(
  spec: Partial<ModuleSpec>,
  table: K,
  change: CompiledModule[K] extends readonly (infer Entry)[] ? Partial<Entry> : never,
): Uint8Array {
  return changed(spec, (compiled) => {
    const [first, ...rest] = compiled[table] as unknown as readonly object[];
    return { [table]: [{ ...first, ...(change as object) }, ...rest] };
  });
}

const unusedInstance = (index: number): Uint8Array =>
  changed(own, ({ signatures }) => ({
    signatures: [...signatures, [parameter(index)]],
    structInstantiations: [{ target: structs.length - 2, typeArgs: signatures.length }],
  }));

/** Of indexes publication says only that code does not decode. */
const bounds: readonly VerifierCase[] = [
  ...rule("3 signatures", [
    ["a struct that is there", "accepted", withSignature(plainStruct(0))],
    ["one that is not", undecoded, patched(withSignature(plainStruct(0)), withSignature(plainStruct(1)))],
    [
      "a generic one without arguments",
      undecoded,
      patched(withSignature(plainStruct(0)), withSignature(plainStruct(1)), box),
    ],
    [
      "another one with arguments",
      undecoded,
      patched(withSignature(instance(box)), withSignature(instance(box + 1)), 0),
    ],
  ]),
  ...rule("3 constants", [
    ["a boolean", "accepted", withConstant({ kind: "Bool" })],
    ["a struct that is not there", undecoded, patched(withConstant(plainStruct(0)), withConstant(plainStruct(1)))],
  ]),
  ...rule("3 handles", [
    ["as they are", "accepted", own],
    ["an address that is not there", undecoded, patched(withAddress(0), withAddress(1))],
    [
      "a struct's name",
      undecoded,
      patched(withFirst(own, "structHandles", { name: 0 }), withFirst(own, "structHandles", { name: 1 })),
    ],
    [
      "a function's signature",
      undecoded,
      patched(withFirst(fields, "functionHandles", { params: 0 }), withFirst(fields, "functionHandles", { params: 1 })),
    ],
    ["a type parameter of a signature", undecoded, patched(withParameter("T0"), withParameter("T1"), 9)],
  ]),
  ...rule("3 field handles", [
    ["a field", "accepted", fields],
    ["one that is not there", undecoded, withFirst(fields, "fieldHandles", { field: 2 })],
    ["one of an enum", undecoded, withFirst(fields, "fieldHandles", { struct: 3, field: 0 })],
  ]),
  ...rule("3 friends and instantiations", [
    ["an instance of a struct that nothing uses, of any type parameter", "accepted", unusedInstance(99)],
    ["of one that the ledger cannot tell from others", "UNKNOWN_INVARIANT_VIOLATION_ERROR", unusedInstance(300)],
    [
      "of a struct that is not there",
      undecoded,
      patched(
        changed(own, () => ({ structInstantiations: [{ target: 0, typeArgs: 0 }] })),
        changed(own, () => ({ structInstantiations: [{ target: 1, typeArgs: 0 }] })),
      ),
    ],
    ["a friend whose name is not there", undecoded, patched(withFriend(0), withFriend(1))],
  ]),
  ...rule("3 struct definitions", [
    ["as they are", "accepted", { structs: [shape] }],
    [
      "a handle that is not there",
      undecoded,
      patched(withFirst(own, "structDefinitions", { handle: 0 }), withFirst(own, "structDefinitions", { handle: 1 })),
    ],
    [
      "a field of a type parameter that the struct does not have",
      undecoded,
      patched(withField("T0"), withField("T1"), 9),
    ],
  ]),
  ...rule("3 variants", [
    ["as they are", "accepted", fields],
    ["a field of no variant", undecoded, withFirst(fields, "variantFieldHandles", { variants: [] })],
    ["a variant that is not there", undecoded, withFirst(fields, "variantFieldHandles", { variants: [1, 9] })],
    ["a variant without the field", undecoded, withFirst(fields, "variantFieldHandles", { variants: [0, 1] })],
    ["a variant of a plain struct", undecoded, withFirst(fields, "variantHandles", { struct: 0, variant: 0 })],
  ]),
  ...rule("3 code", [
    ["255 locals", "accepted", { functions: [fn({ locals: times(254, "u8"), params: ["u8"] })] }],
    ["256 locals", undecoded, { functions: [fn({ locals: times(255, "u8"), params: ["u8"] })] }],
    ["a branch past the end", undecoded, rewritten({}, [["branch", 1]])],
    ["a local that is not there", undecoded, rewritten({}, [["imm_borrow_loc", 0], ["pop"], ["ret"]])],
    ["a constant that is not there", undecoded, rewritten({}, [["ld_const", 0], ["pop"], ["ret"]])],
    ["a function that is not there", undecoded, rewritten({}, [["call", 7], ["ret"]])],
    [
      "a type parameter that the function does not have",
      undecoded,
      changed(
        {
          functions: [
            fn({ code: [["call_generic", "other", "u64"], ["ret"]] }),
            { name: "other", typeParams: [{}], code: [["call_generic", "other", "T0"], ["ret"]] },
          ],
        },
        ({ functionInstantiations }) => ({ functionInstantiations: [...functionInstantiations].reverse() }),
      ),
    ],
  ]),
];

const off = { features: [] } as const;
const functionField = { name: "f", type: "|u64| has drop" };
const specifiers = changed({}, ({ functionHandles }) => ({
  functionHandles: functionHandles.map((handle) => ({ ...handle, accessSpecifiers: [] })),
}));
const marked: Partial<ModuleSpec> = { version: 8, functions: [fn({ attributes: [{ kind: "persistent" }] })] };
const withFunctions: readonly (readonly [what: string, spec: Partial<ModuleSpec>])[] = [
  ["a signature", { functions: [fn({ locals: ["|u64|u64"] })] }],
  ["a field", { structs: [{ name: "S", abilities: ["drop"], fields: [functionField] }] }],
  ["a mark of a function", marked],
  ["an instruction", { functions: [fn({ attributes: [], code: [["pack_closure", "run", 0n], ["pop"], ["ret"]] })] }],
];

/** A script that says what it accesses. */
function scriptWithSpecifiers(): Uint8Array {
  const script = decodeScript(buildScript({ code: [["ret"]], version: 8 }));
  return encodeScript({ ...script, accessSpecifiers: [] });
}

const features: readonly VerifierCase[] = [
  ...withFunctions.flatMap(([what, spec]) => [
    ...rule("4 function values", [[what, "accepted", spec]]),
    ...rule("4 function values", [[`${what}, without the flag`, "FEATURE_NOT_ENABLED", spec]], off),
  ]),
  ...rule("4 access specifiers", [["of a function", "accepted", specifiers]]),
  ...rule("4 access specifiers", [["of a function, without the flag", "FEATURE_NOT_ENABLED", specifiers]], off),
  ...rule("4 access specifiers", [["of a script", "accepted", scriptWithSpecifiers()]], { isScript: true }),
  ...rule("4 access specifiers", [["of a script, without the flag", "FEATURE_NOT_ENABLED", scriptWithSpecifiers()]], {
    ...off,
    isScript: true,
  }),
  ...rule("4 enums", [["an enum", "accepted", { structs: [shape] }]]),
  ...rule("4 enums", [["an enum, without the flag", "FEATURE_NOT_ENABLED", { structs: [shape] }]], off),
];

const generic: Partial<ModuleSpec> = {
  structs,
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
const enumOf: Partial<ModuleSpec> = {
  structs: [
    {
      name: "Either",
      abilities: ["drop"],
      typeParams: [{}],
      variants: [
        { name: "Left", fields: [{ name: "it", type: "T0" }] },
        { name: "Right", fields: [{ name: "it", type: "T0" }] },
      ],
    },
  ],
  functions: [
    fn({
      params: ["&0xbad::m::Either<u64>"],
      code: [
        ["move_loc", 0],
        ["imm_borrow_variant_field_generic", "Either", "it", ["Left", "Right"], "u64"],
        ["pop"],
        ["ld_u64", 1],
        ["pack_variant_generic", "Either", "Left", "u64"],
        ["pop"],
        ["ret"],
      ],
    }),
  ],
};
const constant: Partial<ModuleSpec> = withCode([at, ["pop"], ["ret"]]);
const befriended: Partial<ModuleSpec> = { friends: ["0xbad::other"] };

const twice = (name: string, spec: Partial<ModuleSpec>, table: keyof CompiledModule): VerifierCase[] =>
  rule(`6 ${name}`, [
    ["each once", "accepted", spec],
    ["one twice", "DUPLICATE_ELEMENT", doubled(spec, table)],
  ]);

const sameName = (table: "fields" | "variants"): Uint8Array =>
  changed({ structs }, ({ structDefinitions }) => ({
    structDefinitions: structDefinitions.map((definition, i) => {
      const { content } = definition;
      if (table === "fields" && i === 2 && content.kind === "struct") {
        const [first, second] = content.fields;
        return { ...definition, content: { ...content, fields: [first!, { ...second!, name: first!.name }] } };
      }
      if (table === "variants" && content.kind === "enum") {
        const [first, second, ...rest] = content.variants;
        return {
          ...definition,
          content: { ...content, variants: [first!, { ...second!, name: first!.name }, ...rest] },
        };
      }
      return definition;
    }),
  }));

const forge: Partial<ModuleSpec> = {
  structs: [{ name: "Coin", abilities: ["store"], fields: [{ name: "value", type: "u64" }] }],
  functions: [fn({ code: [["ld_u64", 1], ["pack", "Coin"], ["call", "0xbad::bank::burn"], ["ret"]] })],
  imports: { functions: [{ function: "0xbad::bank::burn", params: ["0xbad::bank::Coin"] }] },
};

const duplicates: readonly VerifierCase[] = [
  ...twice("identifiers", {}, "identifiers"),
  ...twice("addresses", {}, "addresses"),
  ...twice("constants", constant, "constants"),
  ...twice("signatures", {}, "signatures"),
  ...twice("module handles", {}, "moduleHandles"),
  ...twice("friends", befriended, "friends"),
  ...twice("struct handles", own, "structHandles"),
  ...twice("function handles", {}, "functionHandles"),
  ...twice("function instantiations", generic, "functionInstantiations"),
  ...twice("field handles", fields, "fieldHandles"),
  ...twice("field instantiations", generic, "fieldInstantiations"),
  ...twice("variant field handles", fields, "variantFieldHandles"),
  ...twice("variant field instantiations", enumOf, "variantFieldInstantiations"),
  ...twice("variant handles", fields, "variantHandles"),
  ...twice("variant instantiations", enumOf, "variantInstantiations"),
  ...twice("function definitions", {}, "functionDefinitions"),
  ...twice("struct definitions", own, "structDefinitions"),
  ...twice("struct instantiations", generic, "structInstantiations"),
  ...rule("6 acquires", [
    [
      "a struct once",
      "accepted",
      ofCode([at, ["imm_borrow_global", "Counter"], ["pop"], ["ret"]], { acquires: ["Counter"] }),
    ],
    [
      "a struct twice",
      "DUPLICATE_ACQUIRES_ANNOTATION",
      changed(ofCode([["ret"]]), ({ functionDefinitions }) => ({
        functionDefinitions: functionDefinitions.map((definition) => ({ ...definition, acquires: [0, 0] })),
      })),
    ],
  ]),
  ...rule("6 fields and variants", [
    ["a variant without fields", "accepted", { structs: [shape] }],
    [
      "a struct without fields",
      "ZERO_SIZED_STRUCT",
      withFirst({ structs: [shape] }, "structDefinitions", { content: { kind: "struct", fields: [] } }),
    ],
    ["two fields of a name", "DUPLICATE_ELEMENT", sameName("fields")],
    ["two variants of a name", "DUPLICATE_ELEMENT", sameName("variants")],
  ]),
  ...rule("6 owners", [
    ["own definitions", "accepted", own],
    [
      "a definition of another module's struct",
      "INVALID_MODULE_HANDLE",
      changed(forge, ({ structHandles, structDefinitions, self }) => ({
        structDefinitions: structDefinitions.map((definition) => ({
          ...definition,
          handle: structHandles.findIndex(({ module }) => module !== self),
        })),
      })),
    ],
    [
      "a struct that is declared, and not defined",
      "UNIMPLEMENTED_HANDLE",
      changed({ structs: [shape] }, () => ({ structDefinitions: [] })),
    ],
  ]),
];

const typeLevels = (count: number): string => `${"vector<".repeat(count - 1)}u8${">".repeat(count - 1)}`;
const boxes = (count: number, ...more: readonly string[]): string =>
  `|${[...times(count, "0xbad::m::Box<u8>"), ...more].join()}|`;
const local = (type: string): Partial<ModuleSpec> => ({ structs, functions: [fn({ locals: [type] })] });
const wide = (count: number): Partial<ModuleSpec> => ({
  structs: [{ name: "Wide", fields: Array.from({ length: count }, (_, i) => ({ name: `f${i}`, type: "u8" })) }],
});

const limits: readonly VerifierCase[] = [
  ...rule("2 type parameters", [
    ["32 of a function", "accepted", { functions: [fn({ typeParams: times(32, {}) })] }],
    ["33 of a function", "TOO_MANY_TYPE_PARAMETERS", { functions: [fn({ typeParams: times(33, {}) })] }],
    [
      "33 of a struct",
      "TOO_MANY_TYPE_PARAMETERS",
      { structs: [{ name: "Wide", typeParams: times(33, { phantom: true }), fields: [{ name: "a", type: "u8" }] }] },
    ],
  ]),
  ...rule("2 parameters", [
    ["128", "accepted", { functions: [fn({ params: times(128, "u8") })] }],
    ["129", "TOO_MANY_PARAMETERS", { functions: [fn({ params: times(129, "u8") })] }],
    ["129 of a function type", "TOO_MANY_PARAMETERS", local(`|${times(129, "u8").join()}|`)],
  ]),
  ...rule("2 results", [
    [
      "128",
      "accepted",
      { functions: [fn({ returns: times(128, "u8"), code: [...times(128, ["ld_u8", 0] as const), ["ret"]] })] },
    ],
    [
      "129",
      "TOO_MANY_PARAMETERS",
      { functions: [fn({ returns: times(129, "u8"), code: [...times(129, ["ld_u8", 0] as const), ["ret"]] })] },
    ],
  ]),
  ...rule(
    "2 results",
    [
      [
        "129 without function values",
        "accepted",
        { functions: [fn({ returns: times(129, "u8"), code: [...times(129, ["ld_u8", 0] as const), ["ret"]] })] },
      ],
    ],
    off,
  ),
  // A function type is 1, a box 4 and what is in it 1.
  ...rule("2 weight of a type", [
    ["128", "accepted", local(boxes(25, "u8", "u8"))],
    ["129", "TOO_MANY_TYPE_NODES", local(boxes(25, "u8", "u8", "u8"))],
  ]),
  ...rule("2 levels of a type", [
    ["20", "accepted", local(typeLevels(20))],
    ["21", "TOO_MANY_TYPE_NODES", local(typeLevels(21))],
  ]),
  ...rule(
    "2 levels of a type",
    [["21 without function values", "accepted", { functions: [fn({ locals: [typeLevels(21)] })] }]],
    off,
  ),
  ...rule("2 struct definitions", [
    [
      "1,100",
      "accepted",
      { structs: Array.from({ length: 1100 }, (_, i) => ({ name: `S${i}`, fields: [{ name: "a", type: "u8" }] })) },
    ],
    [
      "1,101",
      "MAX_STRUCT_DEFINITIONS_REACHED",
      { structs: Array.from({ length: 1101 }, (_, i) => ({ name: `S${i}`, fields: [{ name: "a", type: "u8" }] })) },
    ],
  ]),
  ...rule("2 variants", [
    [
      "127",
      "accepted",
      { structs: [{ name: "Many", variants: Array.from({ length: 127 }, (_, i) => ({ name: `V${i}` })) }] },
    ],
  ]),
  ...rule(
    "2 variants",
    [
      [
        "65 before the limits were widened",
        "MAX_STRUCT_VARIANTS_REACHED",
        { structs: [{ name: "Many", variants: Array.from({ length: 65 }, (_, i) => ({ name: `V${i}` })) }] },
      ],
    ],
    { day: "2026-03-01" },
  ),
  ...rule("2 fields", [
    ["64", "accepted", wide(64)],
    ["65", "MAX_FIELD_DEFINITIONS_REACHED", wide(65)],
  ]),
  ...rule("2 function definitions", [
    ["1,000", "accepted", { functions: Array.from({ length: 1000 }, (_, i) => fn({ name: `f${i}` })) }],
    [
      "1,001",
      "MAX_FUNCTION_DEFINITIONS_REACHED",
      { functions: Array.from({ length: 1001 }, (_, i) => fn({ name: `f${i}` })) },
    ],
  ]),
];

/** Indexes, flags, entries that are there twice, and sizes. */
export const tableCases: readonly VerifierCase[] = [...bounds, ...features, ...duplicates, ...limits];
