import type { DecodePage } from "./decode-page.ts";
import type { Pacing } from "./pacing.ts";
import type { UpstreamEvent } from "./status.ts";
import type { Upstream } from "./upstream.ts";
import type { UpstreamPool } from "./upstream-pool.ts";

/** What fetching works with. */
export interface FetchContext {
  readonly pool: UpstreamPool;
  readonly pacing: Pacing;
  /** Chain id that every answer must name, once it is known. */
  readonly chainId: () => number | undefined;
  /** Whether the last root of every page is compared with another upstream's. */
  readonly compareRoots: boolean;
  readonly decodePage: DecodePage;
  readonly onEvent: (event: UpstreamEvent) => void;
}

/** Leaves an upstream alone for a while, and says so. */
export function reportFault(
  onEvent: FetchContext["onEvent"],
  upstream: Upstream,
  version: bigint,
  reason: string,
  retryAfterMs?: number,
): void {
  upstream.fail(retryAfterMs);
  onEvent({ kind: "faulty", upstream: upstream.name, reason, version });
}
