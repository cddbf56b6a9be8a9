import { bytesToAddress, formatAddress } from "@ledger/types";
import { TypePrinter } from "../abi/type-printer.ts";
import { type AbilitySet, listAbilities } from "../binary/abilities.ts";
import { type CodeUnit, decodeInstructions } from "../binary/code.ts";
import type {
  CommonTables,
  CompiledModule,
  CompiledScript,
  FieldDefinition,
  FunctionDefinition,
  FunctionHandle,
  StructDefinition,
  StructTypeParameter,
  Visibility,
} from "../binary/compiled-module.ts";
import type { decodeModule } from "../binary/module.ts";
import { moduleToShow } from "../binary/module-to-show.ts";
import { decodeScript } from "../binary/script.ts";
import type {
  FieldSpec,
  FunctionSpec,
  InstructionSpec,
  ModuleSpec,
  ScriptSpec,
  StructSpec,
  TypeParameterSpec,
} from "../builder/spec.ts";
import { InstructionNamer } from "./instruction-namer.ts";

/** Before version 5 such functions were entries. */
const visibilities: Readonly<Record<Visibility, NonNullable<FunctionSpec["visibility"]>>> = {
  private: "private",
  public: "public",
  friend: "friend",
  script: "public",
};

/**
 * Describes a module by names and type texts, with its code: the inverse of {@link buildModule}, up to the order of tables and
 * to access specifiers, which a description does not have. Attributes and error map are in `metadata`, as they are stored.
 *
 * @param source - a module, or its bytes
 * @returns every member, those too that have a default; imports in the order of their names
 * @throws {@link MoveError} as {@link decodeModule}, `bad_index` for an instruction that names what is not there, or
 * `limit_exceeded` for texts of absurd length
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/module-format.md#4 | Specification, module format 4}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/module-format.md#5 | Specification, module format 5}
 */
export function describeModule(source: CompiledModule | Uint8Array): ModuleSpec {
  const module = moduleToShow(source);
  const self = module.moduleHandles[module.self]!;
  const describer = new Describer(module, module);
  return {
    address: formatAddress(bytesToAddress(module.addresses[self.address]!)),
    name: module.identifiers[self.name]!,
    version: module.version,
    friends: module.friends.map((friend) => describer.printer.module(friend)),
    structs: module.structDefinitions.map((definition) => describer.struct(definition)),
    functions: module.functionDefinitions.map((definition) => describer.function(definition)),
    imports: describer.imports(),
    metadata: module.metadata.map(({ key, value }) => ({ key: String.fromCharCode(...key), value })),
  };
}

/**
 * Describes a transaction script: the inverse of {@link buildScript}, as {@link describeModule} is of modules.
 *
 * @throws {@link MoveError} as {@link decodeScript}, and as {@link describeModule}
 */
export function describeScript(source: CompiledScript | Uint8Array): ScriptSpec {
  const script = source instanceof Uint8Array ? decodeScript(source) : source;
  const describer = new Describer(script, undefined);
  return {
    version: script.version,
    typeParams: script.typeParameters.map(constraintsOf),
    params: describer.printer.signature(script.params),
    ...describer.body(script.code),
    imports: describer.imports(),
  };
}

class Describer {
  readonly printer: TypePrinter;
  readonly #tables: CommonTables;
  readonly #module: CompiledModule | undefined;
  readonly #namer: InstructionNamer;

  constructor(tables: CommonTables, module: CompiledModule | undefined) {
    this.printer = new TypePrinter(tables, "whole");
    this.#tables = tables;
    this.#module = module;
    this.#namer = new InstructionNamer(tables, module, this.printer);
  }

  struct({ handle: index, content }: StructDefinition): StructSpec {
    const handle = this.#tables.structHandles[index]!;
    const shared = {
      name: this.#tables.identifiers[handle.name]!,
      abilities: listAbilities(handle.abilities),
      typeParams: handle.typeParameters.map(typeParameter),
    };
    if (content.kind === "native") return { ...shared, native: true };
    if (content.kind === "struct") return { ...shared, fields: this.#fields(content.fields) };
    const variants = content.variants.map(({ name, fields }) => ({
      name: this.#tables.identifiers[name]!,
      fields: this.#fields(fields),
    }));
    return { ...shared, variants };
  }

  function({ handle: index, visibility, isEntry, acquires, code }: FunctionDefinition): FunctionSpec {
    const handle = this.#tables.functionHandles[index]!;
    return {
      name: this.#tables.identifiers[handle.name]!,
      visibility: visibilities[visibility],
      entry: isEntry || visibility === "script",
      ...this.#shape(handle),
      acquires: acquires.map((struct) => this.#namer.structName(struct)),
      ...(code === undefined ? { native: true } : this.body(code)),
    };
  }

  body(unit: CodeUnit): { readonly locals: readonly string[]; readonly code: readonly InstructionSpec[] } {
    return {
      locals: this.printer.signature(unit.locals),
      code: decodeInstructions(unit, this.#tables.version).map((instruction) => this.#namer.name(instruction)),
    };
  }

  imports(): NonNullable<ModuleSpec["imports"]> {
    const { structHandles, functionHandles, identifiers, moduleHandles } = this.#tables;
    const structs = structHandles.filter(({ module }) => module !== this.#module?.self);
    const functions = [...functionHandles.keys()].filter((i) => functionHandles[i]!.module !== this.#module?.self);
    return {
      structs: structs
        .map((handle) => ({
          type: `${this.printer.module(moduleHandles[handle.module]!)}::${identifiers[handle.name]!}`,
          abilities: listAbilities(handle.abilities),
          typeParams: handle.typeParameters.map(typeParameter),
        }))
        .sort((a, b) => compareText(a.type, b.type)),
      functions: functions
        .map((index) => ({ function: this.#namer.functionName(index), ...this.#shape(functionHandles[index]!) }))
        .sort((a, b) => compareText(a.function, b.function)),
    };
  }

  #shape(handle: FunctionHandle) {
    return {
      typeParams: handle.typeParameters.map(constraintsOf),
      params: this.printer.signature(handle.params),
      returns: this.printer.signature(handle.returns),
      attributes: handle.attributes,
    };
  }

  #fields(fields: readonly FieldDefinition[]): FieldSpec[] {
    return fields.map(({ name, type }) => ({
      name: this.#tables.identifiers[name]!,
      type: this.printer.type(type),
    }));
  }
}

function typeParameter({ constraints, phantom }: StructTypeParameter): TypeParameterSpec {
  return { ...constraintsOf(constraints), phantom };
}

function constraintsOf(constraints: AbilitySet): TypeParameterSpec {
  return { constraints: listAbilities(constraints) };
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
