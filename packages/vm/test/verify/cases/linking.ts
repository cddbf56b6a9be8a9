import {
  buildModule,
  buildScript,
  decodeScript,
  encodeInstructions,
  encodeScript,
  type FunctionSpec,
  type InstructionSpec,
  type ModuleSpec,
  type StructSpec,
  type TypeParameterSpec,
} from "@ledger/move";
import { fn } from "../crafted.ts";
import { rule, times, usualFeatures, type VerifierCase } from "./case.ts";

type Imports = NonNullable<ModuleSpec["imports"]>;
type StructImport = Omit<NonNullable<Imports["structs"]>[0], "type">;
type FunctionImport = Omit<NonNullable<Imports["functions"]>[0], "function">;

const type = "0xbad::lib::S";
const f = "0xbad::lib::f";

/** What a module imports from another, and what is there. */
function link(
  name: string,
  rows: readonly (readonly [
    what: string,
    status: VerifierCase["status"],
    library: Partial<ModuleSpec> | undefined,
    imports: Imports,
  ])[],
): VerifierCase[] {
  return rows.flatMap(([what, status, library, imports]) => {
    const locals = (imports.structs ?? []).map(({ type: text, typeParams = [] }) =>
      typeParams.length === 0 ? text : `${text}<${typeParams.map(() => "u64").join()}>`,
    );
    const others = library && { lib: buildModule({ address: "0xbad", name: "lib", ...library }) };
    return rule(name, [[what, status, { functions: [fn({ locals }), ...calls(imports)], imports }]], {
      others: others ?? {},
    });
  });
}

/** A function for each that is imported, which calls it. */
function calls({ functions = [] }: Imports): FunctionSpec[] {
  return functions.map(({ function: called, params = [], returns = [], typeParams = [] }, i) => ({
    name: `calls${i}`,
    params,
    returns,
    typeParams,
    code: [
      ...params.map((_, at) => ["move_loc", at] as const),
      typeParams.length === 0
        ? (["call", called] as const)
        : (["call_generic", called, ...typeParams.map((_, i) => `T${i}`)] as const),
      ["ret"],
    ],
  }));
}

const struct = (spec: Partial<StructSpec>): Partial<ModuleSpec> => ({
  structs: [{ name: "S", fields: [{ name: "a", type: "u64" }], ...spec }],
});
const imported = (spec: StructImport = {}): Imports => ({ structs: [{ type, ...spec }] });
const library = (spec: Partial<FunctionSpec>, more: Partial<ModuleSpec> = {}): Partial<ModuleSpec> => ({
  functions: [{ name: "f", visibility: "public", code: [["ret"]], ...spec }],
  ...more,
});
const called = (spec: FunctionImport = {}): Imports => ({ functions: [{ function: f, ...spec }] });
const persistent = [{ kind: "persistent" }] as const;
const friend = { friends: ["0xbad::m"] };

const native: readonly VerifierCase[] = rule("10 native structs", [
  ["a struct with fields", "accepted", { structs: [{ name: "S", fields: [{ name: "a", type: "u64" }] }] }],
  ["a native one", "MISSING_DEPENDENCY", { structs: [{ name: "S", native: true }] }],
]);

const linking: readonly VerifierCase[] = [
  ...link("11 modules", [
    ["that are there", "accepted", {}, {}],
    ["that are not", "LINKER_ERROR", undefined, called()],
  ]),
  ...link("11 structs", [
    ["that are there", "accepted", struct({}), imported()],
    ["that are not", "LOOKUP_FAILED", {}, imported()],
    ["of more abilities", "accepted", struct({ abilities: ["drop"] }), imported()],
    ["of fewer abilities", "TYPE_MISMATCH", struct({}), imported({ abilities: ["drop"] })],
    [
      "of fewer constraints",
      "accepted",
      struct({ typeParams: [{}] }),
      imported({ typeParams: [{ constraints: ["drop"] }] }),
    ],
    [
      "of more constraints",
      "TYPE_MISMATCH",
      struct({ typeParams: [{ constraints: ["drop"] }] }),
      imported({ typeParams: [{}] }),
    ],
    [
      "of a phantom that is not counted on",
      "accepted",
      struct({ typeParams: [{ phantom: true }] }),
      imported({ typeParams: [{}] }),
    ],
    [
      "of no phantom, where one is counted on",
      "TYPE_MISMATCH",
      struct({ typeParams: [{}] }),
      imported({ typeParams: [{ phantom: true }] }),
    ],
    ["of more type parameters", "TYPE_MISMATCH", struct({ typeParams: [{}] }), imported()],
  ]),
  ...link("11 functions that are there", [
    ["public", "accepted", library({}), called()],
    ["missing", "LOOKUP_FAILED", {}, called()],
    ["private", "LOOKUP_FAILED", library({ visibility: "private" }), called()],
    ["a friend's", "accepted", library({ visibility: "friend" }, friend), called()],
    ["another friend's", "LOOKUP_FAILED", library({ visibility: "friend" }, { friends: ["0xbad::other"] }), called()],
  ]),
  ...link("11 types of functions", [
    ["the same", "accepted", library({ params: ["u64"] }), called({ params: ["u64"] })],
    ["other parameters", "TYPE_MISMATCH", library({ params: ["u64"] }), called()],
    ["other results", "TYPE_MISMATCH", library({ returns: ["u64"], code: [["ld_u64", 1], ["ret"]] }), called()],
    [
      "function types of other abilities",
      "TYPE_MISMATCH",
      library({ params: ["|| has drop"] }),
      called({ params: ["|| has copy + drop"] }),
    ],
    [
      "fewer constraints",
      "accepted",
      library({ typeParams: [{}] }),
      called({ typeParams: [{ constraints: ["drop"] }] }),
    ],
    [
      "more constraints",
      "TYPE_MISMATCH",
      library({ typeParams: [{ constraints: ["drop"] }] }),
      called({ typeParams: [{}] }),
    ],
  ]),
  ...link("11 marks of functions", [
    ["a public function counts as marked", "accepted", library({}), called({ attributes: persistent })],
    [
      "unless it has another mark",
      "LINKER_ERROR",
      library({ attributes: [{ kind: "module_lock" }] }),
      called({ attributes: persistent }),
    ],
    [
      "a friend's does not",
      "LINKER_ERROR",
      library({ visibility: "friend" }, friend),
      called({ attributes: persistent }),
    ],
    ["a lock counts for nothing", "accepted", library({}), called({ attributes: [{ kind: "module_lock" }] })],
    [
      "an accessor of another field",
      "LINKER_ERROR",
      library({
        visibility: "public",
        attributes: persistent,
        params: ["&mut u64"],
        returns: ["&mut u64"],
        code: [["move_loc", 0], ["ret"]],
      }),
      called({ attributes: [{ kind: "borrow_field_mut", operand: 0 }], params: ["&mut u64"], returns: ["&mut u64"] }),
    ],
  ]),
  ...link("11 order", [
    [
      "all structs before functions",
      "TYPE_MISMATCH",
      { ...struct({}) },
      { ...imported({ abilities: ["drop"] }), ...called() },
    ],
    ["both right", "accepted", { ...struct({}), ...library({}) }, { ...imported(), ...called() }],
  ]),
];

const isScript = { isScript: true } as const;
const limited: readonly InstructionSpec[] = [["ld_u8", 1], ["not"], ["pop"], ["ret"]];

/** A script that packs a struct: it has none. */
function packing(): Uint8Array {
  const script = decodeScript(buildScript({ code: [["ret"]] }));
  const code = encodeInstructions(script.code.locals, [["pack", 0], ["pop"], ["ret"]], script.version);
  return encodeScript({ ...script, code });
}

/** A script that is given a struct, whose type parameter must have an ability. */
const holding = (typeParam: TypeParameterSpec): Uint8Array =>
  buildScript({
    typeParams: [typeParam],
    params: [`&${type}<T0>`],
    imports: imported({ typeParams: [{ constraints: ["copy"] }] }),
    code: [["ret"]],
  });
/** A script with a number of type parameters, that names one of them as the type of a local. */
const declaring = (count: number, named = "u8"): Uint8Array =>
  buildScript({ typeParams: times(count, {}), locals: [named], code: [["ret"]] });

const scripts: readonly VerifierCase[] = [
  ...rule(
    "1.2 scripts",
    [
      ["code that keeps the rules", "accepted", buildScript({ params: ["u64"], code: [["ret"]] })],
      ["an instruction that needs a module", "INVALID_OPERATION_IN_SCRIPT", packing()],
      ["a wrong operand", "BOOLEAN_OP_TYPE_MISMATCH_ERROR", buildScript({ code: limited })],
      [
        "results of a local",
        "MOVELOC_UNAVAILABLE_ERROR",
        buildScript({ locals: ["u64"], code: [["move_loc", 0], ["pop"], ["ret"]] }),
      ],
    ],
    isScript,
  ),
  ...rule(
    "1.2 parameters of scripts",
    [
      ["a type parameter with the ability", "accepted", holding({ constraints: ["copy"] })],
      ["one without it", "CONSTRAINT_NOT_SATISFIED", holding({})],
    ],
    isScript,
  ),
  ...rule(
    "2 type parameters of scripts",
    [
      ["16", "accepted", declaring(16)],
      ["17", "VERIFIER_INVARIANT_VIOLATION", declaring(17)],
      ["17, the last of which is named", "accepted", declaring(17, "T16")],
      ["33, of which 17 are named", "VERIFIER_INVARIANT_VIOLATION", declaring(33, "T16")],
      ["33, the last of which is named", "accepted", declaring(33, "T32")],
    ],
    isScript,
  ),
  ...rule(
    "2 type parameters of scripts",
    [
      ["17, where the flag (29) is on", "accepted", declaring(17)],
      ["33, of which 17 are named, where it is on", "accepted", declaring(33, "T16")],
    ],
    { ...isScript, features: [...usualFeatures, 29] },
  ),
];

/** What a module counts on in others, and scripts. */
export const linkingCases: readonly VerifierCase[] = [...native, ...linking, ...scripts];
