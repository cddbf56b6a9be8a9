import {
  type AccountAuthenticator,
  type AnyPublicKey,
  type AnySignature,
  decodeMultiEd25519PublicKey,
  decodeMultiEd25519Signature,
  type MultiKeyAuthenticator,
  setBits,
  signingMessageDigest,
} from "@ledger/types";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import type { AccountProof } from "./account-proof.ts";
import { verifyEd25519 } from "./ed25519.ts";
import { verifyWebAuthn } from "./webauthn.ts";

/** Checks an Ed25519 signature: key of 32 bytes, message, signature of 64 bytes. */
export type Ed25519Verifier = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean;

/** What verification of one proof found. `unsupported` is a scheme that this library does not verify. */
export type ProofResult = "valid" | "invalid" | "unsupported";

/**
 * Verifies the signatures of one account. Abstract authenticators hold none that could be verified outside Move: they are
 * `valid` here.
 *
 * @param ed25519 - a faster verifier of the host, with the rule of {@link verifyEd25519}
 * @see Ledger specification, execution §2.2
 */
export function verifyProof(proof: AccountProof, ed25519: Ed25519Verifier = verifyEd25519): ProofResult {
  let result: ProofResult = "invalid";
  for (const message of proof.messages) {
    const outcome = verifyAccount(proof.authenticator, message, ed25519);
    if (outcome === "valid") return "valid";
    if (outcome === "unsupported") result = outcome;
  }
  return result;
}

function verifyAccount(
  authenticator: AccountAuthenticator,
  message: Uint8Array,
  ed25519: Ed25519Verifier,
): ProofResult {
  switch (authenticator.kind) {
    case "Ed25519":
      return resultOf(ed25519(authenticator.value.publicKey, message, authenticator.value.signature));
    case "MultiEd25519":
      return resultOf(verifyMultiEd25519(authenticator.value, message, ed25519));
    case "SingleKey":
      return verifyAnySignature(authenticator.value.publicKey, authenticator.value.signature, message, ed25519);
    case "MultiKey":
      return verifyMultiKey(authenticator.value, message, ed25519);
    case "Abstract":
      return "valid";
    case "NoAccountAuthenticator":
      return "invalid";
  }
}

function verifyMultiEd25519(
  { publicKey, signature }: { readonly publicKey: Uint8Array; readonly signature: Uint8Array },
  message: Uint8Array,
  ed25519: Ed25519Verifier,
): boolean {
  let parts: readonly [ReturnType<typeof decodeMultiEd25519PublicKey>, ReturnType<typeof decodeMultiEd25519Signature>];
  try {
    parts = [decodeMultiEd25519PublicKey(publicKey), decodeMultiEd25519Signature(signature)];
  } catch {
    return false;
  }
  const [{ publicKeys, threshold }, { signatures, bitmap }] = parts;
  const signers = setBits(bitmap);
  return (
    signatures.length >= threshold &&
    signers.every((signer, index) => {
      const key = publicKeys[signer];
      return key !== undefined && ed25519(key, message, signatures[index]!);
    })
  );
}

function verifyMultiKey(
  { publicKeys: { publicKeys, signaturesRequired }, signatures, signaturesBitmap }: MultiKeyAuthenticator,
  message: Uint8Array,
  ed25519: Ed25519Verifier,
): ProofResult {
  const signers = setBits(signaturesBitmap);
  const isComplete =
    signers.every((signer) => signer < publicKeys.length) &&
    signers.length === signatures.length &&
    signatures.length >= signaturesRequired &&
    signaturesRequired > 0 &&
    signaturesRequired <= publicKeys.length;
  if (!isComplete) return "invalid";
  let result: ProofResult = "valid";
  for (const [index, signer] of signers.entries()) {
    const outcome = verifyAnySignature(publicKeys[signer]!, signatures[index]!, message, ed25519);
    if (outcome === "invalid") return "invalid";
    if (outcome === "unsupported") result = outcome;
  }
  return result;
}

function verifyAnySignature(
  key: AnyPublicKey,
  signature: AnySignature,
  message: Uint8Array,
  ed25519: Ed25519Verifier,
): ProofResult {
  switch (signature.kind) {
    case "Ed25519":
      return resultOf(key.kind === "Ed25519" && ed25519(key.value, message, signature.value));
    case "Secp256k1Ecdsa":
      return resultOf(key.kind === "Secp256k1Ecdsa" && verifySecp256k1(key.value, message, signature.value));
    case "WebAuthn":
      return resultOf(key.kind === "Secp256r1Ecdsa" && verifyWebAuthn(key.value, message, signature.value));
    case "Keyless":
      return key.kind === "Keyless" || key.kind === "FederatedKeyless" ? "unsupported" : "invalid";
    case "SlhDsa_Sha2_128s":
      return key.kind === "SlhDsa_Sha2_128s" ? "unsupported" : "invalid";
  }
}

function verifySecp256k1(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    return secp256k1.verify(signature, signingMessageDigest(message), publicKey, { prehash: false, lowS: true });
  } catch {
    return false;
  }
}

function resultOf(isValid: boolean): ProofResult {
  return isValid ? "valid" : "invalid";
}
