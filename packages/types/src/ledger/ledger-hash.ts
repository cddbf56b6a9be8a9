import type { HashValue } from "../hash-value.ts";
import { hashInDomain } from "../hashing/domain.ts";
import { hashedTransactionBytes } from "../transaction/transaction.ts";

/** Variant index of user transactions. */
const userTransaction = Uint8Array.of(0);

/**
 * Hash of a transaction. Encrypted payloads that have been opened are hashed as they were submitted.
 *
 * @param bytes - BCS of `Transaction`, as stored
 * @throws BcsError for an opened encrypted payload that does not decode; other bytes are not looked at
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#7 | Specification, chain types 7}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#3.3 | Specification, chain types 3.3}
 */
export function hashTransaction(bytes: Uint8Array): HashValue {
  return hashInDomain("Transaction", hashedTransactionBytes(bytes));
}

/**
 * Hash of a user transaction, known before it is executed.
 *
 * @param bytes - BCS of `SignedTransaction`, as submitted
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#11 | Specification, chain types 11}
 */
export function hashSignedTransaction(bytes: Uint8Array): HashValue {
  return hashInDomain("Transaction", userTransaction, bytes);
}

/** Hash of a transaction info: the leaf of the transaction accumulator. @param bytes - BCS of `TransactionInfo` */
export function hashTransactionInfo(bytes: Uint8Array): HashValue {
  return hashInDomain("TransactionInfo", bytes);
}

/** Hash of a write set: the `stateChangeHash` of an info. @param bytes - BCS of `WriteSet` */
export function hashWriteSet(bytes: Uint8Array): HashValue {
  return hashInDomain("WriteSet", bytes);
}

/** Hash of an event: the leaf of the event accumulator of its transaction. @param bytes - BCS of `ContractEvent` */
export function hashEvent(bytes: Uint8Array): HashValue {
  return hashInDomain("ContractEvent", bytes);
}

/** Hash of a ledger info. Validators sign what is hashed, not the hash. @param bytes - BCS of `LedgerInfo` */
export function hashLedgerInfo(bytes: Uint8Array): HashValue {
  return hashInDomain("LedgerInfo", bytes);
}

/**
 * Hash of a transaction's auxiliary info, as its info holds it.
 *
 * @param bytes - BCS of `PersistedAuxiliaryInfo`
 * @returns `undefined` unless the variant is V1: the others leave no trace in the info
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#4.1 | Specification, chain types 4.1}
 */
export function hashAuxiliaryInfo(bytes: Uint8Array): HashValue | undefined {
  return bytes[0] === 1 ? hashInDomain("PersistedAuxiliaryInfo", bytes) : undefined;
}
