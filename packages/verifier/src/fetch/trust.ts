import type { NodeRoot } from "./node-root.ts";

/** A root that can be relied on, as far as the one who vouches for it can. */
export interface VouchedRoot extends NodeRoot {
  /** In words, for people: who vouches for it. */
  readonly restsOn: string;
}

/** The ground that verification rests on: finds roots that one trusts. */
export interface Trust {
  /**
   * Finds a root at the end of a block.
   *
   * @param version - the newest root at or below it is wanted; the newest of all when absent
   * @throws VerificationError `agreement`, `age`, and what `fetch` throws
   */
  root(version?: bigint): Promise<VouchedRoot>;
}
