import { concatBytes, LruCache, mapKey } from "@ledger/types";

/** Judges a signature of 64 bytes by a key of 32. */
export type Ed25519Check = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean;

/** The part of the platform's `crypto` module that is used. */
interface CryptoModule {
  createPublicKey(options: { key: Uint8Array; format: "der"; type: "spki" }): object;
  verify(algorithm: null, data: Uint8Array, key: object, signature: Uint8Array): boolean;
}

/** The part of the global object that server runtimes have and browsers have not. */
interface Host {
  readonly process?: { getBuiltinModule?(name: "crypto"): CryptoModule | undefined };
}

/** The bytes before the 32 of a key in its standard form (RFC 8410). */
const spkiPrefix = Uint8Array.of(0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00);

/** Keys that are kept ready: signers come back. */
const keptKeys = 1_000;

/**
 * Keeps the public keys that were used last in the form of a runtime's cryptography, a thousand of them.
 *
 * @param make - makes that form of a key in its standard form, `SubjectPublicKeyInfo` in DER
 * @returns a function that finds or makes it for a key of 32 bytes
 */
export function keepPublicKeys<Key extends object>(make: (spki: Uint8Array) => Key): (publicKey: Uint8Array) => Key {
  const keys = new LruCache<string, Key>(keptKeys);
  return (publicKey) => {
    const id = mapKey(publicKey);
    let key = keys.get(id);
    if (key === undefined) {
      key = make(concatBytes(spkiPrefix, publicKey));
      keys.set(id, key);
    }
    return key;
  };
}

/**
 * Finds the verifier of the runtime that this happens to run on, which is ten times as fast as JavaScript. Nothing is imported, and
 * nothing is required to be there.
 *
 * @param host - the global object
 * @returns `undefined` where there is none, as in browsers
 */
export function findPlatformEd25519(host: Host = globalThis as Host): Ed25519Check | undefined {
  const crypto = host.process?.getBuiltinModule?.("crypto");
  if (crypto?.createPublicKey === undefined) return undefined;
  const keyObject = keepPublicKeys((key) => crypto.createPublicKey({ key, format: "der", type: "spki" }));
  return (publicKey, message, signature) => crypto.verify(null, message, keyObject(publicKey), signature);
}
