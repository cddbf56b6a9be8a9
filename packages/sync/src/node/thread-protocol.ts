import { BcsError, Reader, struct, u64, vector, withSource } from "@ledger/bcs";
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

/** A request to a thread that checks. It answers in the order of the requests. */
export type CheckRequest =
  /** Decodes a page of an upstream, and checks its records. */
  | { readonly kind: "decode"; readonly body: Uint8Array; readonly start: bigint; readonly limit: number }
  /** Checks records. @see packRecords */
  | { readonly kind: "check"; readonly records: Uint8Array; readonly options: CheckOptions }
  | {
      readonly kind: "roots";
      readonly frontier: AccumulatorFrontierState;
      readonly leaves: Uint8Array;
      readonly roots: Uint8Array;
    };

/** The answer to a request of each kind. */
export interface CheckAnswers {
  /** `undefined` for a page that does not decode. */
  readonly decode:
    | { readonly lengths: Uint32Array<ArrayBuffer>; readonly findings: Uint8Array<ArrayBuffer> }
    | undefined;
  readonly check: Uint8Array<ArrayBuffer>;
  readonly roots: number;
}

const Records = vector(LedgerRecord);

/** Does what a thread was asked. */
export function answerCheck(request: CheckRequest): CheckAnswers[CheckRequest["kind"]] {
  switch (request.kind) {
    case "decode":
      return examinePage(request.body, request.start, request.limit);
    case "check": {
      const findings = new FindingsPacker(request.options);
      for (const record of unpackRecords(request.records)) if (!findings.add(record)) break;
      return findings.pack();
    }
    case "roots":
      return countPageRoots(request.frontier, request.leaves, request.roots);
  }
}

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
function examinePage(body: Uint8Array, start: bigint, limit: number): CheckAnswers["decode"] {
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

/** The buffers of a message that change hands with it; the sender cannot use them any more. */
export function buffersOf(message: CheckRequest | CheckAnswers[CheckRequest["kind"]]): ArrayBuffer[] {
  if (typeof message !== "object") return [];
  const values: unknown[] = message instanceof Uint8Array ? [message] : Object.values(message);
  return values.flatMap((value) =>
    (value instanceof Uint8Array || value instanceof Uint32Array) && value.buffer instanceof ArrayBuffer
      ? [value.buffer]
      : [],
  );
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

/**
 * Counts the roots, from the first on, that an accumulator really has after each of its next leaves.
 *
 * @param leaves - hashes one after the other
 * @param roots - as many
 */
function countPageRoots(before: AccumulatorFrontierState, leaves: Uint8Array, roots: Uint8Array): number {
  const frontier = new AccumulatorFrontier("TransactionAccumulator", before);
  let count = 0;
  for (let at = 0; at < leaves.length; at += hashLength) {
    frontier.append(leaves.slice(at, at + hashLength) as HashValue);
    if (!bytesEqual(frontier.root(), roots.subarray(at, at + hashLength))) break;
    count += 1;
  }
  return count;
}
