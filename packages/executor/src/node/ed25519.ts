import { createPublicKey, type KeyObject, verify } from "node:crypto";
import { promisify } from "node:util";
import { LruCache, mapKey } from "@ledger/types";
import { encodeSpki, isSpecialEncoding, verifyEd25519 } from "@ledger/vm/ed25519";
import type { Ed25519Verifier } from "../authentication/verify-proof.ts";

/** Keys that are kept ready: senders come back. */
const keptKeys = 1_000;

const verifyInPool = promisify(verify);

/**
 * An Ed25519 verifier that says what `verifyEd25519` says, in the threads that Node keeps for such work, several signatures at a time.
 * The calling thread spends a tenth of the time.
 */
export function createPooledEd25519Verifier(): Ed25519Verifier {
  const keyObject = keepKeys();
  return (publicKey, message, signature) => {
    const isUsual = publicKey.length === 32 && signature.length === 64;
    // Implementations disagree about these.
    if (!isUsual || isSpecialEncoding(publicKey) || isSpecialEncoding(signature.subarray(0, 32))) {
      return verifyEd25519(publicKey, message, signature);
    }
    return verifyInPool(null, message, keyObject(publicKey), signature);
  };
}

/** Makes keys as Node takes them, and keeps the newest. */
function keepKeys(): (publicKey: Uint8Array) => KeyObject {
  const keys = new LruCache<string, KeyObject>(keptKeys);
  return (publicKey) => {
    const id = mapKey(publicKey);
    let key = keys.get(id);
    if (key === undefined) {
      key = createPublicKey({ key: Buffer.from(encodeSpki(publicKey)), format: "der", type: "spki" });
      keys.set(id, key);
    }
    return key;
  };
}
