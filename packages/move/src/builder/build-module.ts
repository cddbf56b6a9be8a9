import { parseAddress, parseModuleId } from "@ledger/types";
import { abilitySet } from "../binary/abilities.ts";
import { type CodeUnit, encodeInstructions } from "../binary/code.ts";
import type {
  CommonTables,
  CompiledModule,
  CompiledScript,
  FunctionDefinition,
  ModuleHandle,
} from "../binary/compiled-module.ts";
import { encodeModule, encodeScript } from "../binary/encode.ts";
import { functionAttributeSince } from "../binary/function-attribute.ts";
import { assemble } from "./assemble.ts";
import { metadataEntries } from "./metadata-entries.ts";
import type { FunctionSpec, InstructionSpec, ModuleSpec, ScriptSpec } from "./spec.ts";
import { StructTables } from "./struct-tables.ts";
import { TableBuilder } from "./table-builder.ts";

const abortingBody: readonly InstructionSpec[] = [["ld_u64", 0], ["abort"]];

/**
 * Builds a module from a description with names and type texts. The result reads back: its ABI shows the description's
 * functions and structs, in their order.
 *
 * @throws {@link MoveError} `invalid_spec` or `bad_type_text` for a description that contradicts itself, or what
 * {@link encodeModule} throws, e.g. `unsupported_version` for content that the stated version does not have; TypesError for
 * malformed addresses and module ids
 * @example
 * ```ts
 * const bytecode = buildModule({
 *   address: "0x1",
 *   name: "counter",
 *   structs: [{ name: "Counter", abilities: ["key"], fields: [{ name: "value", type: "u64" }] }],
 *   functions: [{ name: "increment", visibility: "public", entry: true, params: ["&signer"], code: [["pop"], ["ret"]] }],
 * });
 * ```
 */
export function buildModule(spec: ModuleSpec): Uint8Array {
  return encodeModule(compileModule(spec));
}

/** {@link buildModule}, one step earlier: the tables before they are written. */
export function compileModule(spec: ModuleSpec): CompiledModule {
  const address = parseAddress(spec.address);
  const tables = new TableBuilder({ address, name: spec.name }, spec.imports);
  const self = tables.module(address, spec.name);
  const structs = new StructTables(spec.structs ?? [], tables);
  const functions = spec.functions ?? [];
  // All handles come first: bodies may call functions that are defined later.
  const handles = functions.map((fn) => tables.declareFunction(fn.name, fn));
  const bodies = functions.map((fn) => functionBody(fn, tables, structs));
  const friends = (spec.friends ?? []).map((text): ModuleHandle => {
    const friend = parseModuleId(text);
    return { address: tables.address(friend.address), name: tables.identifier(friend.name) };
  });
  const metadata = metadataEntries(spec, tables);
  const common: CommonTables = { ...tables.finish(spec.version), metadata };
  const persistent = new Set(
    common.version < functionAttributeSince("persistent")
      ? []
      : handles.filter((_, i) => functions[i]!.visibility === "public" && functions[i]!.attributes === undefined),
  );
  return {
    ...common,
    functionHandles: common.functionHandles.map((handle, i) =>
      persistent.has(i) ? { ...handle, attributes: [{ kind: "persistent" }] } : handle,
    ),
    self,
    structDefinitions: structs.definitions,
    structInstantiations: structs.instantiations.entries,
    functionDefinitions: functions.map(
      (fn, i): FunctionDefinition => ({
        handle: handles[i]!,
        visibility: fn.visibility ?? "private",
        isEntry: fn.entry ?? false,
        acquires: (fn.acquires ?? []).map((name) => structs.definition(name)),
        code: bodies[i]?.(common.version),
      }),
    ),
    fieldHandles: structs.fieldHandles.entries,
    fieldInstantiations: structs.fieldInstantiations.entries,
    friends,
    variantFieldHandles: structs.variantFieldHandles.entries,
    variantFieldInstantiations: structs.variantFieldInstantiations.entries,
    variantHandles: structs.variantHandles.entries,
    variantInstantiations: structs.variantInstantiations.entries,
  };
}

/**
 * Builds a transaction script.
 *
 * @throws {@link MoveError} as {@link buildModule}
 */
export function buildScript(spec: ScriptSpec): Uint8Array {
  const tables = new TableBuilder(undefined, spec.imports);
  const params = tables.signature(spec.params ?? []);
  const locals = tables.signature(spec.locals ?? []);
  const instructions = assemble(spec.code ?? abortingBody, tables, undefined);
  const common = tables.finish(spec.version);
  const script: CompiledScript = {
    ...common,
    metadata: [],
    typeParameters: (spec.typeParams ?? []).map((parameter) => abilitySet(parameter.constraints ?? [])),
    params,
    accessSpecifiers: undefined,
    code: encodeInstructions(locals, instructions, common.version),
  };
  return encodeScript(script);
}

/** Assembles a body now; its bytes are made once the version is settled. */
function functionBody(
  fn: FunctionSpec,
  tables: TableBuilder,
  structs: StructTables,
): ((version: number) => CodeUnit) | undefined {
  if (fn.native === true) return undefined;
  const locals = tables.signature(fn.locals ?? []);
  const instructions = assemble(fn.code ?? abortingBody, tables, structs);
  return (version) => encodeInstructions(locals, instructions, version);
}
