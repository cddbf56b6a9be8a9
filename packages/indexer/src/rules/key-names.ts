import { AnyPublicKey, AnySignature } from "@ledger/types";

/** Names of the schemes of keys. */
export const keyTypes: Readonly<Record<AnyPublicKey["kind"], string>> = {
  Ed25519: "ed25519",
  Secp256k1Ecdsa: "secp256k1_ecdsa",
  Secp256r1Ecdsa: "secp256r1_ecdsa",
  Keyless: "keyless",
  FederatedKeyless: "federated_keyless",
  SlhDsa_Sha2_128s: "slh_dsa_sha2_128s",
};

/** Names of the schemes of signatures. */
export const signatureSchemes: Readonly<Record<AnySignature["kind"], string>> = {
  Ed25519: "ed25519",
  Secp256k1Ecdsa: "secp256k1_ecdsa",
  WebAuthn: "webauthn",
  Keyless: "keyless",
  SlhDsa_Sha2_128s: "slh_dsa_sha2_128s",
};

/** The bytes of a key without the number of its kind. */
export function keyBytes(key: AnyPublicKey): Uint8Array {
  return key.value instanceof Uint8Array ? key.value : AnyPublicKey.encode(key).subarray(1);
}

/** The bytes of a signature without the number of its kind. */
export function signatureBytes(signature: AnySignature): Uint8Array {
  return signature.value instanceof Uint8Array ? signature.value : AnySignature.encode(signature).subarray(1);
}
