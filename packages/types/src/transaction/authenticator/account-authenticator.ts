import { bytes, type Codec, enumeration, struct, unit, vector } from "@ledger/bcs";
import { BitVec } from "../../bit-vec.ts";
import { sizedBytes } from "../../sized-bytes.ts";
import { AbstractAuthenticator } from "./abstraction.ts";
import { AnyPublicKey, AnySignature, MultiKey } from "./keys.ts";

/** A key and a signature, as bytes: of Ed25519, or of several Ed25519 keys, see `decodeMultiEd25519PublicKey`. */
export interface KeyAndSignature {
  readonly publicKey: Uint8Array;
  readonly signature: Uint8Array;
}

/** BCS of an Ed25519 key and its signature. */
export const Ed25519Authenticator: Codec<KeyAndSignature> = struct("Ed25519Authenticator", {
  publicKey: sizedBytes("Ed25519PublicKey", 32),
  signature: sizedBytes("Ed25519Signature", 64),
});

/** BCS of the keys and the signatures of a k-of-n Ed25519 account. */
export const MultiEd25519Authenticator: Codec<KeyAndSignature> = struct("MultiEd25519Authenticator", {
  publicKey: bytes,
  signature: bytes,
});

/** A key of any scheme and its signature. */
export interface SingleKeyAuthenticator {
  readonly publicKey: AnyPublicKey;
  readonly signature: AnySignature;
}

/** BCS of {@link SingleKeyAuthenticator}. */
export const SingleKeyAuthenticator: Codec<SingleKeyAuthenticator> = struct("SingleKeyAuthenticator", {
  publicKey: AnyPublicKey,
  signature: AnySignature,
});

/** Signatures of a k-of-n account of any schemes. */
export interface MultiKeyAuthenticator {
  readonly publicKeys: MultiKey;
  /** The k-th signature belongs to the k-th set bit. */
  readonly signatures: readonly AnySignature[];
  /** Which keys signed. Clients write 4 bytes, nodes as many as needed: kept as it came. */
  readonly signaturesBitmap: BitVec;
}

/** BCS of {@link MultiKeyAuthenticator}. */
export const MultiKeyAuthenticator: Codec<MultiKeyAuthenticator> = struct("MultiKeyAuthenticator", {
  publicKeys: MultiKey,
  signatures: vector(AnySignature),
  signaturesBitmap: BitVec,
});

/** The proof that one account agreed. */
export type AccountAuthenticator =
  | { readonly kind: "Ed25519" | "MultiEd25519"; readonly value: KeyAndSignature }
  | { readonly kind: "SingleKey"; readonly value: SingleKeyAuthenticator }
  | { readonly kind: "MultiKey"; readonly value: MultiKeyAuthenticator }
  /** For simulation only. */
  | { readonly kind: "NoAccountAuthenticator" }
  | { readonly kind: "Abstract"; readonly value: AbstractAuthenticator };

/** BCS of an account authenticator. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#3.4 | Specification, chain types 3.4} */
export const AccountAuthenticator: Codec<AccountAuthenticator> = enumeration("AccountAuthenticator", {
  Ed25519: Ed25519Authenticator,
  MultiEd25519: MultiEd25519Authenticator,
  SingleKey: SingleKeyAuthenticator,
  MultiKey: MultiKeyAuthenticator,
  NoAccountAuthenticator: unit,
  Abstract: AbstractAuthenticator,
});
