import type { LedgerIdentity, LedgerStore } from "@ledger/state-store";
import type { Waypoint } from "@ledger/types";
import type { BlockBounds } from "../checks/block-assembler.ts";
import type { IngestWarning } from "../checks/ingest-warning.ts";
import type { CheckPool } from "../checks/pages.ts";
import type { LedgerSource } from "../sources/ledger-source.ts";
import type { GenesisReport } from "../verify/verify-genesis.ts";
import type { WaypointStatus } from "../verify/waypoint-status.ts";
import type { StartLedger } from "./ledger-start.ts";
import type { IngestProgress } from "./progress.ts";

/** Options of `ingest`. */
export interface IngestOptions {
  /** The source of the records. */
  readonly source: LedgerSource;
  /** The store that takes verified blocks. Only this ingest may commit to it meanwhile. */
  readonly store: LedgerStore;
  /** A version and the hash that its ledger info must have: at genesis, or at a later end of an epoch. */
  readonly waypoint?: Waypoint | undefined;
  /** The network that is wanted, as far as it is known from elsewhere than the source. */
  readonly network?: Partial<LedgerIdentity> | undefined;
  /** Makes an empty store begin above version 0; it begins with genesis when absent. */
  readonly start?: StartLedger | undefined;
  /** Ends the ingest between two pages. What was verified and not yet committed is dropped. */
  readonly signal?: AbortSignal | undefined;
  /** Called after every commit. */
  readonly onProgress?: ((progress: IngestProgress) => void) | undefined;
  /** Called for what was accepted, or asked for again, with a reservation. */
  readonly onWarning?: ((warning: IngestWarning) => void) | undefined;
  /** Called with the reason when nothing comes although there should be more, and with `undefined` when that is over. */
  readonly onTrouble?: ((reason: string | undefined) => void) | undefined;
  /** Called when the network is agreed on and the store may be continued, before anything is read. */
  readonly onOpen?: (() => void) | undefined;
  /** Called with the status of the waypoint: before anything is read, and when its version is compared. */
  readonly onWaypoint?: ((status: Exclude<WaypointStatus, "none">) => void) | undefined;
  /** Called when genesis was verified, before it is committed. */
  readonly onGenesis?: ((report: GenesisReport) => void) | undefined;
  /** `strict` (default) refuses events that do not match their transaction info; `warn` keeps them as received. */
  readonly eventRoots?: "strict" | "warn" | undefined;
  /**
   * `every_block` keeps the Merkle tree of the whole state in memory and compares its root after every block. Not for ledgers
   * that begin lazily. `off` when absent.
   */
  readonly stateRoots?: "off" | "every_block" | undefined;
  /** Called after every commit with its last version; the next one waits for it: for what follows the ledger and must not fall far behind. */
  readonly keepPace?: ((version: bigint) => Promise<void>) | undefined;
  /** The threads that check pages; the calling thread when absent. It stays open. */
  readonly checkPool?: CheckPool | undefined;
  /** Records after which a batch is committed although more are waiting; 1,000 when absent. */
  readonly batchRecords?: number | undefined;
  /** Bytes after which a batch is committed although more are waiting; 16 MiB when absent. */
  readonly batchBytes?: number | undefined;
  /** Milliseconds that a verified block waits for more before it is committed; 10 when absent, 0 commits it at once. */
  readonly batchWaitMs?: number | undefined;
  /** Bounds on a single block. */
  readonly blockBounds?: BlockBounds | undefined;
}
