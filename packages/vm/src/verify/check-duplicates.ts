import type { CommonTables, CompiledModule, SignatureToken } from "@ledger/move";
import { bytesToHex } from "@ledger/types";
import { refused } from "./refused.ts";

/**
 * Every entry of every table is there once. Handles, definitions and fields are checked with what they say (`checkDefinitions`).
 *
 * @throws {@link VmError} `DUPLICATE_ELEMENT`, `DUPLICATE_ACQUIRES_ANNOTATION`
 */
export function checkDuplicates(tables: CommonTables, module: CompiledModule | undefined): void {
  requireDistinct(tables.identifiers);
  requireDistinct(tables.addresses.map(bytesToHex));
  requireDistinct(tables.constants.map(({ type, data }) => `${tokenText(type)} ${bytesToHex(data)}`));
  requireDistinct(tables.signatures.map((types) => types.map(tokenText).join()));
  requireDistinct(tables.moduleHandles.map(({ address, name }) => `${address} ${name}`));
  requireDistinct(tables.structHandles.map((handle) => `${handle.module} ${handle.name}`));
  requireDistinct(tables.functionHandles.map((handle) => `${handle.module} ${handle.name}`));
  requireDistinct(tables.functionInstantiations.map(instantiationText));
  if (module === undefined) return;
  requireDistinct(module.friends.map(({ address, name }) => `${address} ${name}`));
  requireDistinct(module.fieldHandles.map(({ struct, field }) => `${struct} ${field}`));
  requireDistinct(module.fieldInstantiations.map(instantiationText));
  requireDistinct(
    module.variantFieldHandles.map(({ struct, field, variants }) => `${struct} ${field} ${variants.join()}`),
  );
  requireDistinct(module.variantFieldInstantiations.map(instantiationText));
  requireDistinct(module.variantHandles.map(({ struct, variant }) => `${struct} ${variant}`));
  requireDistinct(module.variantInstantiations.map(instantiationText));
  requireDistinct(module.structInstantiations.map(instantiationText));
  for (const { acquires } of module.functionDefinitions) {
    if (new Set(acquires).size < acquires.length) {
      throw refused("DUPLICATE_ACQUIRES_ANNOTATION", "a function acquires a struct twice");
    }
  }
}

function instantiationText({ target, typeArgs }: { readonly target: number; readonly typeArgs: number }): string {
  return `${target} ${typeArgs}`;
}

function requireDistinct(texts: readonly string[]): void {
  if (new Set(texts).size < texts.length) throw refused("DUPLICATE_ELEMENT", "a table has an entry twice");
}

/** A text that is the same for the same type only, in terms of the module's own tables. */
function tokenText(token: SignatureToken): string {
  switch (token.kind) {
    case "Vector":
    case "Reference":
    case "MutableReference":
      return `${token.kind}<${tokenText(token.value)}>`;
    case "Struct":
      return `Struct${token.handle}<${token.typeArgs.map(tokenText).join()}>`;
    case "TypeParameter":
      return `T${token.index}`;
    case "Function":
      return `|${token.args.map(tokenText).join()}|${token.results.map(tokenText).join()}|${token.abilities}`;
    default:
      return token.kind;
  }
}
