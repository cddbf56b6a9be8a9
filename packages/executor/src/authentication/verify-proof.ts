import {
  type AccountAuthenticator,
  type AnyPublicKey,
  type AnySignature,
  type Awaitable,
  abstractionSigningDigest,
  bytesEqual,
  decodeMultiEd25519PublicKey,
  decodeMultiEd25519Signature,
  type KeylessSignature,
  keylessSigningMessage,
  type MultiKeyAuthenticator,
  setBits,
  signingMessageDigest,
} from "@ledger/types";
import { verifyEd25519 } from "@ledger/vm/ed25519";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import type { AccountProof } from "./account-proof.ts";
import { verifySlhDsa } from "./slh-dsa.ts";
import { verifyWebAuthn } from "./webauthn.ts";

/** Checks an Ed25519 signature, here or in another thread: key of 32 bytes, message, signature of 64 bytes. */
export type Ed25519Verifier = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => Awaitable<boolean>;

/**
 * Verifies the signatures of one account, as far as no state is needed for it: of a keyless account that of its session's key, see
 * {@link checkKeyless}; of an abstract account the digest that its function judges.
 *
 * @param ed25519 - a faster verifier of the host, with the rule of {@link verifyEd25519}
 * @param takesOldDigest - true where the digest of an abstract account may be that of the message alone, as it was until March 2025
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#2.2 | Specification, execution 2.2}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#11 | Specification, chain types 11}
 */
export async function verifyProof(
  proof: AccountProof,
  ed25519: Ed25519Verifier = verifyEd25519,
  takesOldDigest = false,
): Promise<boolean> {
  for (const message of proof.messages) {
    if (await verifyAccount(proof.authenticator, message, ed25519)) return true;
    if (takesOldDigest && hasOldDigest(proof.authenticator, message)) return true;
  }
  return false;
}

function verifyAccount(
  authenticator: AccountAuthenticator,
  message: Uint8Array,
  ed25519: Ed25519Verifier,
): Awaitable<boolean> {
  switch (authenticator.kind) {
    case "Ed25519":
      return ed25519(authenticator.value.publicKey, message, authenticator.value.signature);
    case "MultiEd25519":
      return verifyMultiEd25519(authenticator.value, message, ed25519);
    case "SingleKey":
      return verifyAnySignature(authenticator.value.publicKey, authenticator.value.signature, message, ed25519);
    case "MultiKey":
      return verifyMultiKey(authenticator.value, message, ed25519);
    case "Abstract": {
      const { functionInfo, authData } = authenticator.value;
      return bytesEqual(authData.value.signingMessageDigest, abstractionSigningDigest(message, functionInfo));
    }
    case "NoAccountAuthenticator":
      return false;
  }
}

function hasOldDigest(authenticator: AccountAuthenticator, message: Uint8Array): boolean {
  if (authenticator.kind !== "Abstract") return false;
  return bytesEqual(authenticator.value.authData.value.signingMessageDigest, signingMessageDigest(message));
}

async function verifyMultiEd25519(
  { publicKey, signature }: { readonly publicKey: Uint8Array; readonly signature: Uint8Array },
  message: Uint8Array,
  ed25519: Ed25519Verifier,
): Promise<boolean> {
  let parts: readonly [ReturnType<typeof decodeMultiEd25519PublicKey>, ReturnType<typeof decodeMultiEd25519Signature>];
  try {
    parts = [decodeMultiEd25519PublicKey(publicKey), decodeMultiEd25519Signature(signature)];
  } catch {
    return false;
  }
  const [{ publicKeys, threshold }, { signatures, bitmap }] = parts;
  if (signatures.length < threshold) return false;
  for (const [index, signer] of setBits(bitmap).entries()) {
    const key = publicKeys[signer];
    if (key === undefined || !(await ed25519(key, message, signatures[index]!))) return false;
  }
  return true;
}

async function verifyMultiKey(
  { publicKeys: { publicKeys, signaturesRequired }, signatures, signaturesBitmap }: MultiKeyAuthenticator,
  message: Uint8Array,
  ed25519: Ed25519Verifier,
): Promise<boolean> {
  const signers = setBits(signaturesBitmap);
  const isComplete =
    signers.every((signer) => signer < publicKeys.length) &&
    signers.length === signatures.length &&
    signatures.length >= signaturesRequired &&
    signaturesRequired > 0 &&
    signaturesRequired <= publicKeys.length;
  if (!isComplete) return false;
  for (const [index, signer] of signers.entries()) {
    if (!(await verifyAnySignature(publicKeys[signer]!, signatures[index]!, message, ed25519))) return false;
  }
  return true;
}

function verifyAnySignature(
  key: AnyPublicKey,
  signature: AnySignature,
  message: Uint8Array,
  ed25519: Ed25519Verifier,
): Awaitable<boolean> {
  switch (signature.kind) {
    case "Ed25519":
      return key.kind === "Ed25519" && ed25519(key.value, message, signature.value);
    case "Secp256k1Ecdsa":
      return key.kind === "Secp256k1Ecdsa" && verifySecp256k1(key.value, message, signature.value);
    case "WebAuthn":
      return key.kind === "Secp256r1Ecdsa" && verifyWebAuthn(key.value, message, signature.value);
    case "Keyless":
      return (
        (key.kind === "Keyless" || key.kind === "FederatedKeyless") && verifySession(signature.value, message, ed25519)
      );
    case "SlhDsa_Sha2_128s":
      return key.kind === "SlhDsa_Sha2_128s" && verifySlhDsa(key.value, message, signature.value);
  }
}

/** Verifies what the session's key of a keyless account signed. */
function verifySession(
  { cert, ephemeralPubkey, ephemeralSignature }: KeylessSignature,
  message: Uint8Array,
  ed25519: Ed25519Verifier,
): Awaitable<boolean> {
  const signed = keylessSigningMessage(message, cert);
  switch (ephemeralSignature.kind) {
    case "Ed25519":
      return ephemeralPubkey.kind === "Ed25519" && ed25519(ephemeralPubkey.value, signed, ephemeralSignature.value);
    case "WebAuthn":
      return (
        ephemeralPubkey.kind === "Secp256r1Ecdsa" &&
        verifyWebAuthn(ephemeralPubkey.value, signed, ephemeralSignature.value)
      );
  }
}

function verifySecp256k1(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    return secp256k1.verify(signature, signingMessageDigest(message), publicKey, { prehash: false, lowS: true });
  } catch {
    return false;
  }
}
