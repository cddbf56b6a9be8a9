import type { LedgerIdentity } from "@ledger/state-store";
import type { HashValue, LedgerRecord } from "@ledger/types";
import type { SyncError } from "../error.ts";

/**
 * Where committed transactions come from: a genesis file, an upstream node, a backup folder, the development ledger.
 * A source claims; nothing it yields is believed before it is verified.
 */
export interface LedgerSource {
  /** For people: what and where, e.g. `genesis mainnet.genesis.blob`. */
  readonly name: string;
  /** Latest version the source is known to have; for progress, `undefined` while nothing is known. */
  readonly head?: bigint | undefined;
  /**
   * Yields pages of consecutive records, the first at `from`. Ends when the source has nothing more and never will;
   * a live source waits for more until `signal` aborts, and then ends.
   */
  records(from: bigint, signal: AbortSignal): AsyncIterable<readonly LedgerRecord[]>;
  /**
   * What the source says about its network before any record is asked for, so that another network's ledger is refused
   * even when there is nothing new to read. A source that cannot know leaves a member, or the method, out.
   */
  identify?(signal: AbortSignal): Promise<Partial<LedgerIdentity>>;
  /**
   * The accumulator root that the source has at a version: it commits to everything up to there, so that another history is
   * refused before anything of it is read.
   *
   * @returns `undefined` when the source cannot say, or does not have the version
   */
  findRoot?(version: bigint, signal: AbortSignal): Promise<HashValue | undefined>;
  /**
   * Tells the source that a record it yielded was refused.
   *
   * @returns whether asking again may bring something better: {@link ingest} then reads on from the same version
   */
  refuse?(error: SyncError): Promise<boolean>;
}
