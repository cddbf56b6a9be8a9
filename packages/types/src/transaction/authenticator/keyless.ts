import { bytes, type Codec, enumeration, fixedBytes, option, string, struct, u64 } from "@ledger/bcs";
import { Address } from "../../address.ts";
import { sizedBytes } from "../../sized-bytes.ts";
import { PartialAuthenticatorAssertionResponse } from "./webauthn.ts";

/** A key that is an account at an identity provider. */
export interface KeylessPublicKey {
  /** The provider, the `iss` of its tokens. */
  readonly issVal: string;
  /** Commitment to the identity, 32 bytes. */
  readonly idc: Uint8Array;
}

/** BCS of a keyless public key. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#3.5 | Specification, chain types 3.5} */
export const KeylessPublicKey: Codec<KeylessPublicKey> = struct("KeylessPublicKey", {
  issVal: string,
  idc: sizedBytes("IdCommitment", 32),
});

/** A keyless public key whose provider's keys are published by an account. */
export interface FederatedKeylessPublicKey {
  readonly jwkAddr: Address;
  readonly pk: KeylessPublicKey;
}

/** BCS of a federated keyless public key. */
export const FederatedKeylessPublicKey: Codec<FederatedKeylessPublicKey> = struct("FederatedKeylessPublicKey", {
  jwkAddr: Address,
  pk: KeylessPublicKey,
});

/** The short-lived key of a session. */
export type EphemeralPublicKey =
  | { readonly kind: "Ed25519"; readonly value: Uint8Array }
  | { readonly kind: "Secp256r1Ecdsa"; readonly value: Uint8Array };

/** BCS of an ephemeral public key. */
export const EphemeralPublicKey: Codec<EphemeralPublicKey> = enumeration("EphemeralPublicKey", {
  Ed25519: sizedBytes("Ed25519PublicKey", 32),
  Secp256r1Ecdsa: sizedBytes("Secp256r1EcdsaPublicKey", 65),
});

/** A signature by a session's key. */
export type EphemeralSignature =
  | { readonly kind: "Ed25519"; readonly value: Uint8Array }
  | { readonly kind: "WebAuthn"; readonly value: PartialAuthenticatorAssertionResponse };

/** BCS of an ephemeral signature. */
export const EphemeralSignature: Codec<EphemeralSignature> = enumeration("EphemeralSignature", {
  Ed25519: sizedBytes("Ed25519Signature", 64),
  WebAuthn: PartialAuthenticatorAssertionResponse,
});

/** A zero-knowledge proof. */
export type Zkp = {
  readonly kind: "Groth16";
  /** Compressed points of 32, 64 and 32 bytes. */
  readonly value: { readonly a: Uint8Array; readonly b: Uint8Array; readonly c: Uint8Array };
};

/** BCS of a zero-knowledge proof. */
export const Zkp: Codec<Zkp> = enumeration("ZKP", {
  Groth16: struct("Groth16Proof", { a: fixedBytes(32), b: fixedBytes(64), c: fixedBytes(32) }),
});

/** A proof that the session belongs to the identity. */
export interface ZeroKnowledgeSig {
  readonly proof: Zkp;
  readonly expHorizonSecs: bigint;
  readonly extraField: string | undefined;
  readonly overrideAudVal: string | undefined;
  readonly trainingWheelsSignature: EphemeralSignature | undefined;
}

/** BCS of {@link ZeroKnowledgeSig}. */
export const ZeroKnowledgeSig: Codec<ZeroKnowledgeSig> = struct("ZeroKnowledgeSig", {
  proof: Zkp,
  expHorizonSecs: u64,
  extraField: option(string),
  overrideAudVal: option(string),
  trainingWheelsSignature: option(EphemeralSignature),
});

/** The provider's token itself, in place of a proof about it. */
export interface OpenIdSig {
  readonly jwtSig: Uint8Array;
  readonly jwtPayloadJson: string;
  readonly uidKey: string;
  readonly epkBlinder: Uint8Array;
  /** 31 bytes. */
  readonly pepper: Uint8Array;
  readonly idcAudVal: string | undefined;
}

/** BCS of {@link OpenIdSig}. */
export const OpenIdSig: Codec<OpenIdSig> = struct("OpenIdSig", {
  jwtSig: bytes,
  jwtPayloadJson: string,
  uidKey: string,
  epkBlinder: bytes,
  pepper: fixedBytes(31),
  idcAudVal: option(string),
});

/** The proof that ties a session's key to an identity. */
export type EphemeralCertificate =
  | { readonly kind: "ZeroKnowledgeSig"; readonly value: ZeroKnowledgeSig }
  | { readonly kind: "OpenIdSig"; readonly value: OpenIdSig };

/** BCS of an ephemeral certificate. */
export const EphemeralCertificate: Codec<EphemeralCertificate> = enumeration("EphemeralCertificate", {
  ZeroKnowledgeSig,
  OpenIdSig,
});

/** A signature by a keyless account. */
export interface KeylessSignature {
  readonly cert: EphemeralCertificate;
  readonly jwtHeaderJson: string;
  /** Time at which the session's key expires, seconds since the Unix epoch. */
  readonly expDateSecs: bigint;
  readonly ephemeralPubkey: EphemeralPublicKey;
  readonly ephemeralSignature: EphemeralSignature;
}

/** BCS of a keyless signature. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#3.5 | Specification, chain types 3.5} */
export const KeylessSignature: Codec<KeylessSignature> = struct("KeylessSignature", {
  cert: EphemeralCertificate,
  jwtHeaderJson: string,
  expDateSecs: u64,
  ephemeralPubkey: EphemeralPublicKey,
  ephemeralSignature: EphemeralSignature,
});
