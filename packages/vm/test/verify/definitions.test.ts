import { buildModule, buildScript, type InstructionSpec, type ModuleSpec } from "@ledger/move";
import { formatAddressLong, parseAddress, parseEntryFunctionId } from "@ledger/types";
import { describe, expect, test } from "vitest";
import { callFunction, createEnvironment, Features, feature } from "../../src/index.ts";
import { changed, coin, module, open, publish } from "./crafted.ts";

const burn = { function: "0xcafe::coin::burn", params: ["0xcafe::coin::Coin"], returns: ["u64"] };
const zero = { function: "0xcafe::coin::zero", returns: ["0xcafe::coin::Coin"] };

async function run(bytes: Uint8Array): Promise<string> {
  const outcome = await callFunction(open(bytes), parseEntryFunctionId("0xbad::m::run"), [], []);
  return outcome.kind === "failed" ? outcome.error.status : "returned";
}

const fields = [{ name: "value", type: "u64" }];
const forge: Partial<ModuleSpec> = {
  structs: [{ name: "Coin", abilities: ["store"], fields }],
  functions: [
    {
      name: "run",
      visibility: "public",
      returns: ["u64"],
      code: [["ld_u64", 1_000_000], ["pack", "Coin"], ["call", "0xcafe::coin::burn"], ["ret"]],
    },
  ],
  imports: { functions: [burn] },
};

/** What a module must not say of itself, with what a ledger answers when it is published. */
const attacks: readonly [what: string, status: string, bytes: Uint8Array][] = [
  [
    "a struct of another module is defined again, and its coins made",
    "DUPLICATE_ELEMENT",
    changed(forge, ({ structHandles, structDefinitions, self }) => {
      const own = structHandles.findIndex((handle) => handle.module === self);
      const foreign = structHandles.findIndex((handle) => handle.module !== self);
      return {
        structDefinitions: structDefinitions.map((definition) => ({ ...definition, handle: foreign })),
        structHandles: structHandles.map((handle, i) => (i === own ? structHandles[foreign]! : handle)),
      };
    }),
  ],
  [
    "a definition names another module's struct",
    "INVALID_MODULE_HANDLE",
    changed(forge, ({ structHandles, structDefinitions, self }) => ({
      structDefinitions: structDefinitions.map((definition) => ({
        ...definition,
        handle: structHandles.findIndex((handle) => handle.module !== self),
      })),
    })),
  ],
  [
    "a struct may be copied whose field may not",
    "FIELD_MISSING_TYPE_ABILITY",
    module({
      structs: [{ name: "Twice", abilities: ["copy", "drop"], fields: [{ name: "coin", type: "0xcafe::coin::Coin" }] }],
      imports: { structs: [{ type: "0xcafe::coin::Coin", abilities: ["store"] }], functions: [zero] },
    }),
  ],
  [
    "a struct is stored whose field may not be",
    "FIELD_MISSING_TYPE_ABILITY",
    module({
      structs: [
        { name: "Potato", fields },
        { name: "Pot", abilities: ["key"], fields: [{ name: "potato", type: "0xbad::m::Potato" }] },
      ],
    }),
  ],
  [
    "an enum may be dropped whose variant may not",
    "FIELD_MISSING_TYPE_ABILITY",
    module({
      structs: [
        { name: "Potato", fields },
        {
          name: "Maybe",
          abilities: ["drop"],
          variants: [{ name: "No" }, { name: "Yes", fields: [{ name: "potato", type: "0xbad::m::Potato" }] }],
        },
      ],
    }),
  ],
  [
    "a phantom parameter is held",
    "INVALID_PHANTOM_TYPE_PARAM_POSITION",
    module({
      structs: [
        {
          name: "Held",
          abilities: ["copy", "drop"],
          typeParams: [{ phantom: true }],
          fields: [{ name: "list", type: "vector<T0>" }],
        },
      ],
    }),
  ],
  [
    "a reference is held",
    "INVALID_SIGNATURE_TOKEN",
    module({ structs: [{ name: "Held", abilities: ["drop"], fields: [{ name: "place", type: "&u64" }] }] }),
  ],
  [
    "a vector of references is held",
    "INVALID_SIGNATURE_TOKEN",
    module({ structs: [{ name: "Held", abilities: ["drop"], fields: [{ name: "places", type: "vector<&u64>" }] }] }),
  ],
  [
    "a local is a vector of references",
    "INVALID_SIGNATURE_TOKEN",
    module({ functions: [{ name: "run", visibility: "public", locals: ["vector<&u64>"], code: [["ret"]] }] }),
  ],
  [
    "a type argument lacks what its struct asks for",
    "CONSTRAINT_NOT_SATISFIED",
    module({
      structs: [
        { name: "Potato", fields },
        { name: "Copies", typeParams: [{ constraints: ["copy"], phantom: true }], fields },
      ],
      functions: [
        { name: "run", visibility: "public", locals: ["&0xbad::m::Copies<0xbad::m::Potato>"], code: [["ret"]] },
      ],
    }),
  ],
  [
    "a type parameter is used that the function does not have",
    "INDEX_OUT_OF_BOUNDS",
    changed(
      {
        functions: [
          { name: "run", visibility: "public", code: [["call_generic", "other", "u64"], ["ret"]] },
          { name: "other", typeParams: [{}], code: [["call_generic", "other", "T0"], ["ret"]] },
        ],
      },
      ({ functionInstantiations }) => ({ functionInstantiations: [...functionInstantiations].reverse() }),
    ),
  ],
  [
    "a struct contains itself",
    "RECURSIVE_STRUCT_DEFINITION",
    module({ structs: [{ name: "Self", fields: [{ name: "parts", type: "vector<0xbad::m::Self>" }] }] }),
  ],
  [
    "structs hold one another",
    "RECURSIVE_STRUCT_DEFINITION",
    module({
      structs: [
        { name: "Hen", fields: [{ name: "egg", type: "vector<0xbad::m::Egg>" }] },
        { name: "Egg", fields: [{ name: "hen", type: "vector<0xbad::m::Hen>" }] },
      ],
    }),
  ],
  [
    "a struct has two declarations",
    "DUPLICATE_ELEMENT",
    changed({ structs: [{ name: "Potato", fields }] }, ({ structHandles }) => ({
      structHandles: [...structHandles, { ...structHandles[0]!, abilities: 15 }],
    })),
  ],
  [
    "the module goes by two handles",
    "DUPLICATE_ELEMENT",
    changed({ structs: [{ name: "Potato", fields }] }, ({ structHandles, moduleHandles, self }) => ({
      moduleHandles: [...moduleHandles, moduleHandles[self]!],
      structHandles: [...structHandles, { ...structHandles[0]!, module: moduleHandles.length, abilities: 15 }],
    })),
  ],
  [
    "a struct is declared and not defined",
    "UNIMPLEMENTED_HANDLE",
    changed({ structs: [{ name: "Potato", fields }] }, () => ({ structDefinitions: [] })),
  ],
];

describe("what a module says of itself", () => {
  test.each(attacks)("%s", async (_what, status, bytes) => {
    expect(await publish(bytes)).toBe(status);
    expect(await run(bytes)).toBe("UNEXPECTED_VERIFIER_ERROR");
  });

  /** A coin is made, copied, and burnt twice. */
  const copies: readonly InstructionSpec[] = [
    ["call", "0xcafe::coin::zero"],
    ["st_loc", 0],
    ["copy_loc", 0],
    ["call", "0xcafe::coin::burn"],
    ["pop"],
    ["move_loc", 0],
    ["call", "0xcafe::coin::burn"],
    ["pop"],
    ["ret"],
  ];
  const imports = {
    structs: [{ type: "0xcafe::coin::Coin", abilities: ["copy", "store"] as const }],
    functions: [zero, burn],
  };
  const locals = ["0xcafe::coin::Coin"];

  test("a foreign struct is declared with more abilities than it has", async () => {
    const functions = [{ name: "run", visibility: "public", locals, code: copies } as const];
    expect(await publish(module({ functions, imports }))).toBe("TYPE_MISMATCH");
  });

  test("a script does the same", async () => {
    const outcome = await open(coin).callScript(buildScript({ locals, code: copies, imports }), [], []);
    expect(outcome.kind === "failed" && outcome.error.status).toBe("TYPE_MISMATCH");
    const honest = { ...imports, structs: [{ type: "0xcafe::coin::Coin", abilities: ["store"] as const }] };
    const refused = await open(coin).callScript(buildScript({ locals, code: copies, imports: honest }), [], []);
    expect(refused.kind === "failed" && refused.error.status).toBe("COPYLOC_WITHOUT_COPY_ABILITY");
    const fine = [copies[0]!, copies[1]!, copies[5]!, copies[6]!, copies[7]!, copies[8]!];
    const returned = await open(coin).callScript(buildScript({ locals, code: fine, imports: honest }), [], []);
    expect(returned.kind).toBe("returned");
  });

  test("modules depend on one another in a circle", async () => {
    const call = (name: string) => ({ function: `0xbad::${name}::run` });
    const calling = (own: string, other: string) => {
      const run = { name: "run", visibility: "public", code: [["call", `0xbad::${other}::run`], ["ret"]] } as const;
      return buildModule({ address: "0xbad", name: own, functions: [run], imports: { functions: [call(other)] } });
    };
    const modules = new Map([
      ["m", calling("m", "second")],
      ["second", calling("second", "third")],
      ["third", calling("third", "m")],
    ]);
    for (const waits of [false, true]) {
      const session = open(coin, (name) => {
        const item = { bytes: modules.get(name)! };
        return waits ? Promise.resolve(item) : item;
      });
      const link = async () => session.linkModule(formatAddressLong(parseAddress("0xbad")), "m");
      await expect(link()).rejects.toMatchObject({ status: "CYCLIC_MODULE_DEPENDENCY" });
    }
    const lazy = createEnvironment({ features: Features.of([feature.lazyLoading]) });
    const session = open(coin, (name) => ({ bytes: modules.get(name)! }), lazy);
    await session.linkModule(formatAddressLong(parseAddress("0xbad")), "m");
  });

  test("what is right is let pass", async () => {
    const bytes = module({
      structs: [
        { name: "Wallet", abilities: ["store"], fields: [{ name: "coins", type: "vector<0xcafe::coin::Coin>" }] },
        { name: "Tagged", abilities: ["copy", "drop"], typeParams: [{ phantom: true }], fields },
        {
          name: "Held",
          abilities: ["copy", "drop"],
          fields: [{ name: "tag", type: "0xbad::m::Tagged<0xbad::m::Wallet>" }],
        },
      ],
      imports: { structs: [{ type: "0xcafe::coin::Coin", abilities: ["store"] }], functions: [zero] },
    });
    expect(await publish(bytes)).toBe("published");
    expect(await run(bytes)).toBe("returned");
  });
});
