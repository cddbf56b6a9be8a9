import type { HashValue } from "@ledger/types";
import { toHash } from "../../columns/bytes-view.ts";
import { StoreError } from "../../store-error.ts";
import { checksum, seedOf } from "./checksum.ts";

const rootBytes = 32;

/**
 * The accumulator root of a record with a checksum (u32, little-endian) over it, the transaction info and the version. Where
 * the accumulator before is not kept, or not known, nothing else shows that those are the ones that were committed.
 */
export function sealRoot(version: number, root: HashValue, info: Uint8Array): Uint8Array {
  const sealed = new Uint8Array(rootBytes + 4);
  sealed.set(root);
  new DataView(sealed.buffer).setUint32(rootBytes, checksumOf(version, root, info), true);
  return sealed;
}

/**
 * Inverse of {@link sealRoot}.
 *
 * @throws StoreError `corrupt` when it is not what was sealed for the version
 */
export function unsealRoot(version: number, sealed: Uint8Array, info: Uint8Array): HashValue {
  if (sealed.length === rootBytes + 4) {
    const stored = new DataView(sealed.buffer, sealed.byteOffset).getUint32(rootBytes, true);
    if (stored === checksumOf(version, sealed, info)) return toHash(sealed.subarray(0, rootBytes));
  }
  throw new StoreError("corrupt", `the record of version ${version} does not match its checksum`);
}

function checksumOf(version: number, root: Uint8Array, info: Uint8Array): number {
  return checksum(info, 0, info.length, checksum(root, 0, rootBytes, seedOf(version)));
}
