import { buildModule, type FunctionSpec, type ModuleSpec, type StructSpec } from "@ledger/move";
import { formatAddressLong, parseAddress } from "@ledger/types";
import { describe, expect, test } from "vitest";
import { VmError } from "../../src/index.ts";
import { open } from "./crafted.ts";

type Imports = NonNullable<ModuleSpec["imports"]>;

/** The status of linking a module that imports something with another at the same address. */
async function link(library: Partial<ModuleSpec>, imports: Imports, spec: Partial<ModuleSpec> = {}): Promise<string> {
  const used: FunctionSpec = {
    name: "run",
    code: [["ret"]],
    locals: (imports.structs ?? []).map(({ type, typeParams = [] }) =>
      typeParams.length === 0 ? type : `${type}<${typeParams.map(() => "u64").join()}>`,
    ),
  };
  const calls = (imports.functions ?? []).map(
    ({ function: name, params = [], returns = [], typeParams = [] }, i): FunctionSpec => ({
      name: `calls${i}`,
      params,
      returns,
      typeParams,
      code: [
        ...params.map((_, local) => ["move_loc", local] as const),
        typeParams.length === 0
          ? (["call", name] as const)
          : (["call_generic", name, ...typeParams.map((_, at) => `T${at}`)] as const),
        ["ret"],
      ],
    }),
  );
  const bytes = buildModule({ address: "0xbad", name: "m", functions: [used, ...calls], imports, ...spec });
  const lib = buildModule({ address: "0xbad", name: "lib", ...library });
  try {
    const session = open(bytes, (name) => (name === "m" ? { bytes } : name === "lib" ? { bytes: lib } : undefined));
    await session.linkModule(formatAddressLong(parseAddress("0xbad")), "m");
    return "linked";
  } catch (error) {
    if (error instanceof VmError) return error.status;
    throw error;
  }
}

const type = "0xbad::lib::S";
const struct = (spec: Partial<StructSpec>): Partial<ModuleSpec> => ({
  structs: [{ name: "S", fields: [{ name: "a", type: "u64" }], ...spec }],
});
const f = "0xbad::lib::f";
const fn = (spec: Partial<FunctionSpec>): Partial<ModuleSpec> => ({
  functions: [{ name: "f", visibility: "public", code: [["ret"]], ...spec }],
});

describe("a struct of another module", () => {
  test.for<[what: string, status: string, library: Partial<ModuleSpec>, imported: NonNullable<Imports["structs"]>[0]]>([
    ["is there", "linked", struct({}), { type }],
    ["is not there", "LOOKUP_FAILED", {}, { type }],
    ["has more abilities than are counted on", "linked", struct({ abilities: ["drop"] }), { type }],
    ["has fewer", "TYPE_MISMATCH", struct({}), { type, abilities: ["drop"] }],
    ["asks for less", "linked", struct({ typeParams: [{}] }), { type, typeParams: [{ constraints: ["drop"] }] }],
    ["asks for more", "TYPE_MISMATCH", struct({ typeParams: [{ constraints: ["drop"] }] }), { type, typeParams: [{}] }],
    ["has a phantom", "linked", struct({ typeParams: [{ phantom: true }] }), { type, typeParams: [{}] }],
    ["has none", "TYPE_MISMATCH", struct({ typeParams: [{}] }), { type, typeParams: [{ phantom: true }] }],
    ["is generic", "TYPE_MISMATCH", struct({ typeParams: [{}] }), { type }],
  ])("that %s", async ([, status, library, imported]) => {
    expect(await link(library, { structs: [imported] })).toBe(status);
  });
});

describe("a function of another module", () => {
  const persistent = [{ kind: "persistent" }] as const;
  test.for<
    [
      what: string,
      status: string,
      library: Partial<ModuleSpec>,
      imported: Omit<NonNullable<Imports["functions"]>[0], "function">,
    ]
  >([
    ["is public", "linked", fn({}), {}],
    ["is not there", "LOOKUP_FAILED", {}, {}],
    ["is private", "LOOKUP_FAILED", fn({ visibility: "private" }), {}],
    ["is a friend's", "linked", { ...fn({ visibility: "friend" }), friends: ["0xbad::m"] }, {}],
    ["is another friend's", "LOOKUP_FAILED", { ...fn({ visibility: "friend" }), friends: ["0xbad::other"] }, {}],
    ["has other parameters", "TYPE_MISMATCH", fn({ params: ["u64"] }), {}],
    ["has other results", "TYPE_MISMATCH", fn({ returns: ["u64"], code: [["ld_u64", 1], ["ret"]] }), {}],
    ["asks for less", "linked", fn({ typeParams: [{}] }), { typeParams: [{ constraints: ["drop"] }] }],
    ["asks for more", "TYPE_MISMATCH", fn({ typeParams: [{ constraints: ["drop"] }] }), { typeParams: [{}] }],
    ["is public, and counts as marked", "linked", fn({}), { attributes: persistent }],
    ["is not marked", "LINKER_ERROR", fn({ attributes: [{ kind: "module_lock" }] }), { attributes: persistent }],
    [
      "is a friend's, and not marked",
      "LINKER_ERROR",
      { ...fn({ visibility: "friend" }), friends: ["0xbad::m"] },
      { attributes: persistent },
    ],
    ["locks or not", "linked", fn({}), { attributes: [{ kind: "module_lock" }] }],
  ])("that %s", async ([, status, library, imported]) => {
    expect(await link(library, { functions: [{ function: f, ...imported }] })).toBe(status);
  });

  test("whose module is not there", async () => {
    expect(await link({}, { functions: [{ function: "0xbad::nowhere::f" }] })).toBe("LINKER_ERROR");
  });

  test("counts also where nothing calls it, after all structs", async () => {
    const imports: Imports = {
      structs: [{ type, abilities: ["drop"] }],
      functions: [{ function: f, params: ["u64"] }],
    };
    expect(await link({ ...struct({}), ...fn({}) }, imports)).toBe("TYPE_MISMATCH");
    expect(await link({ ...struct({ abilities: ["drop"] }), ...fn({}) }, imports)).toBe("TYPE_MISMATCH");
    expect(await link({ ...struct({ abilities: ["drop"] }), ...fn({ params: ["u64"] }) }, imports)).toBe("linked");
  });
});
