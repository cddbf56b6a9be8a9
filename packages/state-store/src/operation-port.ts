/** Things that a database server says of the ledger that it keeps. */
export interface ServerStats {
  /** Time that is left of the writer's lease, milliseconds; absent where no writer holds it. A writer renews it in time. */
  readonly leaseLeftMs: number | undefined;
  /** Age of the newest transaction that the asked server has, milliseconds; absent on a primary. A writer makes some every few seconds. */
  readonly replicaLagMs: number | undefined;
  /** True if the server compares each page with a checksum when it reads it; absent for an engine that has checksums of its own. */
  readonly hasPageChecksums: boolean | undefined;
}

/** How busy the connections to a database server are. */
export interface ServerLoad {
  /** Connections for reads that are open or being opened. */
  readonly connections: number;
  /** Reads that wait for a connection. */
  readonly waitingReads: number;
  /** Counts of what was tried again, by SQLSTATE; `connection` for what failed with its connection. */
  readonly retries: ReadonlyMap<string, number>;
}

/** Options of `LedgerReader.verify`, for stores that take long. */
export interface VerifyOptions {
  /** Ends the check between two ranges. */
  readonly signal?: AbortSignal | undefined;
  /** Called after each range: first those of the records, then those of the state. */
  readonly onProgress?: ((progress: VerifyProgress) => void) | undefined;
}

/** How far a check of a store is. */
export interface VerifyProgress {
  readonly part: "records" | "state";
  /** Part of it that has been looked at, 0 to 1. */
  readonly share: number;
}
