import { createPublicKey, type KeyObject, verify } from "node:crypto";
import { promisify } from "node:util";
import { LruCache, mapKey } from "@ledger/types";
import { isSpecialEncoding, verifyEd25519 } from "../authentication/ed25519.ts";
import type { Ed25519Verifier } from "../authentication/verify-proof.ts";

/** The bytes before the 32 of a key in its standard form (RFC 8410). */
const spkiPrefix = Uint8Array.of(0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00);
/** Keys that are kept ready: senders come back. */
const keptKeys = 1_000;

/** An {@link Ed25519Verifier} that answers before it returns. */
export type InstantEd25519Verifier = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean;

const verifyInPool = promisify(verify);

/**
 * An Ed25519 verifier that uses Node's own cryptography, ten times as fast as {@link verifyEd25519}, and says the same: the two rules
 * differ only for keys and nonce points of small order or in a form that is not canonical, and those go to the slower one.
 */
export function createNodeEd25519Verifier(): InstantEd25519Verifier {
  const keyObject = keepKeys();
  return (publicKey, message, signature) =>
    verifyUnusual(publicKey, message, signature) ?? verify(null, message, keyObject(publicKey), signature);
}

/**
 * The same in the threads that Node keeps for such work, several signatures at a time. The calling thread spends a tenth of the time that
 * {@link createNodeEd25519Verifier} takes.
 */
export function createPooledEd25519Verifier(): Ed25519Verifier {
  const keyObject = keepKeys();
  return (publicKey, message, signature) =>
    verifyUnusual(publicKey, message, signature) ?? verifyInPool(null, message, keyObject(publicKey), signature);
}

/** Judges what Node's cryptography may not. @returns `undefined` where it may */
function verifyUnusual(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean | undefined {
  if (publicKey.length !== 32 || signature.length !== 64) return false;
  if (!isSpecialEncoding(publicKey) && !isSpecialEncoding(signature.subarray(0, 32))) return undefined;
  return verifyEd25519(publicKey, message, signature);
}

/** Makes keys as Node takes them, and keeps the newest. */
function keepKeys(): (publicKey: Uint8Array) => KeyObject {
  const keys = new LruCache<string, KeyObject>(keptKeys);
  return (publicKey) => {
    const id = mapKey(publicKey);
    let key = keys.get(id);
    if (key === undefined) {
      key = createPublicKey({ key: Buffer.concat([spkiPrefix, publicKey]), format: "der", type: "spki" });
      keys.set(id, key);
    }
    return key;
  };
}
