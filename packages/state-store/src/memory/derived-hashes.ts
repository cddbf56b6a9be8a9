import { BcsError, vector, withSource } from "@ledger/bcs";
import {
  accumulatorRoot,
  bytesEqual,
  ContractEvent,
  concatBytes,
  type HashValue,
  hashEvent,
  hashTransaction,
  hashWriteSet,
} from "@ledger/types";
import type { CommitRecord } from "../port.ts";

type Hashed = Pick<CommitRecord, "transaction" | "events" | "writeSet" | "info" | "hash">;

/** Bytes of a hash. */
const hashLength = 32;

/** Place of the derived hashes in a transaction info that does not have them. */
const nowhere = 0xffff_ffff;

const Events = vector(withSource(ContractEvent));

/**
 * Takes out of a record the hashes that follow from its other parts: they cannot be compressed. Zeros are in their place.
 *
 * @returns with the place in the transaction info where the hashes of transaction, events and write set follow one another
 */
export function withoutDerivedHashes<R extends Hashed>(record: R): R & { readonly hashesAt: number } {
  const { info, hash } = record;
  const derived = tryDerive(record);
  if (derived === undefined || !bytesEqual(hash, derived.subarray(0, hashLength)))
    return { ...record, hashesAt: nowhere };
  for (let at = 0; at + derived.length <= info.length; at++) {
    if (!bytesEqual(info.subarray(at, at + derived.length), derived)) continue;
    const left = info.slice().fill(0, at, at + derived.length);
    return { ...record, info: left, hash: new Uint8Array(hashLength) as HashValue, hashesAt: at };
  }
  return { ...record, hashesAt: nowhere };
}

/** Puts the hashes back that {@link withoutDerivedHashes} has taken out. */
export function withDerivedHashes<R extends Hashed>({ hashesAt, ...record }: R & { readonly hashesAt: number }) {
  if (hashesAt === nowhere) return record;
  const derived = derive(record);
  const info = record.info.slice();
  info.set(derived, hashesAt);
  return { ...record, info, hash: derived.slice(0, hashLength) as HashValue };
}

/** @returns `undefined` for events that do not decode: a store takes any bytes */
function tryDerive(record: Hashed): Uint8Array | undefined {
  try {
    return derive(record);
  } catch (error) {
    if (error instanceof BcsError) return undefined;
    throw error;
  }
}

/** The hashes of the transaction, the events and the write set. */
function derive({ transaction, events, writeSet }: Pick<Hashed, "transaction" | "events" | "writeSet">): Uint8Array {
  const leaves = Events.decode(events).map(({ source }) => hashEvent(source));
  return concatBytes(hashTransaction(transaction), accumulatorRoot("EventAccumulator", leaves), hashWriteSet(writeSet));
}
