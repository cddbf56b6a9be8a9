import {
  bytesEqual,
  formatHash,
  frontierBeforeRange,
  type HashValue,
  hashTransactionInfo,
  type LedgerRecord,
  TypesError,
  verifyAccumulatorRangeProof,
} from "@ledger/types";
import type { EpochChain } from "../epoch/epoch-chain.ts";
import { SyncError } from "../refusal/sync-error.ts";
import type { LedgerSource } from "../sources/ledger-source.ts";
import { readFramed, unpack } from "./byte-stream.ts";
import { decodeChunkRecord } from "./chunk-record.ts";
import type { TransactionChunk } from "./manifest.ts";
import { planRanges, readCatalog } from "./metadata.ts";
import type { BackupStorage } from "./storage.ts";
import { readChunkProof, readTransactionChunks } from "./transaction-chunks.ts";

/** How a backup is read. */
export interface BackupSourceOptions {
  readonly storage: BackupStorage;
  /**
   * The trusted epochs, by {@link readEpochChain}. With them every chunk must be signed by a quorum; without them the
   * records prove only that they fit each other.
   */
  readonly epochs?: EpochChain | undefined;
  /**
   * Called when versions are missing before the end of the backup, with the error that says which. The source then ends before
   * them, so that another one can go on; when absent, the error is thrown.
   */
  readonly onGap?: ((error: SyncError) => void) | undefined;
  /** Records handed out at once; 100. */
  readonly pageRecords?: number | undefined;
}

/** Longest record: the limit of the writers' chunk files. */
const maxRecordBytes = 128 * 1024 * 1024;

/**
 * Reads committed transactions from a backup in the format of the reference node: metadata, manifests, chunks with their
 * proofs. Ends at the last version that the backup holds without a gap.
 *
 * @returns a source whose `records` throw {@link SyncError} `gap`, `invalid_backup`, `invalid_signature`, `wrong_waypoint`,
 * `too_large` and `unreadable`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#6 | Specification, ingest 6}
 */
export function backupSource(options: BackupSourceOptions): LedgerSource {
  return new BackupSource(options);
}

class BackupSource implements LedgerSource {
  readonly name: string;
  readonly #storage: BackupStorage;
  readonly #epochs: EpochChain | undefined;
  readonly #pageRecords: number;
  readonly #onGap: ((error: SyncError) => void) | undefined;
  head: bigint | undefined;

  constructor({ storage, epochs, pageRecords, onGap }: BackupSourceOptions) {
    this.#onGap = onGap;
    this.name = `backup ${storage.name}`;
    this.#storage = storage;
    this.#epochs = epochs;
    this.#pageRecords = pageRecords ?? 100;
  }

  async *records(from: bigint, signal: AbortSignal): AsyncGenerator<readonly LedgerRecord[]> {
    const { transactions } = await readCatalog(this.#storage, signal);
    const plan = planRanges(transactions, from);
    this.head = plan.at(-1)?.last;
    let next = from;
    for (const range of plan) {
      for (const chunk of await readTransactionChunks(this.#storage, range, signal)) {
        if (chunk.lastVersion < next) continue;
        for await (const page of this.#readChunk(chunk, next, signal)) {
          if (signal.aborted) return;
          next += BigInt(page.length);
          yield page;
        }
      }
    }
    const [after] = transactions.filter(({ first }) => first > next).sort((a, b) => (a.first < b.first ? -1 : 1));
    if (after === undefined) return;
    const message = `the backup has a gap: transactions are missing up to version ${after.first - 1n}; the next ones are in ${after.manifest}`;
    const gap = new SyncError("gap", message, { version: next });
    if (this.#onGap === undefined) throw gap;
    this.#onGap(gap);
  }

  /**
   * Reads a chunk twice, so that its proof is verified before anything of it is handed out and no more than a page of it is
   * held: once for the hashes of the transaction infos, once for the records.
   */
  async *#readChunk(chunk: TransactionChunk, from: bigint, signal: AbortSignal): AsyncGenerator<LedgerRecord[]> {
    const leaves: HashValue[] = [];
    for await (const { info } of this.#chunkRecords(chunk, signal)) leaves.push(hashTransactionInfo(info));
    const frontier = await this.#proveChunk(chunk, leaves, signal);
    let page: LedgerRecord[] = [];
    for await (const record of this.#chunkRecords(chunk, signal)) {
      const leaf = hashTransactionInfo(record.info);
      const proved = leaves[Number(record.version - chunk.firstVersion)]!;
      if (!bytesEqual(leaf, proved)) throw invalid(chunk, "transactions", formatHash(proved), formatHash(leaf));
      frontier.append(leaf);
      if (record.version < from) continue;
      page.push({ ...record, accumulatorRoot: frontier.root() });
      if (page.length < this.#pageRecords) continue;
      yield page;
      page = [];
    }
    if (page.length > 0) yield page;
  }

  async *#chunkRecords(
    chunk: TransactionChunk,
    signal: AbortSignal,
  ): AsyncGenerator<Omit<LedgerRecord, "accumulatorRoot">> {
    let version = chunk.firstVersion;
    for await (const bytes of readFramed(unpack(this.#storage.read(chunk.transactions, signal)), maxRecordBytes)) {
      if (version > chunk.lastVersion)
        throw invalid(chunk, "transactions", `up to ${chunk.lastVersion}`, "more records");
      yield { version, ...decodeChunkRecord(bytes, chunk.format, version) };
      version += 1n;
    }
    if (version !== chunk.lastVersion + 1n) {
      throw invalid(chunk, "transactions", `up to ${chunk.lastVersion}`, `up to ${version - 1n}`);
    }
  }

  /** @returns the accumulator before the chunk */
  async #proveChunk(chunk: TransactionChunk, leaves: readonly HashValue[], signal: AbortSignal) {
    const [proof, signed] = await readChunkProof(this.#storage, chunk, signal);
    this.#epochs?.verify(signed);
    const { executedStateId, version } = signed.value.ledgerInfo.commitInfo;
    if (version < chunk.lastVersion) throw invalid(chunk, "proof", `at least ${chunk.lastVersion}`, String(version));
    const domain = "TransactionAccumulator";
    if (!verifyAccumulatorRangeProof(domain, proof, executedStateId, chunk.firstVersion, leaves)) {
      throw invalid(chunk, "proof", formatHash(executedStateId), "a proof of another root");
    }
    try {
      return frontierBeforeRange(domain, proof, chunk.firstVersion);
    } catch (cause) {
      if (!(cause instanceof TypesError)) throw cause;
      throw invalid(chunk, "proof", `siblings of version ${chunk.firstVersion}`, "others");
    }
  }
}

function invalid(
  chunk: TransactionChunk,
  field: "transactions" | "proof",
  expected: string,
  actual: string,
): SyncError {
  const { firstVersion, lastVersion } = chunk;
  const place = `${chunk[field]}, of versions ${firstVersion} to ${lastVersion}`;
  return new SyncError("invalid_backup", `${place}, does not match the backup`, {
    version: firstVersion,
    field,
    expected,
    actual,
  });
}
