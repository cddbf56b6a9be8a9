import {
  bytesEqual,
  concatBytes,
  type PartialAuthenticatorAssertionResponse,
  signingMessageDigest,
} from "@ledger/types";
import { p256 } from "@noble/curves/nist.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { decodeBase64Url } from "./base64-url.ts";
import { decodeUtf8 } from "./utf8.ts";

/** Most bytes of an assertion's parts together. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#11 | Specification, chain types 11} */
const maxAssertionBytes = 1024;

/**
 * Verifies a passkey's assertion: its challenge is the hash of the message, and its P-256 signature covers the authenticator
 * data and the hash of the client data.
 *
 * @param publicKey - uncompressed, 65 bytes
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#11 | Specification, chain types 11}
 */
export function verifyWebAuthn(
  publicKey: Uint8Array,
  message: Uint8Array,
  { signature, authenticatorData, clientDataJson }: PartialAuthenticatorAssertionResponse,
): boolean {
  const size = signature.value.length + authenticatorData.length + clientDataJson.length;
  if (size > maxAssertionBytes) return false;
  const challenge = readChallenge(clientDataJson);
  if (challenge === undefined || !bytesEqual(challenge, signingMessageDigest(message))) return false;
  const signed = sha256(concatBytes(authenticatorData, sha256(clientDataJson)));
  try {
    return p256.verify(signature.value, signed, publicKey, { prehash: false, lowS: true });
  } catch {
    return false;
  }
}

function readChallenge(clientDataJson: Uint8Array): Uint8Array | undefined {
  try {
    const data: unknown = JSON.parse(decodeUtf8(clientDataJson));
    if (typeof data !== "object" || data === null || !("challenge" in data)) return undefined;
    return typeof data.challenge === "string" ? decodeBase64Url(data.challenge) : undefined;
  } catch {
    return undefined;
  }
}
