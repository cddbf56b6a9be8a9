import type { NodeRoot } from "./node-root.ts";

/** A root that is as reliable as its source. */
export interface VouchedRoot extends NodeRoot {
  /** The source, in words for people. */
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
