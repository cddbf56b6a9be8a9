import type { Awaitable } from "@ledger/types";

/** A row of the state tree: bytes under a key. What they mean is up to the room `tree`. */
export interface TreeRow {
  readonly key: Uint8Array;
  readonly value: Uint8Array;
}

/** Keys from one to another, both included. */
export type TreeRange = readonly [from: Uint8Array, to: Uint8Array];

/** The change of one row at a version. */
export interface TreeChange {
  readonly key: Uint8Array;
  /** Absent to remove the row. */
  readonly value: Uint8Array | undefined;
  /** The version from which on the row is so: above that of every earlier change of the row that kept the row before. */
  readonly version: bigint;
  /** True if the row before is still read at the versions before. */
  readonly keepsPast: boolean;
}

/** Read side of the rows of the state tree. */
export interface TreeReads {
  /** @returns for each key its value as of a version, `undefined` where there is none */
  read(version: bigint, keys: readonly Uint8Array[]): Awaitable<readonly (Uint8Array | undefined)[]>;
  /** @returns for each range its rows as of a version, in order of their keys */
  list(version: bigint, ranges: readonly TreeRange[]): Awaitable<readonly (readonly TreeRow[])[]>;
}

/** Both sides: there is one writer. */
export interface TreeWrites extends TreeReads {
  /** Makes changes, each of another row, visible in one step. A power cut may undo it, but never without every later step. */
  write(changes: readonly TreeChange[]): Awaitable<void>;
  /**
   * Removes what only versions below one read, at most about `maxRows` rows.
   *
   * @returns how many went; fewer than `maxRows` when that was all
   */
  prune(version: bigint, maxRows: number): Awaitable<number>;
  /**
   * Removes the first rows of a range, which keep no past.
   *
   * @returns how many went; fewer than `maxRows` when that was all
   */
  remove(range: TreeRange, maxRows: number): Awaitable<number>;
  /** Removes all rows, in steps. */
  clear(): Awaitable<void>;
}

/** The rows of a state tree in a place of their own, next to the ledger: they can be made again from it. */
export interface TreeStore extends TreeWrites {
  /** Releases the place for another writer. Closing twice is fine. */
  close(): Awaitable<void>;
}
