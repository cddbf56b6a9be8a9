import type { Database, Statement } from "better-sqlite3";
import type { LedgerRow } from "../rows/ledger-row.ts";
import { selectFrom } from "../rows/tables.ts";
import { LogGeneration, type LogPosition, SlabPool } from "./log-generation.ts";
import { type StoredBatch, toBatches } from "./log-places.ts";

/**
 * What a connection knows of the unmerged part of the block log: at most one sealed generation, which the writer is merging
 * into the state table, and one that still grows. A merged generation is dropped whole.
 */
export class LogOverlay {
  readonly #batches: Statement<[number], StoredBatch>;
  readonly #slabs = new SlabPool();
  #sealed: LogGeneration | undefined;
  #growing: LogGeneration | undefined;
  #version = -1;
  #mergedVersion = -1;
  #sealedVersion = -1;

  constructor(database: Database) {
    this.#batches = database.prepare(`${selectFrom("log_batches")} where last_version > +? order by last_version`);
  }

  /** Follows the writer to the state of a ledger row, read in the transaction that is open. */
  sync(row: LedgerRow): void {
    const { version, merged_version: merged, sealed_version: sealed } = row;
    if (version === this.#version && merged === this.#mergedVersion && sealed === this.#sealedVersion) return;
    if (merged >= this.#sealedVersion) {
      this.#sealed?.release();
      this.#sealed = undefined;
    }
    if (merged >= this.#version) {
      this.#growing?.release();
      this.#growing = undefined;
    }
    const known = Math.max(this.#version, merged);
    if (sealed > merged && sealed !== this.#sealedVersion) {
      // A generation is sealed at the head, so nothing known lies after its end.
      this.#load(known, sealed);
      this.#sealed = this.#growing;
      this.#growing = undefined;
    }
    if (version > known) this.#load(Math.max(known, sealed), version);
    this.#version = version;
    this.#mergedVersion = merged;
    this.#sealedVersion = sealed;
  }

  /** The place of a key's newest unmerged write at or before a version. */
  find(keyId: number, version: number): LogPosition | undefined {
    return this.#growing?.find(keyId, version) ?? this.#sealed?.find(keyId, version);
  }

  /** Returns true if the log has an unmerged write of the key. */
  has(keyId: number): boolean {
    return this.#growing?.has(keyId) === true || this.#sealed?.has(keyId) === true;
  }

  /** Unmerged writes. */
  get size(): number {
    return (this.#growing?.size ?? 0) + (this.#sealed?.size ?? 0);
  }

  #load(from: number, to: number): void {
    for (const batch of toBatches(this.#batches.iterate(from))) {
      if (batch.last_version > to) break;
      this.#growing ??= new LogGeneration(batch, this.#slabs);
      this.#growing.append(batch);
    }
  }
}
