import type { Random } from "@ledger/random";
import type { ContractEvent, LedgerRecord, StateKey, Transaction, TransactionInfoV0, WriteOp } from "@ledger/types";

/** The decoded parts of a record. */
export interface Parts {
  transaction: Transaction;
  info: TransactionInfoV0;
  events: readonly ContractEvent[];
  writes: readonly (readonly [StateKey, WriteOp])[];
}

/** A way to forge a record. */
export interface Lie {
  readonly name: string;
  /** The part of the record that a report has to name, `any` where it may be several; `undefined` for what execution cannot see. */
  readonly part: string | undefined;
  /** @returns false where the record gives no occasion */
  readonly tell: (parts: Parts, random: Random, others: readonly LedgerRecord[]) => boolean;
}

/** The same bytes, one bit of them excepted. */
export function flip(bytes: Uint8Array, random: Random): Uint8Array {
  const at = random.below(bytes.length);
  return bytes.with(at, bytes[at]! ^ (1 << random.below(8)));
}

/** A write of other bytes. @param op - one that puts bytes */
export function withData(op: WriteOp, data: Uint8Array): WriteOp {
  switch (op.kind) {
    case "Creation":
    case "Modification":
      return { ...op, value: data };
    case "CreationWithMetadata":
    case "ModificationWithMetadata":
      return { ...op, value: { ...op.value, data } };
    default:
      throw new TypeError(`${op.kind} puts no bytes`);
  }
}
