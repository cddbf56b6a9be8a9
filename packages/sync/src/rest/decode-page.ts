import { BcsError, Reader } from "@ledger/bcs";
import { type LedgerRecord, OnChainRecord } from "@ledger/types";
import { splitOpaqueRecord } from "./split-opaque-record.ts";

/** A decoded page. */
export interface DecodedPage {
  /** Consecutive records from the requested version on. */
  readonly records: readonly LedgerRecord[];
  /** The fault of the page, if it has one; `records` then holds what comes before it. */
  readonly fault?: string | undefined;
  /** Version of the first record that does not decode. */
  readonly undecodable?: bigint | undefined;
}

/** Decodes a page of an upstream, here or in another thread, as {@link decodePage} does. */
export type DecodePage = (body: Uint8Array, start: bigint, limit: number) => DecodedPage | Promise<DecodedPage>;

/** First byte of the answer to a request for one transaction: a committed one. */
const onChain = 0;

/**
 * Decodes a page of on-chain records. The records are views of the body.
 *
 * @param start - version that the first record must have
 * @param limit - most records that may come
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#15 | Specification, chain types 15}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#5.3 | Specification, ingest 5.3}
 */
export function decodePage(body: Uint8Array, start: bigint, limit: number): DecodedPage {
  const records: LedgerRecord[] = [];
  const reader = new Reader(body);
  let version = start;
  try {
    const count = reader.length(OnChainRecord.minSize, "vector<TransactionOnChainData>");
    if (count > limit)
      return { records, fault: `its answer has ${count} records, but at most ${limit} were requested` };
    for (; records.length < count; version += 1n) {
      if (!isAt(reader, body, version)) {
        // Where the next record does not begin, nothing says that the one before has ended.
        return { records: records.slice(0, -1), fault: "its answer does not have the next version where it should be" };
      }
      records.push(OnChainRecord.read(reader));
    }
    // Bytes after the last record belong to nothing: such a framing is not believed at all.
    if (reader.remaining > 0)
      return { records: [], fault: `its answer has ${reader.remaining} bytes after the last record` };
    return { records };
  } catch (error) {
    if (!(error instanceof BcsError)) throw error;
    return { records, fault: `its answer does not decode (${error.code})`, undecodable: version };
  }
}

/** Bytes of the version that begins a record. */
const versionLength = 8;

/** Returns true if a record of a version may begin where the reader is. */
function isAt(reader: Reader, body: Uint8Array, version: bigint): boolean {
  // An answer that was cut off ends anywhere.
  if (reader.remaining < versionLength) return true;
  const start = body.length - reader.remaining;
  return new DataView(body.buffer, body.byteOffset + start).getBigUint64(0, true) === version;
}

/**
 * Decodes the answer to a request for one version. A record of a kind that is not known is split at its hashes.
 *
 * @returns `undefined` when the answer is not the record of that version
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#5.6 | Specification, ingest 5.6}
 */
export function decodeSingle(body: Uint8Array, version: bigint): LedgerRecord | undefined {
  if (body[0] !== onChain) return undefined;
  const bytes = body.subarray(1);
  let record: LedgerRecord | undefined;
  try {
    record = OnChainRecord.decode(bytes);
  } catch (error) {
    if (!(error instanceof BcsError)) throw error;
    record = splitOpaqueRecord(bytes);
  }
  return record?.version === version ? record : undefined;
}
