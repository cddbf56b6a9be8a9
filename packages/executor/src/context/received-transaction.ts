import { SignedTransaction } from "@ledger/types";

const received = new WeakMap<SignedTransaction, Uint8Array>();

/**
 * Decodes a transaction that has come from outside, and keeps its bytes for those who hash, measure and store it.
 *
 * @param bytes - BCS of a signed transaction, of which a copy is taken
 * @throws BcsError, TypesError
 */
export function receiveSignedTransaction(bytes: Uint8Array): SignedTransaction {
  // What was verified must be what is stored, whatever its sender does with the array; and a part of a large one must not keep all of it.
  const own = new Uint8Array(bytes);
  const transaction = SignedTransaction.decode(own);
  received.set(transaction, own);
  return transaction;
}

/** BCS of a signed transaction: the bytes that it came in, where it was received. They must not be changed. */
export function encodedTransaction(transaction: SignedTransaction): Uint8Array {
  return received.get(transaction) ?? SignedTransaction.encode(transaction);
}
