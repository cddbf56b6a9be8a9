import { BcsError, bytes, type Codec, defineCodec, option, struct, u8, u64, vector } from "@ledger/bcs";
import {
  bytesEqual,
  ContractEvents,
  concatBytes,
  decodeTransaction,
  LedgerRecord,
  type StateItem,
  type Transaction,
  TransactionInfo,
  TypesError,
  WriteSet,
} from "@ledger/types";
import { CaseError } from "./case-error.ts";

/** An item of the state as of a version, as a replay read it. */
export interface CaseRead {
  readonly version: bigint;
  /** Encoded state key. */
  readonly key: Uint8Array;
  /** Absent where the state had no such item. */
  readonly item: StateItem | undefined;
}

/** Records with everything that their execution reads: they can be executed again without a ledger. */
export interface ReplayCase {
  readonly chainId: number;
  /** The first and the last version to execute. */
  readonly from: bigint;
  readonly to: bigint;
  /** Consecutive, from the beginning of a block to the last version. */
  readonly records: readonly LedgerRecord[];
  readonly reads: readonly CaseRead[];
}

/** Bytes of the largest case that is made, or taken. */
export const maxCaseBytes: number = 256 * 1024 * 1024;

/** Items of the state, and records, of the largest case: each takes far more memory than its bytes in the file. */
export const maxCaseItems = 1_000_000;

/** Bytes of one part of a record: those of a real one are some megabytes at most. */
const maxPartBytes = 32 * 1024 * 1024;

/** The transactions that a block begins with. */
export const blockStarts: ReadonlySet<Transaction["kind"]> = new Set([
  "GenesisTransaction",
  "BlockMetadata",
  "BlockMetadataExt",
]);

/** A file says by its first bytes that it holds a case, and in which form. */
const mark = new TextEncoder().encode("ledger-case-1\n");

/** A list of so many items that a case may have, which is known before the first of them is read. */
function items<T>(item: Codec<T>): Codec<T[], readonly T[]> {
  const list = vector(item);
  return defineCodec<T[], readonly T[]>({
    name: list.name,
    minSize: list.minSize,
    shape: list.shape,
    read(reader) {
      const { position } = reader;
      if (reader.length(item.minSize, list.name) > maxCaseItems) throw tooManyItems();
      reader.position = position;
      return list.read(reader);
    },
    write(writer, value) {
      if (value.length > maxCaseItems) throw tooManyItems();
      list.write(writer, value);
    },
  });
}

const ReplayCase: Codec<ReplayCase> = struct("ReplayCase", {
  chainId: u8,
  from: u64,
  to: u64,
  records: items<LedgerRecord>(LedgerRecord),
  reads: items<CaseRead>(
    struct("CaseRead", {
      version: u64,
      key: bytes,
      item: option(struct("StateItem", { bytes, metadata: option(bytes) })),
    }),
  ),
});

/** A case as the bytes of a file. @throws {@link CaseError} `case_too_large` */
export function encodeCase(value: ReplayCase): Uint8Array {
  const encoded = concatBytes(mark, ReplayCase.encode(value));
  if (encoded.length > maxCaseBytes) throw tooLarge();
  return encoded;
}

/**
 * Reads a case from the bytes of a file, which may be anybody's.
 *
 * @throws {@link CaseError} `case_too_large`, or `malformed_case` for bytes that are none, for a part of a record that does not decode, and
 * for records that are not those of its versions
 */
export function decodeCase(file: Uint8Array): ReplayCase {
  if (file.length > maxCaseBytes) throw tooLarge();
  if (!bytesEqual(file.subarray(0, mark.length), mark)) throw malformed("it does not begin as a case does");
  try {
    const value = ReplayCase.decode(file.subarray(mark.length));
    checkRecords(value);
    return value;
  } catch (error) {
    if (error instanceof BcsError || error instanceof TypesError) throw malformed(error.message, error);
    throw error;
  }
}

function checkRecords({ from, to, records }: ReplayCase): void {
  const [first] = records;
  if (first === undefined || records.at(-1)?.version !== to || from < first.version || from > to) {
    throw malformed("its records are not those of its versions");
  }
  for (const [index, record] of records.entries()) {
    if (record.version !== first.version + BigInt(index)) throw malformed("its records are not consecutive");
    for (const part of [record.transaction, record.events, record.writeSet, record.info]) {
      if (part.length > maxPartBytes) throw tooLarge();
    }
    ContractEvents.decode(record.events);
    WriteSet.decode(record.writeSet);
    TransactionInfo.decode(record.info);
    const transaction = decodeTransaction(record);
    if (index === 0 && (transaction === undefined || !blockStarts.has(transaction.kind))) {
      throw malformed("its first record does not begin a block");
    }
  }
}

function malformed(reason: string, cause?: unknown): CaseError {
  return new CaseError("malformed_case", `this is no case of records: ${reason}`, { cause });
}

function tooManyItems(): CaseError {
  return new CaseError("case_too_large", `a case has at most ${maxCaseItems} items of the state: take fewer versions`);
}

function tooLarge(): CaseError {
  return new CaseError("case_too_large", `a case has at most ${maxCaseBytes / 1024 / 1024} MiB: take fewer versions`);
}
