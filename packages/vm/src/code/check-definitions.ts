import type { AbilitySet, CompiledModule, FieldDefinition, StructHandle } from "@ledger/move";
import { abilitiesOf, copy, drop, key, type StructAbilities, store } from "../type/abilities.ts";
import type { StructType, Type } from "../type/type.ts";
import type { CodeTables } from "./code-tables.ts";
import { illTyped } from "./type-stack.ts";

/**
 * Checks what a module says of itself, before any of its code runs: it defines what is its own and each thing once, structs are no
 * more than their fields allow, and no struct holds itself. Without that, code could make and copy what belongs to others.
 *
 * @throws {@link VmError} `UNEXPECTED_VERIFIER_ERROR`, with the status that publishing such a module ends in
 * @see Ledger specification, Move VM §3.10
 */
export function checkDefinitions(module: CompiledModule, tables: CodeTables): void {
  checkNames(module, tables);
  for (const { handle, content } of module.structDefinitions) {
    const struct = module.structHandles[handle]!;
    if (content.kind === "struct") checkFields(struct, content.fields, module, tables);
    if (content.kind === "enum") {
      requireDistinct(content.variants.map(({ name }) => module.identifiers[name]!));
      for (const { fields } of content.variants) checkFields(struct, fields, module, tables, true);
    }
  }
  checkRecursion(module, tables);
}

/** No two handles mean the same thing, and what is defined is the module's own. */
function checkNames(module: CompiledModule, tables: CodeTables): void {
  const { identifiers, self, moduleHandles, structHandles, functionHandles } = module;
  requireDistinct(moduleHandles.map(({ address, name }) => `${tables.addressOf(address)} ${identifiers[name]!}`));
  requireDistinct(structHandles.map((handle) => `${handle.module} ${identifiers[handle.name]!}`));
  requireDistinct(functionHandles.map((handle) => `${handle.module} ${identifiers[handle.name]!}`));
  for (const [definitions, handles] of [
    [module.structDefinitions, structHandles],
    [module.functionDefinitions, functionHandles],
  ] as const) {
    requireDistinct(definitions.map(({ handle }) => `${handle}`));
    if (definitions.some(({ handle }) => handles[handle]!.module !== self)) {
      throw illTyped("a module defines a struct or function of another module", "INVALID_MODULE_HANDLE");
    }
    // Handles differ and definitions have different ones, so all are defined when there are as many.
    if (handles.filter((handle) => handle.module === self).length !== definitions.length) {
      throw illTyped("a module names a struct or function of its own that it does not define", "UNIMPLEMENTED_HANDLE");
    }
  }
}

function requireDistinct(names: readonly string[]): void {
  if (new Set(names).size < names.length)
    throw illTyped("a module has two entries with the same name", "DUPLICATE_ELEMENT");
}

/** Abilities that a struct of some abilities asks of its fields. */
function neededOfFields(abilities: AbilitySet): AbilitySet {
  return (abilities & (copy | drop | store)) | ((abilities & key) === 0 ? 0 : store);
}

function checkFields(
  { abilities, typeParameters }: StructHandle,
  fields: readonly FieldDefinition[],
  module: CompiledModule,
  tables: CodeTables,
  mayBeEmpty = false,
): void {
  if (fields.length === 0 && !mayBeEmpty) throw illTyped("a struct has no fields", "ZERO_SIZED_STRUCT");
  requireDistinct(fields.map(({ name }) => module.identifiers[name]!));
  const constraints = typeParameters.map((parameter) => parameter.constraints);
  const anything = typeParameters.map(() => copy | drop | store | key);
  for (const field of fields) {
    const type = tables.types.ofToken(tables.tables, field.type);
    checkValueType(type, constraints, tables);
    // The abilities of an instance depend on its type arguments; here they have all.
    const given = abilitiesOf(type, anything, (struct) => declarationOf(struct, tables));
    if ((neededOfFields(abilities) & ~given) !== 0) {
      throw illTyped("a struct has an ability that a field lacks", "FIELD_MISSING_TYPE_ABILITY");
    }
    checkPhantoms(type, typeParameters, tables);
  }
}

function declarationOf(struct: StructType, tables: CodeTables): StructAbilities {
  const declaration = tables.structDeclaration(struct);
  if (declaration === undefined) throw illTyped(`${struct.text} is not declared`);
  return declaration;
}

/**
 * Checks a type that values of fields, or elements of vectors, have: no reference, and every type argument as its struct asks.
 *
 * @param constraints - abilities of the type parameters that occur in it
 */
export function checkValueType(type: Type, constraints: readonly AbilitySet[], tables: CodeTables): void {
  switch (type.kind) {
    case "Reference":
      throw illTyped("a reference is used inside another type", "INVALID_SIGNATURE_TOKEN");
    case "TypeParameter":
      if (type.index >= constraints.length) throw illTyped("a type parameter is out of range", "INDEX_OUT_OF_BOUNDS");
      return;
    case "Vector":
      checkValueType(type.element, constraints, tables);
      return;
    case "Function":
      for (const part of [...type.args, ...type.results]) checkOperandType(part, constraints, tables);
      return;
    case "Struct": {
      const { typeParameters } = declarationOf(type, tables);
      if (typeParameters.length !== type.typeArgs.length)
        throw illTyped("the number of type arguments is wrong", "NUMBER_OF_TYPE_ARGUMENTS_MISMATCH");
      for (const [i, argument] of type.typeArgs.entries()) {
        checkValueType(argument, constraints, tables);
        const given = abilitiesOf(argument, constraints, (struct) => declarationOf(struct, tables));
        if ((typeParameters[i]!.constraints & ~given) !== 0) {
          throw illTyped(`${argument.text} lacks an ability that ${type.text} requires`, "CONSTRAINT_NOT_SATISFIED");
        }
      }
    }
  }
}

/** Checks a type that parameters, locals and results have: a value's, or a reference to one. */
export function checkOperandType(type: Type, constraints: readonly AbilitySet[], tables: CodeTables): void {
  checkValueType(type.kind === "Reference" ? type.target : type, constraints, tables);
}

/** Phantom parameters give no abilities, so nothing of their type may be held. */
function checkPhantoms(type: Type, parameters: StructHandle["typeParameters"], tables: CodeTables): void {
  switch (type.kind) {
    case "TypeParameter":
      if (parameters[type.index]?.phantom === true) {
        throw illTyped("a field uses a phantom type parameter", "INVALID_PHANTOM_TYPE_PARAM_POSITION");
      }
      return;
    case "Vector":
      checkPhantoms(type.element, parameters, tables);
      return;
    case "Reference":
      checkPhantoms(type.target, parameters, tables);
      return;
    case "Function":
      for (const part of [...type.args, ...type.results]) checkPhantoms(part, parameters, tables);
      return;
    case "Struct": {
      const { typeParameters } = declarationOf(type, tables);
      for (const [i, argument] of type.typeArgs.entries()) {
        const isPhantom = argument.kind === "TypeParameter" && typeParameters[i]?.phantom === true;
        if (!isPhantom) checkPhantoms(argument, parameters, tables);
      }
    }
  }
}

/** No struct of the module holds itself, at whatever depth, by itself or in a vector or type argument. */
function checkRecursion(module: CompiledModule, tables: CodeTables): void {
  const held = new Map<string, Set<string>>();
  for (const { handle, content } of module.structDefinitions) {
    const fields =
      content.kind === "struct"
        ? content.fields
        : content.kind === "enum"
          ? content.variants.flatMap((variant) => variant.fields)
          : [];
    const names = new Set<string>();
    for (const field of fields) {
      collectOwn(tables.types.ofToken(tables.tables, field.type), tables.moduleName(module.self), names);
    }
    held.set(module.identifiers[module.structHandles[handle]!.name]!, names);
  }
  // What holds no struct that is left is done; a circle never is.
  for (let before = -1; before !== held.size; ) {
    before = held.size;
    for (const [name, names] of held) if (![...names].some((other) => held.has(other))) held.delete(name);
  }
  if (held.size > 0) throw illTyped("a struct contains itself", "RECURSIVE_STRUCT_DEFINITION");
}

/** Names of the module's own structs in a type that a field has. Function values hold nothing of the types they name. */
function collectOwn(type: Type, own: { readonly address: string; readonly name: string }, names: Set<string>): void {
  if (type.kind === "Vector") collectOwn(type.element, own, names);
  if (type.kind !== "Struct") return;
  if (type.address === own.address && type.module === own.name) names.add(type.name);
  for (const argument of type.typeArgs) collectOwn(argument, own, names);
}
