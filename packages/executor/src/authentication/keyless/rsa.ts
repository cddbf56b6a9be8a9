import { sha256 } from "@noble/hashes/sha2.js";
import { decodeCanonicalBase64Url } from "../base64-url.ts";
import type { RsaJwk } from "./on-chain.ts";

/** Bytes of the moduli that are taken, as the chain's validators take them. */
const modulusBytes = { least: 256, most: 1024 } as const;
/** The largest public exponent. */
const maxExponent = 2n ** 33n - 1n;

/** The bytes before a digest that say that it is one of SHA-256. @see RFC 8017 §9.2, note 1 */
const digestInfo = Uint8Array.of(0x30, 49, 0x30, 13, 6, 9, 0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, 1, 5, 0, 4, 32);

/**
 * Verifies an RSA signature of SHA-256 with the padding of PKCS #1 v1.5, as JSON web tokens call it `RS256`. What is signed follows from the
 * message alone, so it is made and compared: there is nothing in it to be read.
 *
 * @returns `false` also for a key that is none: with fewer than 2048 or more than 8192 bits, or an exponent that is even or above 2^33
 * @see RFC 8017 §8.2.2
 */
export function verifyRs256({ n, e }: RsaJwk, message: Uint8Array, signature: Uint8Array): boolean {
  const [modulus, exponent] = [readPositive(n, modulusBytes.most), readPositive(e, 5)];
  if (modulus === undefined || exponent === undefined) return false;
  const size = modulus.bytes;
  if (size < modulusBytes.least || signature.length !== size) return false;
  if (modulus.value % 2n === 0n || exponent.value % 2n === 0n) return false;
  if (exponent.value < 3n || exponent.value > maxExponent) return false;
  const signed = bigEndian(signature);
  if (signed >= modulus.value) return false;
  return power(signed, exponent.value, modulus.value) === bigEndian(encodedDigest(message, size));
}

/** `00 01 ff … ff 00`, and the digest with its kind. */
function encodedDigest(message: Uint8Array, size: number): Uint8Array {
  const digest = sha256(message);
  const encoded = new Uint8Array(size).fill(0xff);
  const start = size - digestInfo.length - digest.length;
  encoded.set([0, 1]);
  encoded[start - 1] = 0;
  encoded.set(digestInfo, start);
  encoded.set(digest, start + digestInfo.length);
  return encoded;
}

function readPositive(text: string, mostBytes: number): { readonly value: bigint; readonly bytes: number } | undefined {
  if (text.length > mostBytes * 2) return undefined;
  const bytes = decodeCanonicalBase64Url(text);
  if (bytes === undefined || bytes.length > mostBytes || bytes[0] === undefined || bytes[0] === 0) return undefined;
  return { value: bigEndian(bytes), bytes: bytes.length };
}

function bigEndian(bytes: Uint8Array): bigint {
  let hex = "0x";
  for (const byte of bytes) hex += byte.toString(16).padStart(2, "0");
  return BigInt(hex);
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  for (const bit of exponent.toString(2)) {
    result = (result * result) % modulus;
    if (bit === "1") result = (result * base) % modulus;
  }
  return result;
}
