/**
 * A place in the ledger as streams count it: what a version has comes in the order of its indexes. An event has its position among those
 * of the transaction; changes, the transaction and the end of a block follow.
 */
export interface StreamPlace {
  /** Ledger version; -1 before the first. */
  readonly version: bigint;
  readonly index: number;
}

/** A place with what tells the ledger from another one that has the same versions. */
export interface StreamMark extends StreamPlace {
  /** First eight bytes of the hash of the block that holds the version, as hex; absent for places that a client has made up. */
  readonly tag?: string | undefined;
}

/** A wish of a client: a filter, and the place to begin after. */
export interface StreamRequest {
  /** The filter as text, equal for equal filters. */
  readonly filter: string;
  /** The place that the stream begins after; the newest when absent. */
  readonly after: StreamMark | undefined;
}

/** A part of a stream that is asked for, for several filters at once. Plain data: it crosses to threads. */
export interface StreamQuestion {
  /** See {@link StreamRequest.filter}. */
  readonly filters: readonly string[];
  readonly after: StreamMark;
  /** Last version of the part. */
  readonly to: bigint;
  /** Bytes after which the part ends. */
  readonly mostBytes: number;
}

/** A part of a stream. */
export interface StreamPage {
  /** Everything that the filters want, in the order of its places. */
  readonly items: Uint8Array;
  /** For each filter where its items begin and end, in turn, in {@link items}. */
  readonly spans: readonly (readonly number[])[];
  /** The place that all of it comes before or is at. */
  readonly next: StreamMark;
  /** True if nothing of what was asked for is left after it. */
  readonly isEnd: boolean;
}
