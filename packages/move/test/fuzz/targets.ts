import { BcsError } from "@ledger/bcs";
import type { Random } from "@ledger/random";
import { bytesEqual, formatTypeTag, parseEntryFunctionId, parseTypeTag, TypesError, TypeTag } from "@ledger/types";
import {
  buildModule,
  buildScript,
  createMoveCache,
  decodeInstructions,
  decodeModule,
  decodeScript,
  disassembleModule,
  disassembleScript,
  encodeModule,
  encodeScript,
  type JsonValue,
  listGroupMembers,
  type ModuleResolver,
  MoveError,
  MoveView,
  moduleAbi,
  moduleMetadata,
  tryModuleAbi,
  tryScriptAbi,
} from "../../src/index.ts";
import { openWorld, optionEnum, resolverOf, shapes } from "../world.ts";
import { mutateBytes, mutateJson, mutateText } from "./mutate.ts";

/**
 * One thing to attack. `run` throws for a broken promise and otherwise returns what came of the input in a few words: inputs
 * with an outcome not seen before join the pool that later inputs are made from.
 */
export interface FuzzTarget<Input> {
  readonly name: string;
  readonly seeds: readonly Input[];
  readonly mutate: (random: Random, input: Input, other: Input) => Input;
  readonly run: (input: Input) => string | Promise<string>;
}

/** Every target, its input type hidden. */
export type AnyFuzzTarget = FuzzTarget<Uint8Array> | FuzzTarget<string> | FuzzTarget<JsonValue>;

const types = [
  "bool",
  "u8",
  "u16",
  "u32",
  "u64",
  "u128",
  "u256",
  "i8",
  "i64",
  "i256",
  "address",
  "vector<u8>",
  "vector<bool>",
  "vector<vector<u16>>",
  "0x1::string::String",
  "0x1::object::Object<u8>",
  "0x1::option::Option<u8>",
  "0x1::option::Option<0x1::string::String>",
  "0x42::shapes::Empty",
  "0x42::shapes::Mixed",
  "0x42::shapes::Pair<0x42::shapes::Mixed, 0x1::string::String>",
  "0x42::shapes::Color",
  "vector<0x42::shapes::Color>",
  "0x42::shapes::Callback",
  "vector<0x42::shapes::Pair<0x1::option::Option<u64>, vector<0x42::shapes::Color>>>",
].map(parseTypeTag);

const view = openWorld();
const allFunction = parseEntryFunctionId("0x42::shapes::all");

/** All targets. Further modules and scripts, e.g. real ones, make the pool richer. */
export function fuzzTargets(modules: readonly Uint8Array[] = [], scripts: readonly Uint8Array[] = []): AnyFuzzTarget[] {
  const moduleSeeds = [buildModule(shapes), buildModule(optionEnum), ...modules];
  const scriptSeeds = [
    buildScript({ params: ["&signer", "u8", "vector<u8>", "T0"], typeParams: [{}], code: [["ret"]] }),
    buildScript({ version: 10, params: ["i64", "|u8|u8 has drop"] }),
    ...scripts,
  ];
  return [
    { name: "module", seeds: moduleSeeds, mutate: mutateBytes, run: runModule },
    { name: "script", seeds: scriptSeeds, mutate: mutateBytes, run: runScript },
    { name: "layouts of a module", seeds: moduleSeeds, mutate: mutateBytes, run: runLayouts },
    { name: "metadata", seeds: metadataSeeds(moduleSeeds), mutate: mutateBytes, run: runMetadata },
    { name: "value", seeds: valueSeeds(), mutate: mutateBytes, run: runValue },
    { name: "resource group", seeds: [groupSeed()], mutate: mutateBytes, run: runGroup },
    { name: "type tag text", seeds: types.map(formatTypeTag), mutate: mutateText, run: runTypeText },
    { name: "type tag", seeds: types.map((tag) => TypeTag.encode(tag)), mutate: mutateBytes, run: runTypeTag },
    {
      name: "type text of a description",
      seeds: ["|&u8,T0|(u64, bool) has copy + drop", "&mut S<T0>"],
      mutate: mutateText,
      run: runNamedType,
    },
    { name: "JSON value", seeds: jsonSeeds(), mutate: mutateJson, run: runJson },
    { name: "JSON arguments", seeds: [argumentSeed], mutate: mutateJson, run: runArguments },
    { name: "JSON script arguments", seeds: [["7", true, "0x00", [1]]], mutate: mutateJson, run: runScriptArguments },
  ];
}

function runModule(input: Uint8Array): string {
  return outcomeOf(() => {
    const module = decodeModule(input);
    const again = decodeModule(encodeModule(module));
    ensure(JSON.stringify(again, bigText) === JSON.stringify(module, bigText), "a module changes when it is written");
    const decoded = module.functionDefinitions.map(({ code }) =>
      code ? decodeInstructions(code, module.version).length : 0,
    );
    outcomeOf(() => `${disassembleModule(module).length}`);
    const abi = tryModuleAbi(input);
    if (abi === undefined) outcomeOf(() => JSON.stringify(moduleAbi(input)));
    return `${module.version} ${module.structDefinitions.length} ${decoded.length} ${abi?.exposed_functions.length}`;
  });
}

function runScript(input: Uint8Array): string {
  return outcomeOf(() => {
    const script = decodeScript(input);
    const again = decodeScript(encodeScript(script));
    ensure(JSON.stringify(again, bigText) === JSON.stringify(script, bigText), "a script changes when it is written");
    outcomeOf(() => `${disassembleScript(script).length}`);
    return `${script.version} ${tryScriptAbi(input)?.params.length}`;
  });
}

async function runLayouts(input: Uint8Array): Promise<string> {
  const outcomes: string[] = [];
  const fallback = resolverOf(optionEnum);
  const hostile: ModuleResolver = {
    findModule: (address, name) => (name === "shapes" || name === "m" ? input : fallback.findModule(address, name)),
  };
  const hostileView = new MoveView(hostile, createMoveCache());
  const module = outcomeOf(() => `${decodeModule(input).structDefinitions.length}`);
  if (!/^[0-9]+$/.test(module)) return module;
  const { structDefinitions, structHandles, identifiers, moduleHandles, addresses } = decodeModule(input);
  for (const { handle } of structDefinitions.slice(0, 8)) {
    const { name, module: own, typeParameters } = structHandles[handle]!;
    const address = addresses[moduleHandles[own]!.address] as TypeTag & never;
    const typeArgs = typeParameters.slice(0, 8).map(() => ({ kind: "U8" }) as const);
    const tag: TypeTag = { kind: "Struct", value: { address, module: "shapes", name: identifiers[name]!, typeArgs } };
    outcomes.push(
      await outcomeOfAsync(async () => {
        const layout = await hostileView.layout(tag);
        const read = outcomeOf(() => `${layout.decodeToJsonText(input.subarray(0, 4_096)).length}`);
        return `${read} ${outcomeOf(() => `${layout.encodeFromJson({ first: 1, second: 2 }).length}`)}`;
      }),
    );
  }
  return outcomes.map((text) => text.replace(/[0-9]+/g, "n")).join("/");
}

function runMetadata(value: Uint8Array): string {
  const key = new TextEncoder().encode("aptos::metadata_v1");
  const { errorMap, functionAttributes } = moduleMetadata({ version: 9, metadata: [{ key, value }] });
  return `${errorMap.size} ${functionAttributes.size}`;
}

/** The first byte chooses the type. */
async function runValue(input: Uint8Array): Promise<string> {
  const layout = await view.layout(types[(input[0] ?? 0) % types.length]!);
  const value = input.subarray(1);
  return outcomeOf(() => {
    const text = layout.decodeToJsonText(value);
    const json = JSON.parse(text) as JsonValue;
    ensure(JSON.stringify(json) === text, "the text is not what a serializer would make");
    if (text.includes("Unparsable utf-8") || text.includes("__fun_name__")) return "JSON cannot express it";
    ensure(bytesEqual(layout.encodeFromJson(json), value), "a value changes on its way through JSON");
    return `${layout.type} ${Math.ceil(Math.log2(text.length + 1))}`;
  });
}

function runGroup(input: Uint8Array): string {
  return outcomeOf(() => `${listGroupMembers(input).length}`);
}

function runTypeText(text: string): string {
  return outcomeOf(() => {
    const tag = parseTypeTag(text);
    ensure(formatTypeTag(parseTypeTag(formatTypeTag(tag))) === formatTypeTag(tag), "a type changes when it is printed");
    return tag.kind;
  });
}

async function runTypeTag(input: Uint8Array): Promise<string> {
  return outcomeOfAsync(async () => {
    const tag = TypeTag.decode(input);
    ensure(bytesEqual(TypeTag.encode(tag), input), "a type tag changes when it is written");
    return (await view.layout(tag)).jsonType;
  });
}

function runNamedType(text: string): string {
  return outcomeOf(() => {
    const structs = [{ name: "S", typeParams: [{}] }];
    const functions = [{ name: "f", visibility: "public", typeParams: [{}], params: [text] }] as const;
    const printed = moduleAbi(buildModule({ address: "0x1", name: "m", structs, functions })).exposed_functions[0]!
      .params[0]!;
    return printed.slice(0, 4);
  });
}

/** A pair: index of the type, value. */
async function runJson(input: JsonValue): Promise<string> {
  const [index, json] = Array.isArray(input) ? (input as readonly JsonValue[]) : [0, input];
  const type = types[typeof index === "number" && index in types ? index : 0]!;
  return outcomeOfAsync(async () => {
    const encoded = await view.encodeFromJson(type, json ?? null);
    const layout = await view.layout(type);
    const again = layout.encodeFromJson(layout.decodeToJson(encoded));
    ensure(bytesEqual(again, encoded), "a value changes when it is read back");
    return layout.type;
  });
}

async function runArguments(input: JsonValue): Promise<string> {
  const args = Array.isArray(input) ? (input as readonly JsonValue[]) : [input];
  return outcomeOfAsync(async () => {
    const typeArgs = [parseTypeTag("u16")];
    const encoded = await view.encodeEntryFunction(allFunction, typeArgs, args);
    const shown = await view.decodeFunctionArguments(allFunction, typeArgs, encoded);
    ensure(typeof shown[0] === "number", "encoded arguments are not shown");
    return "encoded";
  });
}

const script = buildScript({ params: ["u64", "bool", "vector<u8>", "vector<u16>"], code: [["ret"]] });

async function runScriptArguments(input: JsonValue): Promise<string> {
  const args = Array.isArray(input) ? (input as readonly JsonValue[]) : [input];
  return outcomeOfAsync(async () => `${(await view.encodeScriptArguments(script, [], args)).length}`);
}

const argumentSeed: JsonValue = [1, "2", "0x3", "0x04", "five", "0x6", [7], { vec: ["8"] }];

function jsonSeeds(): JsonValue[] {
  const examples: readonly JsonValue[] = [
    { _0: "0x1", _1: ["5"], a: "text", B: true, z: 9 },
    { first: { _0: "0x1", _1: [], a: "", B: false, z: 0 }, second: "s" },
    { Custom: { r: 1, g: 2, _a: 3 } },
    [{ __variant__: "Named", _0: "n" }, { Red: {} }],
    [{ first: { vec: ["1"] }, second: [{ Red: {} }] }],
    { vec: "0x05" },
    { vec: ["text"] },
    "0xff",
    ["1"],
  ];
  return examples.flatMap((json) => types.map((_, index) => [index, json]));
}

function valueSeeds(): Uint8Array[] {
  const values = [
    "00",
    "01",
    "0500000000000000",
    "03616263",
    "020101",
    `0701${"61"}010300000000000000 01${"00".repeat(32)}`,
  ];
  return types.flatMap((_, index) =>
    values.map((hex) =>
      Uint8Array.from([
        index,
        ...(hex.replaceAll(" ", "").match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)),
      ]),
    ),
  );
}

function metadataSeeds(modules: readonly Uint8Array[]): Uint8Array[] {
  return modules.flatMap((bytes) => decodeModule(bytes).metadata.map(({ value }) => value));
}

function groupSeed(): Uint8Array {
  const tag = TypeTag.encode(parseTypeTag("0x42::shapes::Pair<u8, u8>")).subarray(1);
  return Uint8Array.of(1, ...tag, 2, 1, 2);
}

/** Only the typed errors of the libraries may come out; anything else is a finding. */
function outcomeOf(work: () => string): string {
  try {
    return work();
  } catch (error) {
    return describeRefusal(error);
  }
}

async function outcomeOfAsync(work: () => Promise<string>): Promise<string> {
  try {
    return await work();
  } catch (error) {
    return describeRefusal(error);
  }
}

function describeRefusal(error: unknown): string {
  if (error instanceof MoveError) return `${error.code} ${error.reason.slice(0, 40)}`;
  if (error instanceof TypesError || error instanceof BcsError) return error.code;
  throw error;
}

function ensure(condition: boolean, promise: string): void {
  if (!condition) throw new Error(promise);
}

function bigText(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? `${value}` : value;
}
