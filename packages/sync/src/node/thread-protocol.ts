import { BcsError, Reader, struct, u64, vector, withSource } from "@ledger/bcs";
import type { Handlers } from "@ledger/kit";
import {
  AccumulatorFrontier,
  type AccumulatorFrontierState,
  bytesEqual,
  ContractEvent,
  HashValue,
  hashLength,
  LedgerRecord,
  Transaction,
  TransactionInfo,
  WriteSet,
} from "@ledger/types";
import type { CheckOptions } from "../checks/record.ts";
import { FindingsPacker } from "./record-findings.ts";

// Records go to the thread that checks them, and what was found out comes back, each as the bytes of one buffer that changes
// hands: copying the values of a thousand records one by one would cost more than checking them.

/** Functions of a thread that checks. */
export interface CheckFunctions {
  /** Decodes a page of an upstream, and checks its records. @returns `undefined` for a page that does not decode */
  decode(page: { readonly body: Uint8Array; readonly start: bigint; readonly limit: number }): ExaminedPage | undefined;
  /** Checks records. @see packRecords */
  check(page: { readonly records: Uint8Array; readonly options: CheckOptions }): Uint8Array<ArrayBuffer>;
  /** Counts the leading roots that an accumulator really has after each of its next leaves, see {@link countPageRoots}. */
  roots(page: RootsPage): number;
}

/** A page that was decoded and checked. */
interface ExaminedPage {
  /** Of the four parts of each record. */
  readonly lengths: Uint32Array<ArrayBuffer>;
  /** @see unpackFindings */
  readonly findings: Uint8Array<ArrayBuffer>;
}

/** Claimed roots of an accumulator. */
interface RootsPage {
  /** The accumulator before them. */
  readonly frontier: AccumulatorFrontierState;
  /** Hashes one after the other. */
  readonly leaves: Uint8Array;
  /** As many, one after the other. */
  readonly roots: Uint8Array;
}

const Records = vector(LedgerRecord);

/** The functions of a thread that checks. What they make changes hands. */
export const checkFunctions: Handlers<CheckFunctions> = {
  decode({ body, start, limit }, { move }) {
    const page = examinePage(body, start, limit);
    if (page !== undefined) move(page.lengths.buffer, page.findings.buffer);
    return page;
  },
  check({ records, options }, { move }) {
    const findings = new FindingsPacker(options);
    for (const record of unpackRecords(records)) if (!findings.add(record)) break;
    const packed = findings.pack();
    move(packed.buffer);
    return packed;
  },
  roots: countPageRoots,
};

/** The record of a page with its values and its bytes. @see OnChainRecord */
const OnChainParts = struct("TransactionOnChainData", {
  version: u64,
  transaction: withSource(Transaction),
  info: withSource(TransactionInfo),
  events: withSource(vector(withSource(ContractEvent))),
  accumulatorRoot: HashValue,
  writeSet: withSource(WriteSet),
});

/** Decodes a page once, to cut it and to check its records. */
function examinePage(body: Uint8Array, start: bigint, limit: number): ExaminedPage | undefined {
  const reader = new Reader(body);
  const findings = new FindingsPacker({ eventRoots: "strict" });
  const lengths: number[] = [];
  try {
    const count = reader.length(OnChainParts.minSize, "vector<TransactionOnChainData>");
    if (count > limit) return undefined;
    for (let i = 0; i < count; i++) {
      const { version, transaction, info, events, accumulatorRoot, writeSet } = OnChainParts.read(reader);
      if (version !== start + BigInt(i)) return undefined;
      const record = {
        version,
        transaction: transaction.source,
        info: info.source,
        events: events.source,
        writeSet: writeSet.source,
        accumulatorRoot,
      };
      lengths.push(record.transaction.length, record.info.length, record.events.length, record.writeSet.length);
      findings.add(record, {
        transaction: transaction.value,
        info: info.value,
        events: events.value,
        writeSet: writeSet.value,
      });
    }
    reader.expectEnd();
  } catch (error) {
    if (!(error instanceof BcsError)) throw error;
    return undefined;
  }
  return { lengths: Uint32Array.from(lengths), findings: findings.pack() };
}

/** Records as the bytes of one buffer, which another thread takes over. */
export function packRecords(records: readonly LedgerRecord[]): Uint8Array<ArrayBuffer> {
  return Records.encode(records);
}

/**
 * The records of {@link packRecords}; they are views of its bytes.
 *
 * @throws {@link BcsError} for other bytes
 */
export function unpackRecords(packed: Uint8Array): LedgerRecord[] {
  return Records.decode(packed);
}

/** Bytes before a record's transaction: its version. */
const versionLength = 8;

/**
 * Cuts a page that a thread has decoded into its records, which are views of the body.
 *
 * @param lengths - of the four parts of each record
 */
export function cutPage(body: Uint8Array, start: bigint, lengths: Uint32Array): LedgerRecord[] {
  const records: LedgerRecord[] = [];
  let at = countLength(body);
  const take = (length: number): Uint8Array => {
    const part = body.subarray(at, at + length);
    at += length;
    return part;
  };
  for (let i = 0; i < lengths.length; i += 4) {
    at += versionLength;
    const [transaction, info, events] = [take(lengths[i]!), take(lengths[i + 1]!), take(lengths[i + 2]!)];
    const accumulatorRoot = take(hashLength) as HashValue;
    const version = start + BigInt(records.length);
    records.push({ version, transaction, info, events, writeSet: take(lengths[i + 3]!), accumulatorRoot });
  }
  return records;
}

/** Bytes of the number of records before a page, in ULEB128. */
function countLength(body: Uint8Array): number {
  let at = 0;
  while (body[at]! >= 0x80) at += 1;
  return at + 1;
}

/** Counts the roots, from the first on, that an accumulator really has after each of its next leaves. */
function countPageRoots({ frontier: before, leaves, roots }: RootsPage): number {
  const frontier = new AccumulatorFrontier("TransactionAccumulator", before);
  let count = 0;
  for (let at = 0; at < leaves.length; at += hashLength) {
    frontier.append(leaves.slice(at, at + hashLength) as HashValue);
    if (!bytesEqual(frontier.root(), roots.subarray(at, at + hashLength))) break;
    count += 1;
  }
  return count;
}
