import { SignedTransaction } from "@ledger/types";

const received = new WeakMap<SignedTransaction, Uint8Array>();

/**
 * Decodes a transaction that has come from outside, and keeps its bytes for those who hash, measure and store it.
 *
 * @param bytes - BCS of a signed transaction; must not change afterwards
 * @throws BcsError, TypesError
 */
export function receiveSignedTransaction(bytes: Uint8Array): SignedTransaction {
  const transaction = SignedTransaction.decode(bytes);
  received.set(transaction, bytes);
  return transaction;
}

/** BCS of a signed transaction: the bytes that it came in, where it was received. They must not be changed. */
export function encodedTransaction(transaction: SignedTransaction): Uint8Array {
  return received.get(transaction) ?? SignedTransaction.encode(transaction);
}
