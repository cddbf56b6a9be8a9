import { describeVectors, readVectorJson, testNetworks } from "@ledger/vectors";
import { describe, expect, test } from "vitest";
import {
  buildModule,
  buildScript,
  decodeInstructions,
  decodeModule,
  type ModuleSpec,
  type MoveModuleAbi,
  moduleAbi,
  moduleMetadata,
  scriptAbi,
} from "../src/index.ts";

const counter: ModuleSpec = {
  address: "0xcafe",
  name: "counter",
  friends: ["0x1::coin", "0xcafe::other"],
  structs: [
    {
      name: "Counter",
      abilities: ["key"],
      typeParams: [{ constraints: ["store"], phantom: true }],
      fields: [{ name: "value", type: "u64" }],
      attributes: [{ resourceGroupMember: "0x1::object::ObjectGroup" }],
    },
    {
      name: "Changed",
      abilities: ["drop", "store"],
      fields: [{ name: "by", type: "vector<0x1::string::String>" }],
      attributes: ["event"],
    },
    {
      name: "State",
      abilities: ["copy", "drop"],
      variants: [{ name: "Idle" }, { name: "Busy", fields: [{ name: "_0", type: "u8" }] }],
    },
    { name: "Group", attributes: [{ resourceGroup: "global" }] },
  ],
  functions: [
    {
      name: "bump",
      visibility: "public",
      entry: true,
      typeParams: [{ constraints: ["store"] }],
      params: ["&signer", "u64"],
      acquires: ["Counter"],
      locals: ["&mut Counter<T0>"],
      code: [
        ["move_loc", 0],
        ["call", "0x1::signer::address_of"],
        ["mut_borrow_global_generic", "Counter", "T0"],
        ["st_loc", 2],
        ["move_loc", 1],
        ["move_loc", 2],
        ["mut_borrow_field_generic", "Counter", "value", "T0"],
        ["write_ref"],
        ["ret"],
      ],
    },
    { name: "current", view: true, typeParams: [{}], params: ["address"], returns: ["u64"] },
    {
      name: "is_idle",
      visibility: "friend",
      params: ["&State"],
      returns: ["bool"],
      code: [["move_loc", 0], ["test_variant", "State", "Idle"], ["ret"]],
    },
    { name: "hidden", native: true },
  ],
  imports: { functions: [{ function: "0x1::signer::address_of", params: ["&signer"], returns: ["address"] }] },
  errors: [{ code: 1, name: "ENOT_FOUND", description: "There is no counter." }],
};

describe("a built module", () => {
  const bytecode = buildModule(counter);
  const module = decodeModule(bytecode);

  test("has the ABI its description states", () => {
    expect(moduleAbi(bytecode)).toEqual({
      address: "0xcafe",
      name: "counter",
      friends: ["0x1::coin", "0xcafe::other"],
      exposed_functions: [
        {
          name: "bump",
          visibility: "public",
          is_entry: true,
          is_view: false,
          generic_type_params: [{ constraints: ["store"] }],
          params: ["&signer", "u64"],
          return: [],
        },
        {
          name: "current",
          visibility: "private",
          is_entry: false,
          is_view: true,
          generic_type_params: [{ constraints: [] }],
          params: ["address"],
          return: ["u64"],
        },
        {
          name: "is_idle",
          visibility: "friend",
          is_entry: false,
          is_view: false,
          generic_type_params: [],
          params: ["&0xcafe::counter::State"],
          return: ["bool"],
        },
      ],
      structs: [
        {
          name: "Counter",
          is_native: false,
          is_event: false,
          is_enum: false,
          abilities: ["key"],
          generic_type_params: [{ constraints: ["store"] }],
          fields: [{ name: "value", type: "u64" }],
          variants: [],
        },
        {
          name: "Changed",
          is_native: false,
          is_event: true,
          is_enum: false,
          abilities: ["drop", "store"],
          generic_type_params: [],
          fields: [{ name: "by", type: "vector<0x1::string::String>" }],
          variants: [],
        },
        {
          name: "State",
          is_native: false,
          is_event: false,
          is_enum: true,
          abilities: ["copy", "drop"],
          generic_type_params: [],
          fields: [],
          variants: [
            { name: "Idle", fields: [] },
            { name: "Busy", fields: [{ name: "_0", type: "u8" }] },
          ],
        },
        {
          name: "Group",
          is_native: false,
          is_event: false,
          is_enum: false,
          abilities: [],
          generic_type_params: [],
          fields: [{ name: "dummy_field", type: "bool" }],
          variants: [],
        },
      ],
    });
  });

  test("records attributes and errors", () => {
    const { errorMap, structAttributes, functionAttributes } = moduleMetadata(module);
    expect(errorMap).toEqual(new Map([[1n, { codeName: "ENOT_FOUND", codeDescription: "There is no counter." }]]));
    expect(structAttributes.get("Counter")).toEqual([{ kind: 3, args: ["0x1::object::ObjectGroup"] }]);
    expect(structAttributes.get("Group")).toEqual([{ kind: 2, args: ["global"] }]);
    expect(functionAttributes.get("current")).toEqual([{ kind: 1, args: [] }]);
  });

  test("holds the instructions it was given, and an aborting body by default", () => {
    const [bump, current, , hidden] = module.functionDefinitions;
    expect(decodeInstructions(bump!.code!, module.version).map(([name]) => name)).toEqual(
      counter.functions![0]!.code!.map(([name]) => name),
    );
    expect(decodeInstructions(current!.code!, module.version)).toEqual([["ld_u64", 0n], ["abort"]]);
    expect(hidden!.code).toBeUndefined();
  });

  test("has version 7 unless the content needs a later one", () => {
    expect(module.version).toBe(7);
    const withFunction = {
      ...counter,
      structs: [...counter.structs!, { name: "F", fields: [{ name: "f", type: "|u64|u64 has copy + drop" }] }],
    };
    expect(decodeModule(buildModule(withFunction)).version).toBe(8);
    expect(() => buildModule({ ...withFunction, version: 7 })).toThrowError(
      expect.objectContaining({ code: "unsupported_version" }),
    );
  });
});

test("a built script has the ABI its description states", () => {
  const script = buildScript({
    typeParams: [{ constraints: ["drop"] }],
    params: ["&signer", "T0", "vector<u8>"],
    code: [["ret"]],
  });
  expect(scriptAbi(script)).toEqual({
    name: "main",
    visibility: "public",
    is_entry: true,
    is_view: false,
    generic_type_params: [{ constraints: ["drop"] }],
    params: ["&signer", "T0", "vector<u8>"],
    return: [],
  });
});

describe("a description that contradicts itself is refused", () => {
  const refused: readonly (readonly [string, Partial<ModuleSpec>, string])[] = [
    ["a struct defined twice", { structs: [{ name: "S" }, { name: "S" }] }, "invalid_spec"],
    [
      "a field of an unknown struct",
      { structs: [{ name: "S", fields: [{ name: "f", type: "Gone" }] }] },
      "invalid_spec",
    ],
    [
      "a call of a function that is not imported",
      { functions: [{ name: "f", code: [["call", "0x1::m::g"]] }] },
      "invalid_spec",
    ],
    ["an unknown instruction", { functions: [{ name: "f", code: [["jump", 1]] }] }, "invalid_spec"],
    [
      "a struct used with too many arguments",
      { structs: [{ name: "S" }], functions: [{ name: "f", params: ["S<u8>"] }] },
      "type_arity",
    ],
    ["a type parameter that is not declared", { functions: [{ name: "f", params: ["T0"] }] }, "bad_index"],
    ["a type that does not parse", { functions: [{ name: "f", params: ["vector<u8"] }] }, "bad_type_text"],
    ["a malformed name", { functions: [{ name: "1f" }] }, "invalid_spec"],
  ];
  test.each(refused)("%s", (_, spec, code) => {
    expect(() => buildModule({ address: "0x1", name: "m", ...spec })).toThrowError(expect.objectContaining({ code }));
  });
});

describeVectors("modules rebuilt from their published ABIs", () => {
  testNetworks(["mainnet", "devnet", "devnet-2025-11"], "every ABI of %s describes a module that has it", (network) => {
    for (const abi of readVectorJson<{ cases: MoveModuleAbi[] }>(`genesis/${network}.modules_abi.json`).cases) {
      expect(moduleAbi(buildModule(describeAbi(abi))), `${abi.address}::${abi.name}`).toEqual(abi);
    }
  });
});

function describeAbi(abi: MoveModuleAbi): ModuleSpec {
  return {
    address: abi.address,
    name: abi.name,
    friends: abi.friends,
    structs: abi.structs.map((struct) => ({
      name: struct.name,
      abilities: struct.abilities,
      typeParams: struct.generic_type_params,
      attributes: struct.is_event ? ["event"] : [],
      ...(struct.is_enum ? { variants: struct.variants } : { fields: struct.fields }),
    })),
    functions: abi.exposed_functions.map((fn) => ({
      name: fn.name,
      visibility: fn.visibility,
      entry: fn.is_entry,
      view: fn.is_view,
      typeParams: fn.generic_type_params,
      params: fn.params,
      returns: fn.return,
      native: true,
    })),
  };
}
