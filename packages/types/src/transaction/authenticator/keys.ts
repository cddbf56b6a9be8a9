import { type Codec, enumeration, struct, u8, vector } from "@ledger/bcs";
import { sizedBytes } from "../../sized-bytes.ts";
import { FederatedKeylessPublicKey, KeylessPublicKey, KeylessSignature } from "./keyless.ts";
import { PartialAuthenticatorAssertionResponse } from "./webauthn.ts";

/** A public key of any scheme. Both elliptic curve keys are uncompressed, 65 bytes. */
export type AnyPublicKey =
  | {
      readonly kind: "Ed25519" | "Secp256k1Ecdsa" | "Secp256r1Ecdsa" | "SlhDsa_Sha2_128s";
      readonly value: Uint8Array;
    }
  | { readonly kind: "Keyless"; readonly value: KeylessPublicKey }
  | { readonly kind: "FederatedKeyless"; readonly value: FederatedKeylessPublicKey };

/** BCS of a public key of any scheme. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#3.4 | Specification, chain types 3.4} */
export const AnyPublicKey: Codec<AnyPublicKey> = enumeration("AnyPublicKey", {
  Ed25519: sizedBytes("Ed25519PublicKey", 32),
  Secp256k1Ecdsa: sizedBytes("Secp256k1EcdsaPublicKey", 65),
  Secp256r1Ecdsa: sizedBytes("Secp256r1EcdsaPublicKey", 65),
  Keyless: KeylessPublicKey,
  FederatedKeyless: FederatedKeylessPublicKey,
  SlhDsa_Sha2_128s: sizedBytes("SlhDsaSha2128sPublicKey", 32),
});

/** A signature of any scheme. */
export type AnySignature =
  | { readonly kind: "Ed25519" | "Secp256k1Ecdsa" | "SlhDsa_Sha2_128s"; readonly value: Uint8Array }
  | { readonly kind: "WebAuthn"; readonly value: PartialAuthenticatorAssertionResponse }
  | { readonly kind: "Keyless"; readonly value: KeylessSignature };

/** BCS of a signature of any scheme. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#3.4 | Specification, chain types 3.4} */
export const AnySignature: Codec<AnySignature> = enumeration("AnySignature", {
  Ed25519: sizedBytes("Ed25519Signature", 64),
  Secp256k1Ecdsa: sizedBytes("Secp256k1EcdsaSignature", 64),
  WebAuthn: PartialAuthenticatorAssertionResponse,
  Keyless: KeylessSignature,
  SlhDsa_Sha2_128s: sizedBytes("SlhDsaSha2128sSignature", 7856),
});

/** The keys of a k-of-n account of any schemes. */
export interface MultiKey {
  readonly publicKeys: readonly AnyPublicKey[];
  readonly signaturesRequired: number;
}

/** BCS of a multi-key. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#3.4 | Specification, chain types 3.4} */
export const MultiKey: Codec<MultiKey> = struct("MultiKey", {
  publicKeys: vector(AnyPublicKey),
  signaturesRequired: u8,
});
