import type { RecordAgreement } from "./agreement.ts";
import type { DecodePage } from "./decode-page.ts";
import type { Pacing } from "./pacing.ts";
import type { FaultReport } from "./report-fault.ts";
import type { Upstream } from "./upstream.ts";
import type { UpstreamPool } from "./upstream-pool.ts";

/** The means of fetching. */
export interface FetchContext extends FaultReport {
  readonly pool: UpstreamPool;
  readonly pacing: Pacing;
  readonly agreement: RecordAgreement;
  /** Returns true if an answer is of the followed network; an upstream of another one is retired. */
  readonly expectChain: (upstream: Upstream, version: bigint) => boolean;
  readonly decodePage: DecodePage;
}
