import type { UpstreamEvent } from "./status.ts";
import type { Retirement, Upstream } from "./upstream.ts";

/** The listeners for faults of upstreams. */
export interface FaultReport {
  readonly onEvent: (event: UpstreamEvent) => void;
}

/** Leaves an upstream alone for a while after a fault, and says so. */
export function reportFault(
  { onEvent }: FaultReport,
  upstream: Upstream,
  version: bigint,
  reason: string,
  retryAfterMs?: number,
): void {
  const waitMs = upstream.recordLane.fail(retryAfterMs);
  onEvent({ kind: "faulty", upstream: upstream.name, reason, version, waitMs });
}

/** Leaves an upstream alone that asked for fewer requests, and says so. */
export function reportRateLimit(
  { onEvent }: FaultReport,
  upstream: Upstream,
  version: bigint,
  retryAfterMs: number | undefined,
): void {
  const waitMs = upstream.recordLane.slowDown(retryAfterMs);
  onEvent({ kind: "rate_limited", upstream: upstream.name, reason: "status 429", version, waitMs });
}

/** Asks an upstream no more, and says so. */
export function retire(
  { onEvent }: FaultReport,
  upstream: Upstream,
  version: bigint,
  code: Retirement["code"],
  reason: string,
): void {
  if (upstream.retired !== undefined) return;
  upstream.retire({ code, reason: `${upstream.name}: ${reason}` });
  onEvent({ kind: "retired", upstream: upstream.name, reason, version, waitMs: undefined });
}
