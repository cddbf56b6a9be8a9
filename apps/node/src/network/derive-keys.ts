import { createHmac } from "node:crypto";

/** Indices from here on are of hardened keys: Ed25519 has no others. */
const hardened = 2 ** 31;

/** A node of the tree of keys. */
interface KeyNode {
  readonly key: Uint8Array;
  readonly chainCode: Uint8Array;
}

/**
 * Derives an Ed25519 key from the seed of a wallet.
 *
 * @param path - indices of hardened keys, from the master key on
 * @returns the private key, 32 bytes
 * @see https://github.com/satoshilabs/slips/blob/master/slip-0010.md
 */
export function deriveEd25519Key(seed: Uint8Array, path: readonly number[]): Uint8Array {
  const master = keyNode(new TextEncoder().encode("ed25519 seed"), seed);
  const derived = path.reduce(({ key, chainCode }, index) => {
    const data = new Uint8Array(37);
    data.set(key, 1);
    new DataView(data.buffer).setUint32(33, hardened + index);
    return keyNode(chainCode, data);
  }, master);
  return derived.key;
}

function keyNode(secret: Uint8Array, data: Uint8Array): KeyNode {
  const bytes = new Uint8Array(createHmac("sha512", secret).update(data).digest());
  return { key: bytes.subarray(0, 32), chainCode: bytes.subarray(32) };
}

/** The path of an account by which wallets of the family find it: `m/44'/637'/i'/0'/0'`. */
export function accountPath(index: number): readonly number[] {
  return [44, 637, index, 0, 0];
}
