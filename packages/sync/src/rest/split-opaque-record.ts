import { BcsError, type Codec, Reader, u64, vector } from "@ledger/bcs";
import {
  bytesEqual,
  ContractEvent,
  type HashValue,
  hashLength,
  hashTransaction,
  hashWriteSet,
  type LedgerRecord,
  TransactionInfo,
  WriteSet,
} from "@ledger/types";

/** Bytes of the version before a record. */
const versionLength = 8;
/** Longest transaction info looked for: a move abort may carry a description. */
const maxInfoBytes = 16 * 1024;
/** Decoding work allowed per byte of the record, so that crafted bytes cannot make the search quadratic. */
const workPerByte = 32;

const Events = vector(ContractEvent);

/**
 * Finds the parts of a record whose transaction is of an unknown kind, by the hashes that the record holds about itself:
 * the write set ends the bytes and its hash is in the transaction info; the transaction begins them and its hash
 * is there too. A split that is found is as good as a decoded one, because hashes confirm it.
 *
 * @param bytes - one on-chain record: version, transaction, info, events, accumulator root, write set
 * @returns views of `bytes`; `undefined` when no split fits
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#5.6 | Specification, ingest 5.6}
 */
export function splitOpaqueRecord(bytes: Uint8Array): LedgerRecord | undefined {
  if (bytes.length < versionLength + hashLength) return undefined;
  const back = findWriteSet(bytes);
  if (back === undefined) return undefined;
  const { writeSetAt, stateChangeHashAt } = back;
  const rootAt = writeSetAt - hashLength;
  const info = findInfo(bytes, stateChangeHashAt, rootAt);
  if (info === undefined) return undefined;
  return {
    version: u64.decode(bytes.subarray(0, versionLength)),
    transaction: bytes.subarray(versionLength, info.start),
    info: bytes.subarray(info.start, info.end),
    events: bytes.subarray(info.end, rootAt),
    writeSet: bytes.subarray(writeSetAt),
    accumulatorRoot: bytes.subarray(rootAt, writeSetAt) as HashValue,
  };
}

/** The backward anchor: a write set that ends the bytes, and whose hash occurs before it. */
function findWriteSet(bytes: Uint8Array): { writeSetAt: number; stateChangeHashAt: number } | undefined {
  let work = bytes.length * workPerByte;
  for (let at = bytes.length - 1; at >= versionLength + hashLength && work > 0; at--) {
    // Variant index of a write set.
    if (bytes[at]! > 1) continue;
    const candidate = bytes.subarray(at);
    const end = tryRead(WriteSet, candidate);
    work -= end.position + 1;
    if (!end.whole) continue;
    const stateChangeHashAt = indexOfBytes(bytes, hashWriteSet(candidate), versionLength, at - hashLength);
    work -= bytes.length;
    if (stateChangeHashAt >= 0) return { writeSetAt: at, stateChangeHashAt };
  }
  return undefined;
}

/** The forward anchor: an info whose state change hash is the one found, after a transaction whose hash it holds. */
function findInfo(
  bytes: Uint8Array,
  stateChangeHashAt: number,
  rootAt: number,
): { start: number; end: number } | undefined {
  // Before the state change hash come the event root and the transaction hash, after gas and status.
  const transactionHashAt = stateChangeHashAt - 2 * hashLength;
  const transactionHash = bytes.subarray(transactionHashAt, transactionHashAt + hashLength);
  const first = Math.max(versionLength + 1, transactionHashAt - maxInfoBytes);
  for (let start = transactionHashAt - 1; start >= first; start--) {
    if (bytes[start]! > 1) continue;
    const reader = new Reader(bytes.subarray(start, rootAt));
    const info = tryReadValue(TransactionInfo, reader);
    if (info === undefined || !isViewAt(info.value.transactionHash, bytes, transactionHashAt)) continue;
    const end = start + reader.position;
    if (!tryRead(Events, bytes.subarray(end, rootAt)).whole) continue;
    if (bytesEqual(tryHash(bytes.subarray(versionLength, start)), transactionHash)) return { start, end };
  }
  return undefined;
}

function tryHash(transaction: Uint8Array): Uint8Array {
  try {
    return hashTransaction(transaction);
  } catch (error) {
    if (error instanceof BcsError) return new Uint8Array(0);
    throw error;
  }
}

function tryRead(codec: Codec<unknown>, bytes: Uint8Array): { position: number; whole: boolean } {
  const reader = new Reader(bytes);
  const read = tryReadValue(codec, reader) !== undefined;
  return { position: reader.position, whole: read && reader.remaining === 0 };
}

function tryReadValue<T>(codec: Codec<T>, reader: Reader): T | undefined {
  try {
    return codec.read(reader);
  } catch (error) {
    if (error instanceof BcsError) return undefined;
    throw error;
  }
}

function isViewAt(view: Uint8Array, bytes: Uint8Array, at: number): boolean {
  return view.byteOffset === bytes.byteOffset + at;
}

/** First place of `needle` in `bytes` from `from` on, ending at or before `to`; -1 when there is none. */
function indexOfBytes(bytes: Uint8Array, needle: Uint8Array, from: number, to: number): number {
  const last = to - needle.length;
  for (let at = bytes.indexOf(needle[0]!, from); at >= 0 && at <= last; at = bytes.indexOf(needle[0]!, at + 1)) {
    if (bytesEqual(bytes.subarray(at, at + needle.length), needle)) return at;
  }
  return -1;
}
