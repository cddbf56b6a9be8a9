/** SHA3-256 of one byte string, in a fresh array. */
export type Sha3 = (data: Uint8Array) => Uint8Array;

/** The part of the platform's `crypto` module that is used; other runtimes may have the module without the function. */
interface CryptoModule {
  hash(algorithm: "sha3-256", data: Uint8Array, outputEncoding: "latin1"): string;
}

/** The part of the global object that server runtimes have and browsers have not. */
interface Host {
  readonly process?: { getBuiltinModule?(name: "crypto"): CryptoModule | undefined };
}

/** First byte of the hash of nothing. */
const emptyHashStart = 0xa7;

const hashLength = 32;

/**
 * Finds the SHA3-256 of the runtime that this happens to run on.
 *
 * Hashing is most of the work of verifying a ledger, and native code does it four (short inputs) to fifteen (long ones)
 * times as fast as JavaScript. The package stays portable: nothing is imported, and nothing is required to be there.
 *
 * @param host - the global object
 * @returns `undefined` where there is none, as in browsers, or where it refuses, as under some security policies
 */
export function findPlatformSha3(host: Host = globalThis as Host): Sha3 | undefined {
  try {
    const crypto = host.process?.getBuiltinModule?.("crypto");
    if (crypto === undefined) return undefined;
    // A text with a character for each byte takes half the time of a buffer, whose memory is outside of the engine's heap.
    const sha3: Sha3 = (data) => latin1ToHash(crypto.hash("sha3-256", data, "latin1"));
    return sha3(new Uint8Array(0))[0] === emptyHashStart ? sha3 : undefined;
  } catch {
    return undefined;
  }
}

function latin1ToHash(text: string): Uint8Array {
  const hash = new Uint8Array(hashLength);
  for (let i = 0; i < hashLength; i++) hash[i] = text.charCodeAt(i);
  return hash;
}
