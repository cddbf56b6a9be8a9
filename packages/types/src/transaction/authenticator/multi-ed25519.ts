import { TypesError } from "../../errors.ts";
import { concatBytes } from "../../text/bytes.ts";

const keyLength = 32;
const signatureLength = 64;
const bitmapLength = 4;
const maxKeys = 32;

/** The keys of a k-of-n Ed25519 account. */
export interface MultiEd25519PublicKey {
  /** 1 to 32 keys of 32 bytes. */
  readonly publicKeys: readonly Uint8Array[];
  /** Signatures needed. */
  readonly threshold: number;
}

/** Signatures of a k-of-n Ed25519 account. */
export interface MultiEd25519Signature {
  /** Signatures of 64 bytes, in the order of the set bits. */
  readonly signatures: readonly Uint8Array[];
  /** 4 bytes; bit i, counted from the most significant one of the first byte, says that key i signed. */
  readonly bitmap: Uint8Array;
}

/**
 * Takes apart the public key bytes of a `MultiEd25519` authenticator.
 *
 * @throws {@link TypesError} `invalid_multi_ed25519` unless there are 1 to 32 keys and a threshold that they can meet
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#3.4 | Specification, chain types 3.4}
 */
export function decodeMultiEd25519PublicKey(bytes: Uint8Array): MultiEd25519PublicKey {
  const publicKeys = splitBefore(bytes, keyLength, 1, "public key");
  const threshold = bytes.at(-1)!;
  if (threshold < 1 || threshold > publicKeys.length) {
    const message = `invalid multi-ed25519 public key: threshold ${threshold} of ${publicKeys.length} keys`;
    throw new TypesError("invalid_multi_ed25519", message, { offset: bytes.length - 1 });
  }
  return { publicKeys, threshold };
}

/** The public key bytes of a `MultiEd25519` authenticator: the keys, then the threshold. */
export function encodeMultiEd25519PublicKey(key: MultiEd25519PublicKey): Uint8Array {
  return concatBytes(...key.publicKeys, Uint8Array.of(key.threshold));
}

/**
 * Takes apart the signature bytes of a `MultiEd25519` authenticator.
 *
 * @throws {@link TypesError} `invalid_multi_ed25519` unless there are 1 to 32 signatures, as many as set bits
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#3.4 | Specification, chain types 3.4}
 */
export function decodeMultiEd25519Signature(bytes: Uint8Array): MultiEd25519Signature {
  const signatures = splitBefore(bytes, signatureLength, bitmapLength, "signature");
  const bitmap = bytes.subarray(bytes.length - bitmapLength);
  const signers = countBits(bitmap);
  if (signers !== signatures.length) {
    const message = `invalid multi-ed25519 signature: ${signatures.length} signatures, but ${signers} bits are set`;
    throw new TypesError("invalid_multi_ed25519", message, { offset: bytes.length - bitmapLength });
  }
  return { signatures, bitmap };
}

/** The signature bytes of a `MultiEd25519` authenticator: the signatures, then the bitmap. */
export function encodeMultiEd25519Signature(signature: MultiEd25519Signature): Uint8Array {
  return concatBytes(...signature.signatures, signature.bitmap);
}

/** Splits all but the last `tail` bytes into 1 to 32 items of a size. */
function splitBefore(bytes: Uint8Array, size: number, tail: number, noun: string): Uint8Array[] {
  const count = (bytes.length - tail) / size;
  if (!Number.isInteger(count) || count < 1 || count > maxKeys) {
    throw new TypesError("invalid_multi_ed25519", `invalid multi-ed25519 ${noun}: ${bytes.length} bytes`);
  }
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
}

function countBits(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) for (let rest = byte; rest !== 0; rest &= rest - 1) count++;
  return count;
}
