import type { GenesisReport } from "../verify/verify-genesis.ts";
import type { WaypointStatus } from "../verify/waypoint-status.ts";

/** How far an ingest has come. Everything counted here is committed. */
export interface IngestProgress {
  /** Latest committed version. */
  readonly version: bigint;
  /** Latest version that the source is known to have, if it says. */
  readonly head: bigint | undefined;
  /** Records committed by this run. */
  readonly records: number;
  /** Blocks committed by this run. */
  readonly blocks: number;
  /** Bytes of the records committed by this run, as the source sent them. */
  readonly bytes: number;
  /** Height of the latest block. */
  readonly blockHeight: bigint;
  /** Epoch of the latest block. */
  readonly epoch: bigint;
  /** Timestamp of the latest block, microseconds since the Unix epoch. */
  readonly timestampUsecs: bigint;
}

/** The result of an ingest. */
export interface IngestReport {
  /** Latest committed version; `undefined` when the store is still empty. */
  readonly version: bigint | undefined;
  /** Records committed by this run. */
  readonly records: number;
  /** Blocks committed by this run. */
  readonly blocks: number;
  /** Verified genesis, when this run took it in. */
  readonly genesis: GenesisReport | undefined;
  /** Records of an unfinished block at the end of the source; they were verified but not committed. */
  readonly pendingRecords: number;
  /** The result of the trusted waypoint. */
  readonly waypoint: WaypointStatus;
  /** Why it ended: the source has nothing more, or the signal stopped it. */
  readonly ended: "source_ended" | "aborted";
}
