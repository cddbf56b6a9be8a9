import {
  type AccountAuthenticator,
  type Address,
  type AnyPublicKey,
  type AnySignature,
  createBitVec,
  ed25519AuthenticationKey,
  encodeMultiEd25519PublicKey,
  encodeMultiEd25519Signature,
  multiEd25519AuthenticationKey,
  multiKeyAuthenticationKey,
  sha3_256,
  singleKeyAuthenticationKey,
} from "@ledger/types";
import { ed25519 } from "@noble/curves/ed25519.js";
import { secp256k1 } from "@noble/curves/secp256k1.js";

/** A person who can sign for an account. */
export interface Signer {
  readonly address: Address;
  /** The proof that the account agrees to a signing message. */
  authenticate(message: Uint8Array): AccountAuthenticator;
}

/** Clients write bit maps of signatures in four bytes, however few keys there are. */
const bitmapBits = 32;

/** One key of an account with several, or with a key of any scheme. */
interface AnyKey {
  readonly publicKey: AnyPublicKey;
  sign(message: Uint8Array): AnySignature;
}

/**
 * An Ed25519 key in the scheme that accounts had first.
 *
 * @param privateKey - 32 bytes
 * @param address - where it is not that of the key
 */
export function ed25519Signer(privateKey: Uint8Array, address?: Address): Signer {
  const publicKey = ed25519.getPublicKey(privateKey);
  return {
    address: address ?? ed25519AuthenticationKey(publicKey),
    authenticate: (message) => ({
      kind: "Ed25519",
      value: { publicKey, signature: ed25519.sign(message, privateKey) },
    }),
  };
}

/** A key of any scheme. */
export function singleKeySigner(key: AnyKey): Signer {
  return {
    address: singleKeyAuthenticationKey(key.publicKey),
    authenticate: (message) => ({
      kind: "SingleKey",
      value: { publicKey: key.publicKey, signature: key.sign(message) },
    }),
  };
}

/** Several keys of any scheme; the last `signaturesRequired` of them sign. */
export function multiKeySigner(keys: readonly AnyKey[], signaturesRequired: number): Signer {
  const publicKeys = { publicKeys: keys.map(({ publicKey }) => publicKey), signaturesRequired };
  const signing = lastIndices(keys.length, signaturesRequired);
  return {
    address: multiKeyAuthenticationKey(publicKeys),
    authenticate: (message) => ({
      kind: "MultiKey",
      value: {
        publicKeys,
        signatures: signing.map((index) => keys[index]!.sign(message)),
        signaturesBitmap: createBitVec(bitmapBits, signing),
      },
    }),
  };
}

/** Several Ed25519 keys in the scheme of their own; the last `threshold` of them sign. */
export function multiEd25519Signer(privateKeys: readonly Uint8Array[], threshold: number): Signer {
  const publicKeys = privateKeys.map((key) => ed25519.getPublicKey(key));
  const publicKey = encodeMultiEd25519PublicKey({ publicKeys, threshold });
  const signing = lastIndices(privateKeys.length, threshold);
  const bitmap = createBitVec(bitmapBits, signing);
  return {
    address: multiEd25519AuthenticationKey(publicKey),
    authenticate: (message) => ({
      kind: "MultiEd25519",
      value: {
        publicKey,
        signature: encodeMultiEd25519Signature({
          signatures: signing.map((index) => ed25519.sign(message, privateKeys[index]!)),
          bitmap,
        }),
      },
    }),
  };
}

/** An Ed25519 key for the schemes that take any. */
export function ed25519Key(privateKey: Uint8Array): AnyKey {
  return {
    publicKey: { kind: "Ed25519", value: ed25519.getPublicKey(privateKey) },
    sign: (message) => ({ kind: "Ed25519", value: ed25519.sign(message, privateKey) }),
  };
}

/** A Secp256k1 key for the schemes that take any. It signs the SHA3-256 digest of the message. */
export function secp256k1Key(privateKey: Uint8Array): AnyKey {
  return {
    publicKey: { kind: "Secp256k1Ecdsa", value: secp256k1.getPublicKey(privateKey, false) },
    sign: (message) => ({
      kind: "Secp256k1Ecdsa",
      value: secp256k1.sign(sha3_256(message), privateKey, { prehash: false, lowS: true }),
    }),
  };
}

function lastIndices(length: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => length - count + index);
}
