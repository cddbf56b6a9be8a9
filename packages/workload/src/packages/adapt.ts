import { decodeModule, encodeModule } from "@ledger/move";
import { type Address, bytesEqual } from "@ledger/types";

/**
 * The same module at another address: what the address of its package is, is known only when that is deployed to an object.
 *
 * @param bytecode - a module whose own address occurs in it once
 */
export function moveTo(bytecode: Uint8Array, address: Address): Uint8Array {
  const module = decodeModule(bytecode);
  const { address: own } = module.moduleHandles[module.self]!;
  return encodeModule({
    ...module,
    addresses: module.addresses.map((known, index) => (index === own ? address : known)),
  });
}

/** The module with other constants: each one that equals a key's bytes becomes the value's. */
export function replaceConstants(
  bytecode: Uint8Array,
  replacements: readonly (readonly [before: Uint8Array, after: Uint8Array])[],
): Uint8Array {
  const module = decodeModule(bytecode);
  const constants = module.constants.map((constant) => {
    const found = replacements.find(([before]) => bytesEqual(before, constant.data));
    return found === undefined ? constant : { ...constant, data: found[1] };
  });
  return encodeModule({ ...module, constants });
}
