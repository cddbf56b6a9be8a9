import type { CompiledModule, StructDefinition } from "../binary/compiled-module.ts";

/**
 * True if a definition is the option type in its enum form, which is shown and printed as the struct it once was: any enum of
 * two variants in `0x1::option` whose second variant has a field.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/module-format.md#9.1 | Specification, module format 9.1}
 */
export function isOptionEnum(module: CompiledModule, definition: StructDefinition): boolean {
  const { content } = definition;
  if (content.kind !== "enum" || content.variants.length !== 2 || content.variants[1]!.fields.length === 0)
    return false;
  const self = module.moduleHandles[module.self]!;
  return module.identifiers[self.name] === "option" && isFrameworkAddress(module.addresses[self.address]!);
}

/** True if an address is `0x1`. */
export function isFrameworkAddress(address: Uint8Array): boolean {
  return address[31] === 1 && address.every((byte, i) => byte === 0 || i === 31);
}
