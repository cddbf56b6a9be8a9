/**
 * The phase of following an upstream.
 *
 * - `bootstrapping`: nothing was received yet
 * - `catching_up`: there are records to fetch
 * - `at_head`: everything the upstreams have was yielded
 * - `stalled`: there is more, or no upstream answers, and nothing came for ten seconds or longer
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#5.9 | Specification, ingest 5.9}
 */
export type FollowPhase = "bootstrapping" | "catching_up" | "at_head" | "stalled";

/** The report of a follower about its upstreams. */
export interface FollowStatus {
  readonly phase: FollowPhase;
  /** Latest version that any upstream was seen to have. */
  readonly head: bigint | undefined;
}

/**
 * Something an upstream did that its operator, or ours, may want to know.
 *
 * - `faulty`: an unusable answer, asked again later or elsewhere
 * - `rate_limited`: the upstream asked for fewer requests
 * - `retired`: the upstream is not asked any more
 */
export interface UpstreamEvent {
  readonly kind: "faulty" | "rate_limited" | "retired";
  /** Host and port of the upstream. */
  readonly upstream: string;
  readonly reason: string;
  /** First version of the request. */
  readonly version: bigint;
  /** Milliseconds for which the upstream is left alone. */
  readonly waitMs: number | undefined;
}
