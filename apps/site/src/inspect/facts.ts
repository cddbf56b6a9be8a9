import { BcsError } from "@ledger/bcs";
import {
  ContractEvent,
  describeStateKey,
  encodeStateKey,
  formatHash,
  formatHex,
  hashEvent,
  hashLedgerInfo,
  hashSignedTransaction,
  hashStateKey,
  hashTransaction,
  hashTransactionInfo,
  hashWriteSet,
  RawTransaction,
  StateKey,
  signingMessage,
  WriteSet,
  writeOpData,
  writesOf,
} from "@ledger/types";

/** Something that follows from bytes: its name, and its text. */
export type Fact = readonly [name: string, value: string];

/** Writes of a write set that are listed, at most. */
const mostWrites = 500;

const facts: Readonly<Record<string, (bytes: Uint8Array) => readonly Fact[]>> = {
  SignedTransaction: (bytes) => [["Transaction hash", formatHash(hashSignedTransaction(bytes))]],
  Transaction: (bytes) => [["Transaction hash", formatHash(hashTransaction(bytes))]],
  RawTransaction: (bytes) => [["Signing message", formatHex(signingMessage(RawTransaction.decode(bytes)))]],
  TransactionInfo: (bytes) => [["Leaf of the ledger", formatHash(hashTransactionInfo(bytes))]],
  LedgerInfo: (bytes) => [["Hash", formatHash(hashLedgerInfo(bytes))]],
  ContractEvent: (bytes) => [
    ["Event hash", formatHash(hashEvent(bytes))],
    ["Kind", ContractEvent.decode(bytes).kind],
  ],
  StateKey: (bytes) => describeKey(StateKey.decode(bytes)),
  WriteSet: (bytes) => [["State change hash", formatHash(hashWriteSet(bytes))], ...listWrites(bytes)],
};

/**
 * Says what follows from bytes that were read: hashes, what is signed, and what a write set writes.
 *
 * @param type - of the bytes, by the name of its codec
 * @param bytes - of a whole value
 */
export function factsOf(type: string, bytes: Uint8Array): readonly Fact[] {
  return facts[type]?.(bytes) ?? [];
}

function describeKey(key: StateKey): readonly Fact[] {
  return [
    ["Names", nameOf(key)],
    ["Place in the state tree", formatHash(hashStateKey(encodeStateKey(key)))],
  ];
}

function listWrites(bytes: Uint8Array): readonly Fact[] {
  return [...writesOf(WriteSet.decode(bytes))].slice(0, mostWrites).map(([key, op]) => {
    const data = writeOpData(op);
    return [nameOf(key), data === undefined ? op.kind : `${op.kind}, ${data.length} bytes`];
  });
}

/** A key in words; the path of a key may be of nothing that is known. */
function nameOf(key: StateKey): string {
  try {
    return describeStateKey(key);
  } catch (error) {
    if (error instanceof BcsError) return formatHex(encodeStateKey(key));
    throw error;
  }
}
