import { createPublicKey, type KeyObject, verify } from "node:crypto";
import { LruCache } from "@ledger/move";
import { mapKey } from "@ledger/types";
import { isSpecialEncoding, verifyEd25519 } from "../authentication/ed25519.ts";
import type { Ed25519Verifier } from "../authentication/verify-proof.ts";

/** The bytes before the 32 of a key in its standard form (RFC 8410). */
const spkiPrefix = Uint8Array.of(0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00);
/** Keys that are kept ready: senders come back. */
const keptKeys = 1_000;

/**
 * An Ed25519 verifier that uses Node's own cryptography, ten times as fast as {@link verifyEd25519}, and says the same: the two rules
 * differ only for keys and nonce points of small order or in a form that is not canonical, and those go to the slower one.
 */
export function createNodeEd25519Verifier(): Ed25519Verifier {
  const keys = new LruCache<string, KeyObject>(keptKeys);

  function keyObject(publicKey: Uint8Array): KeyObject {
    const id = mapKey(publicKey);
    let key = keys.get(id);
    if (key === undefined) {
      key = createPublicKey({ key: Buffer.concat([spkiPrefix, publicKey]), format: "der", type: "spki" });
      keys.set(id, key);
    }
    return key;
  }

  return (publicKey, message, signature) => {
    if (publicKey.length !== 32 || signature.length !== 64) return false;
    if (isSpecialEncoding(publicKey) || isSpecialEncoding(signature.subarray(0, 32))) {
      return verifyEd25519(publicKey, message, signature);
    }
    return verify(null, message, keyObject(publicKey), signature);
  };
}
