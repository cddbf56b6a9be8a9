import type { HashValue } from "@ledger/types";
import { toHash } from "../../columns/bytes-view.ts";
import { StoreError } from "../../store-error.ts";
import { checksum, seedOf } from "./checksum.ts";

const rootBytes = 32;

/**
 * The accumulator root of a record with a checksum (u32, little-endian) over it and the version. Where older accumulators are not
 * kept nothing else shows that a root is the one that was committed.
 */
export function sealRoot(version: number, root: HashValue): Uint8Array {
  const sealed = new Uint8Array(rootBytes + 4);
  sealed.set(root);
  new DataView(sealed.buffer).setUint32(rootBytes, checksum(root, 0, rootBytes, seedOf(version)), true);
  return sealed;
}

/**
 * Inverse of {@link sealRoot}; roots of schemas before 4 have no checksum.
 *
 * @throws StoreError `corrupt` when it is not what was sealed for the version
 */
export function unsealRoot(version: number, sealed: Uint8Array): HashValue {
  if (sealed.length === rootBytes) return toHash(sealed);
  if (sealed.length === rootBytes + 4) {
    const stored = new DataView(sealed.buffer, sealed.byteOffset).getUint32(rootBytes, true);
    if (stored === checksum(sealed, 0, rootBytes, seedOf(version))) return toHash(sealed.subarray(0, rootBytes));
  }
  throw new StoreError("corrupt", `the accumulator root of version ${version} does not match its checksum`);
}
