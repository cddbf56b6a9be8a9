import type { CompiledModule, FieldDefinition, FunctionHandle, Instantiation, StructHandle } from "@ledger/move";
import { bytesToHex } from "@ledger/types";
import type { CodeToVerify } from "../code-to-verify.ts";
import { refused } from "../refused.ts";
import { tokenText } from "./token-text.ts";

/**
 * Every entry of every table is there once, and a module defines exactly what its handles name as its own.
 *
 * @throws {@link VmError} `DUPLICATE_ELEMENT`, `DUPLICATE_ACQUIRES_ANNOTATION`, `ZERO_SIZED_STRUCT`, `INVALID_MODULE_HANDLE`,
 * `UNIMPLEMENTED_HANDLE`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/verifier.md#6 | Specification, verifier 6}
 */
export function checkDuplicates({ tables, module }: CodeToVerify): void {
  requireDistinct(tables.identifiers);
  requireDistinct(tables.addresses.map(bytesToHex));
  requireDistinct(tables.constants.map(({ type, data }) => `${tokenText(type)} ${bytesToHex(data)}`));
  requireDistinct(tables.signatures.map((types) => types.map(tokenText).join()));
  requireDistinct(tables.moduleHandles.map(({ address, name }) => `${address} ${name}`));
  requireDistinct((module?.friends ?? []).map(({ address, name }) => `${address} ${name}`));
  requireDistinct(tables.structHandles.map(handleText));
  requireDistinct(tables.functionHandles.map(handleText));
  requireDistinct(tables.functionInstantiations.map(instantiationText));
  if (module !== undefined) checkDefinitionTables(module);
}

function checkDefinitionTables(module: CompiledModule): void {
  requireDistinct(module.fieldHandles.map(({ struct, field }) => `${struct} ${field}`));
  requireDistinct(module.fieldInstantiations.map(instantiationText));
  requireDistinct(
    module.variantFieldHandles.map(({ struct, field, variants }) => `${struct} ${field} ${variants.join()}`),
  );
  requireDistinct(module.variantFieldInstantiations.map(instantiationText));
  requireDistinct(module.variantHandles.map(({ struct, variant }) => `${struct} ${variant}`));
  requireDistinct(module.variantInstantiations.map(instantiationText));
  requireDistinct(module.functionDefinitions.map(({ handle }) => handle));
  for (const { acquires } of module.functionDefinitions) {
    if (new Set(acquires).size < acquires.length) {
      throw refused("DUPLICATE_ACQUIRES_ANNOTATION", "a function acquires a struct twice");
    }
  }
  checkOwners(module, module.functionDefinitions, module.functionHandles);
  checkStructs(module);
  checkOwners(module, module.structDefinitions, module.structHandles);
  requireDistinct(module.structInstantiations.map(instantiationText));
}

function checkStructs({ structDefinitions }: CompiledModule): void {
  requireDistinct(structDefinitions.map(({ handle }) => handle));
  for (const { content } of structDefinitions) {
    if (content.kind === "struct") {
      if (content.fields.length === 0) throw refused("ZERO_SIZED_STRUCT", "a struct has no fields");
      requireDistinctNames(content.fields);
    } else if (content.kind === "enum") {
      requireDistinct(content.variants.map(({ name }) => name));
      for (const { fields } of content.variants) requireDistinctNames(fields);
    }
  }
}

/** A module defines what is its own, and everything of its own. */
function checkOwners(
  { self }: CompiledModule,
  definitions: readonly { readonly handle: number }[],
  handles: readonly { readonly module: number }[],
): void {
  if (definitions.some(({ handle }) => handles[handle]!.module !== self)) {
    throw refused("INVALID_MODULE_HANDLE", "a module defines a struct or function of another module");
  }
  // Definitions have different handles, so all are defined when there are as many.
  if (handles.filter(({ module }) => module === self).length !== definitions.length) {
    throw refused("UNIMPLEMENTED_HANDLE", "a module names a struct or function of its own that it does not define");
  }
}

function requireDistinctNames(fields: readonly FieldDefinition[]): void {
  requireDistinct(fields.map(({ name }) => name));
}

function handleText({ module, name }: StructHandle | FunctionHandle): string {
  return `${module} ${name}`;
}

function instantiationText({ target, typeArgs }: Instantiation): string {
  return `${target} ${typeArgs}`;
}

function requireDistinct(entries: readonly (string | number)[]): void {
  if (new Set(entries).size < entries.length) throw refused("DUPLICATE_ELEMENT", "a table has an entry twice");
}
