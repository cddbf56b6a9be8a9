import { MoveError } from "../errors.ts";
import type {
  AccessSpecifier,
  CommonTables,
  CompiledModule,
  CompiledScript,
  FieldDefinition,
  FunctionHandle,
  Instantiation,
} from "./compiled-module.ts";
import type { SignatureToken } from "./signature-token.ts";

/**
 * Checks every index that reading a module's meaning may follow, and the type arity of every token. Indices inside
 * instructions are left alone: nothing here follows them, and modules on chain were verified.
 *
 * @throws {@link MoveError} `bad_index`, `type_arity`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/module-format.md#7.2 | Specification, module format 7.2}
 */
export function checkModule(module: CompiledModule): void {
  checkCommonTables(module);
  if (module.moduleHandles.length === 0) throw indexError("a module without module handles");
  checkIndex(module.self, module.moduleHandles, "the module's own handle");
  for (const friend of module.friends) {
    checkIndex(friend.address, module.addresses, "a friend's address");
    checkIndex(friend.name, module.identifiers, "a friend's name");
  }
  checkStructDefinitions(module);
  for (const definition of module.functionDefinitions) {
    checkIndex(definition.handle, module.functionHandles, "a function's handle");
    for (const struct of definition.acquires) checkIndex(struct, module.structDefinitions, "an acquired struct");
    if (definition.code !== undefined) checkIndex(definition.code.locals, module.signatures, "a function's locals");
  }
  checkDefinitionHandles(module);
}

/** The same for a script. */
export function checkScript(script: CompiledScript): void {
  const bounds = checkCommonTables(script);
  checkIndex(script.params, script.signatures, "the script's parameters");
  checkIndex(script.code.locals, script.signatures, "the script's locals");
  if (bounds[script.params]! > script.typeParameters.length) {
    throw indexError("a type parameter of the script");
  }
  checkAccess(script, script.accessSpecifiers);
}

/** Returns, for every signature, one more than its highest type parameter. */
function checkCommonTables(tables: CommonTables): readonly number[] {
  const { addresses, identifiers, moduleHandles, signatures } = tables;
  for (const handle of moduleHandles) {
    checkIndex(handle.address, addresses, "a module's address");
    checkIndex(handle.name, identifiers, "a module's name");
  }
  for (const handle of tables.structHandles) {
    checkIndex(handle.module, moduleHandles, "a struct's module");
    checkIndex(handle.name, identifiers, "a struct's name");
  }
  // One pass over the signatures, however many functions share them.
  const bounds = signatures.map((tokens) =>
    tokens.reduce((bound, token) => Math.max(bound, checkToken(tables, token)), 0),
  );
  for (const handle of tables.functionHandles) checkFunctionHandle(tables, handle, bounds);
  for (const constant of tables.constants) checkToken(tables, constant.type);
  checkInstantiations(tables, tables.functionInstantiations, tables.functionHandles, "a generic function");
  return bounds;
}

function checkFunctionHandle(tables: CommonTables, handle: FunctionHandle, bounds: readonly number[]): void {
  checkIndex(handle.module, tables.moduleHandles, "a function's module");
  checkIndex(handle.name, tables.identifiers, "a function's name");
  checkIndex(handle.params, tables.signatures, "a function's parameters");
  checkIndex(handle.returns, tables.signatures, "a function's results");
  if (Math.max(bounds[handle.params]!, bounds[handle.returns]!) > handle.typeParameters.length) {
    throw indexError("a type parameter of a function");
  }
  checkAccess(tables, handle.accessSpecifiers);
}

function checkAccess(tables: CommonTables, specifiers: readonly AccessSpecifier[] | undefined): void {
  for (const { resource, address } of specifiers ?? []) {
    if (resource.kind === "at_address") checkIndex(resource.address, tables.addresses, "an access address");
    else if (resource.kind === "in_module") checkIndex(resource.module, tables.moduleHandles, "an access module");
    else if (resource.kind !== "any") {
      checkIndex(resource.struct, tables.structHandles, "an access struct");
      if (resource.kind === "instantiation") checkIndex(resource.typeArgs, tables.signatures, "access type arguments");
    }
    if (address.kind === "literal") checkIndex(address.address, tables.addresses, "an access address");
    if (address.kind === "parameter" && address.derivedBy !== undefined) {
      checkIndex(address.derivedBy, tables.functionInstantiations, "an access function");
    }
  }
}

function checkStructDefinitions(module: CompiledModule): void {
  for (const { handle, content } of module.structDefinitions) {
    checkIndex(handle, module.structHandles, "a struct's handle");
    const parameters = module.structHandles[handle]!.typeParameters.length;
    if (content.kind === "struct") checkFields(module, content.fields, parameters);
    if (content.kind !== "enum") continue;
    if (content.variants.length === 0) throw new MoveError("bad_table", "an enum has no variants");
    for (const variant of content.variants) {
      checkIndex(variant.name, module.identifiers, "a variant's name");
      checkFields(module, variant.fields, parameters);
    }
  }
}

function checkFields(module: CompiledModule, fields: readonly FieldDefinition[], parameters: number): void {
  for (const field of fields) {
    checkIndex(field.name, module.identifiers, "a field's name");
    if (checkToken(module, field.type) > parameters) throw indexError("a type parameter of a struct");
  }
}

function checkDefinitionHandles(module: CompiledModule): void {
  const { structDefinitions } = module;
  for (const { struct } of module.fieldHandles) checkIndex(struct, structDefinitions, "a field's struct");
  for (const { struct } of module.variantFieldHandles) checkIndex(struct, structDefinitions, "a field's struct");
  for (const { struct } of module.variantHandles) checkIndex(struct, structDefinitions, "a variant's struct");
  checkInstantiations(module, module.structInstantiations, structDefinitions, "a generic struct");
  checkInstantiations(module, module.fieldInstantiations, module.fieldHandles, "a generic field");
  checkInstantiations(module, module.variantFieldInstantiations, module.variantFieldHandles, "a generic variant field");
  checkInstantiations(module, module.variantInstantiations, module.variantHandles, "a generic variant");
}

function checkInstantiations(
  tables: CommonTables,
  entries: readonly Instantiation[],
  targets: readonly unknown[],
  what: string,
): void {
  for (const { target, typeArgs } of entries) {
    checkIndex(target, targets, what);
    checkIndex(typeArgs, tables.signatures, `type arguments of ${what}`);
  }
}

/** Checks a token and returns one more than its highest type parameter, 0 when it has none. */
function checkToken(tables: CommonTables, token: SignatureToken): number {
  switch (token.kind) {
    case "Vector":
    case "Reference":
    case "MutableReference":
      return checkToken(tables, token.value);
    case "TypeParameter":
      return token.index + 1;
    case "Function":
      return Math.max(checkTokens(tables, token.args), checkTokens(tables, token.results));
    case "Struct": {
      checkIndex(token.handle, tables.structHandles, "a type's struct");
      if (tables.structHandles[token.handle]!.typeParameters.length !== token.typeArgs.length) {
        throw new MoveError("type_arity", "a struct has the wrong number of type arguments");
      }
      return checkTokens(tables, token.typeArgs);
    }
    default:
      return 0;
  }
}

function checkTokens(tables: CommonTables, tokens: readonly SignatureToken[]): number {
  let bound = 0;
  for (const token of tokens) bound = Math.max(bound, checkToken(tables, token));
  return bound;
}

function checkIndex(index: number, table: readonly unknown[], what: string): void {
  if (index >= table.length) throw indexError(what);
}

function indexError(what: string): MoveError {
  return new MoveError("bad_index", `${what} is out of range`);
}
