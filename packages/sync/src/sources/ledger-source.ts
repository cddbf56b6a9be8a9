import type { LedgerIdentity } from "@ledger/state-store";
import type { LedgerRecord } from "@ledger/types";
import type { SyncError } from "../refusal/sync-error.ts";

/**
 * Where committed transactions come from: a genesis file, an upstream node, a backup folder, the local network.
 * A source claims; nothing it yields is believed before it is verified.
 */
export interface LedgerSource {
  /** For people: what and where, e.g. `genesis mainnet.genesis.blob`. */
  readonly name: string;
  /** Latest version the source is known to have; for progress, `undefined` while nothing is known. */
  readonly head?: bigint | undefined;
  /** Why nothing comes although there should be more; `undefined` while all is well. For health and logs. */
  readonly trouble?: string | undefined;
  /**
   * Yields pages of consecutive records, the first at `from`. Ends when the source has nothing more and never will;
   * a live source waits for more until `signal` aborts, and then ends.
   */
  records(from: bigint, signal: AbortSignal, options?: RecordsOptions): AsyncIterable<readonly LedgerRecord[]>;
  /**
   * What the source says about its network before any record is asked for, so that another network's ledger is refused
   * even when there is nothing new to read. A source that cannot know leaves a member, or the method, out.
   */
  identify?(signal: AbortSignal): Promise<Partial<LedgerIdentity>>;
  /**
   * Parties of the source that can say what the ledger is, each by itself. A stored ledger is compared with them before
   * anything is read and now and then, so that another history is noticed.
   */
  witnesses?(): readonly HistoryWitness[];
  /**
   * Tells the source that a record it yielded was refused.
   *
   * @returns whether asking again may bring something better: {@link ingest} then reads on from the same version
   */
  refuse?(error: SyncError): Promise<boolean>;
}

/** Facts for a source about the ledger that its records continue. */
export interface RecordsOptions {
  /** True if the accumulator before them is known, so that their roots prove that they follow each other; true when absent. */
  readonly isChained?: boolean | undefined;
}

/** One party that knows a ledger, e.g. an upstream. */
export interface HistoryWitness {
  /** For people. */
  readonly name: string;
  /** Its latest version; `undefined` when it does not answer. */
  findHead(signal: AbortSignal): Promise<bigint | undefined>;
  /** Its record of a version; `undefined` when it does not answer, or does not have it. */
  findRecord(version: bigint, signal: AbortSignal): Promise<LedgerRecord | undefined>;
}
