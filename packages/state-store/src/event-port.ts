/** The place of an event: the version of its transaction, and its position among that transaction's events. */
export interface EventPlace {
  readonly version: bigint;
  /** Position in the events of its transaction. */
  readonly index: number;
}

/** A question for events by topic. */
export interface TopicQuery {
  /** One topic, or two: then events that have both. Keys as the committer gave them in `CommitRecord.topics`. */
  readonly topics: readonly [Uint8Array] | readonly [Uint8Array, Uint8Array];
  readonly order: "oldest_first" | "newest_first";
  /** First event of the page (inclusive), or what would come before it; the oldest or the newest one when absent. */
  readonly start?: EventPlace | undefined;
  /** Most events returned, at least 1. */
  readonly limit: number;
}

/**
 * A page of a listing of events, in the order of their places or the reverse. It can have fewer events than were asked for, even
 * none, and not be the last: of two topics a store looks at a bounded number of transactions that have only the first.
 */
export interface EventPage {
  readonly places: readonly EventPlace[];
  /** The start of the next page; absent on the last one. */
  readonly next: EventPlace | undefined;
}
