import type { Reach } from "./call.ts";

/** A transport whose answers are made in the page, from what a node proves. */
export interface Prover {
  readonly reach: Reach;
  /** The ones who vouch for the root of the last answer, in words. */
  readonly restsOn: string;
  /** Returns true if a version has a root, by those who vouch for roots: versions inside of a block have none. */
  hasRoot(version: string): Promise<boolean>;
}
