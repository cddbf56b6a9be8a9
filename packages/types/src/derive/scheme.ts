import type { Address } from "../address.ts";
import { sha3_256 } from "../hashing/sha3.ts";

/**
 * Last byte of everything that is hashed into an authentication key or an address, so that no kind of address can be
 * mistaken for another.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#12 | Specification, chain types 12}
 */
export const derivationSchemes = {
  ed25519: 0,
  multiEd25519: 1,
  singleKey: 2,
  multiKey: 3,
  derivableAbstraction: 5,
  uniqueId: 251,
  derivedObject: 252,
  guidObject: 253,
  namedObject: 254,
  resourceAccount: 255,
} as const;

/** Names of {@link derivationSchemes}. */
export type DerivationScheme = keyof typeof derivationSchemes;

/** `SHA3-256(parts… ‖ scheme byte)`. */
export function deriveWithScheme(scheme: DerivationScheme, ...parts: readonly Uint8Array[]): Address {
  const hash: Uint8Array = sha3_256(...parts, Uint8Array.of(derivationSchemes[scheme]));
  return hash as Address;
}
