import { bytesEqual, formatHash, type HashValue } from "@ledger/types";
import { SyncError } from "./sync-error.ts";

/**
 * @param expected - what the ledger or the record's own claim says
 * @param actual - what was recomputed
 * @throws {@link SyncError} `hash_mismatch` unless the hashes are equal
 */
export function expectHash(field: string, version: bigint, expected: HashValue, actual: HashValue): void {
  if (!bytesEqual(expected, actual)) throw hashMismatch(field, version, expected, actual);
}

/** The refusal of a hash, with both values. */
function hashMismatch(field: string, version: bigint, expected: HashValue, actual: HashValue): SyncError {
  return new SyncError("hash_mismatch", `${field} does not match`, {
    version,
    field,
    expected: formatHash(expected),
    actual: formatHash(actual),
  });
}

/** @throws {@link SyncError} `invalid_block` unless the values are equal */
export function expectBlock(field: string, version: bigint, expected: bigint | string, actual: bigint | string): void {
  if (expected === actual) return;
  throw new SyncError("invalid_block", `${field} does not continue the ledger`, {
    version,
    field,
    expected: String(expected),
    actual: String(actual),
  });
}
