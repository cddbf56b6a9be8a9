import { type Address, formatModuleId } from "@ledger/types";
import { buildModule, createMoveCache, type ModuleResolver, type ModuleSpec, MoveView } from "../src/index.ts";

/** The special types of the framework but for the option. */
export const frameworkModules: readonly ModuleSpec[] = [
  {
    address: "0x1",
    name: "string",
    structs: [
      { name: "String", abilities: ["copy", "drop", "store"], fields: [{ name: "bytes", type: "vector<u8>" }] },
    ],
  },
  {
    address: "0x1",
    name: "object",
    structs: [
      {
        name: "Object",
        abilities: ["copy", "drop", "store"],
        typeParams: [{ phantom: true }],
        fields: [{ name: "inner", type: "address" }],
      },
      { name: "ObjectGroup", attributes: [{ resourceGroup: "global" }] },
    ],
  },
];

/** The option type as frameworks had it until the end of 2025. */
export const optionStruct: ModuleSpec = {
  address: "0x1",
  name: "option",
  structs: [
    {
      name: "Option",
      abilities: ["copy", "drop", "store"],
      typeParams: [{}],
      fields: [{ name: "vec", type: "vector<T0>" }],
    },
  ],
};

/** The option type as frameworks have it since then. */
export const optionEnum: ModuleSpec = {
  address: "0x1",
  name: "option",
  structs: [
    {
      name: "Option",
      abilities: ["copy", "drop", "store"],
      typeParams: [{}],
      variants: [{ name: "None" }, { name: "Some", fields: [{ name: "e", type: "T0" }] }],
    },
  ],
};

/** Types and functions of every shape. */
export const shapes: ModuleSpec = {
  address: "0x42",
  name: "shapes",
  version: 10,
  structs: [
    { name: "Empty", abilities: ["drop"] },
    {
      name: "Mixed",
      fields: [
        { name: "z", type: "u8" },
        { name: "a", type: "0x1::string::String" },
        { name: "_1", type: "vector<u64>" },
        { name: "B", type: "bool" },
        { name: "_0", type: "address" },
      ],
    },
    {
      name: "Pair",
      typeParams: [{}, {}],
      fields: [
        { name: "second", type: "T1" },
        { name: "first", type: "T0" },
      ],
    },
    { name: "Phantom", typeParams: [{ phantom: true }], fields: [{ name: "value", type: "u64" }] },
    {
      name: "Color",
      variants: [
        { name: "Red" },
        {
          name: "Custom",
          fields: [
            { name: "r", type: "u8" },
            { name: "g", type: "u8" },
            { name: "_a", type: "u8" },
          ],
        },
        { name: "Named", fields: [{ name: "_0", type: "0x1::string::String" }] },
      ],
    },
    { name: "Member", abilities: ["key"], attributes: [{ resourceGroupMember: "0x1::object::ObjectGroup" }] },
    { name: "BadMember", abilities: ["key"], attributes: [{ resourceGroupMember: "nonsense" }] },
    { name: "Callback", fields: [{ name: "f", type: "|u64|u64 has copy + drop" }] },
    { name: "Loop", fields: [{ name: "again", type: "Loop" }] },
    { name: "Widening", typeParams: [{}], fields: [{ name: "more", type: "Widening<Pair<T0, T0>>" }] },
    { name: "Native", native: true },
    { name: "Nothing", fields: [] },
    { name: "Stranger", fields: [{ name: "gone", type: "0xdead::gone::T" }] },
  ],
  functions: [
    {
      name: "all",
      visibility: "public",
      entry: true,
      typeParams: [{}],
      params: [
        "&signer",
        "u8",
        "u64",
        "address",
        "vector<u8>",
        "0x1::string::String",
        "0x1::object::Object<T0>",
        "vector<T0>",
        "0x1::option::Option<u64>",
      ],
    },
    { name: "private_entry", entry: true, params: ["signer", "bool"] },
    { name: "look", visibility: "public", view: true, params: ["i64"], returns: ["u64"] },
    { name: "by_reference", entry: true, params: ["&u64"] },
  ],
};

/** A resolver over modules built from descriptions. */
export function resolverOf(...specs: readonly ModuleSpec[]): ModuleResolver & { readonly reads: string[] } {
  const modules = new Map<string, Uint8Array>();
  const reads: string[] = [];
  for (const spec of specs) modules.set(`${spec.address}::${spec.name}`, buildModule(spec));
  return {
    reads,
    findModule(address: Address, name: string) {
      const id = formatModuleId({ address, name });
      reads.push(id);
      return modules.get(id);
    },
  };
}

/** A view of a small state with the framework's special types and {@link shapes}. */
export function openWorld(option: ModuleSpec = optionEnum): MoveView {
  return new MoveView(resolverOf(...frameworkModules, option, shapes), createMoveCache());
}
