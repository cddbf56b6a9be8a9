/**
 * Ed25519 by the strict rule of the chain.
 *
 * @packageDocumentation
 */
export { isSpecialEncoding, verifyEd25519 } from "./ed25519.ts";
export { keepPublicKeys } from "./platform-ed25519.ts";
