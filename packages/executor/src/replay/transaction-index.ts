import { bytesEqual, type HashValue, hashAuxiliaryInfo, PersistedAuxiliaryInfo } from "@ledger/types";

/** Indices that are tried: a block proposes at most some thousand transactions. */
export const triedIndices = 10_000;

/**
 * The index that a transaction had in its block as it was proposed, found by its hash. Discarded transactions leave gaps, so it is that of
 * the committed block or a higher one.
 *
 * @param hash - `auxiliaryInfoHash` of the transaction's info
 * @param least - the first that is tried
 * @param most - how many are tried
 * @returns `undefined` without a hash, and where none of them has it
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/re-execution.md#2.4 | Specification, re-execution 2.4}
 */
export function findTransactionIndex(
  hash: HashValue | undefined,
  least: number,
  most = triedIndices,
): number | undefined {
  if (hash === undefined) return undefined;
  for (let index = least; index < least + most; index++) {
    if (bytesEqual(hashTransactionIndex(index), hash)) return index;
  }
  return undefined;
}

/** The `auxiliaryInfoHash` of a transaction with an index in its block. */
export function hashTransactionIndex(index: number): HashValue {
  return hashAuxiliaryInfo(PersistedAuxiliaryInfo.encode({ kind: "V1", value: { transactionIndex: index } }))!;
}
