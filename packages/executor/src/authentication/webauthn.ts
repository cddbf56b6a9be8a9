import { bytes, string } from "@ledger/bcs";
import {
  bytesEqual,
  concatBytes,
  type PartialAuthenticatorAssertionResponse,
  signingMessageDigest,
} from "@ledger/types";
import { p256 } from "@noble/curves/nist.js";
import { sha256 } from "@noble/hashes/sha2.js";

/** Most bytes of an assertion's parts together. @see Ledger specification, chain types §11 */
const MAX_ASSERTION_BYTES = 1024;

/**
 * Verifies a passkey's assertion: its challenge is the hash of the message, and its P-256 signature covers the authenticator
 * data and the hash of the client data.
 *
 * @param publicKey - uncompressed, 65 bytes
 * @see Ledger specification, chain types §11
 */
export function verifyWebAuthn(
  publicKey: Uint8Array,
  message: Uint8Array,
  { signature, authenticatorData, clientDataJson }: PartialAuthenticatorAssertionResponse,
): boolean {
  const size = signature.value.length + authenticatorData.length + clientDataJson.length;
  if (size > MAX_ASSERTION_BYTES) return false;
  const challenge = readChallenge(clientDataJson);
  if (challenge === undefined || !bytesEqual(challenge, signingMessageDigest(message))) return false;
  const signed = sha256(concatBytes(authenticatorData, sha256(clientDataJson)));
  try {
    return p256.verify(signature.value, signed, publicKey, { prehash: false, lowS: true });
  } catch {
    return false;
  }
}

/** @throws BcsError for bytes that are not UTF-8 */
function decodeText(text: Uint8Array): string {
  return string.decode(bytes.encode(text));
}

function readChallenge(clientDataJson: Uint8Array): Uint8Array | undefined {
  try {
    const data: unknown = JSON.parse(decodeText(clientDataJson));
    if (typeof data !== "object" || data === null || !("challenge" in data)) return undefined;
    return typeof data.challenge === "string" ? decodeBase64Url(data.challenge) : undefined;
  } catch {
    return undefined;
  }
}

const base64UrlDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Unpadded base64url, as WebAuthn writes it; `undefined` for anything else. */
function decodeBase64Url(text: string): Uint8Array | undefined {
  const decoded = new Uint8Array(Math.floor((text.length * 3) / 4));
  let position = 0;
  let bits = 0;
  let pending = 0;
  for (const character of text) {
    const digit = base64UrlDigits.indexOf(character);
    if (digit < 0) return undefined;
    pending = ((pending << 6) | digit) & 0xfff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      decoded[position++] = pending >> bits;
    }
  }
  return decoded;
}
