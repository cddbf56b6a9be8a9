import type { MessagePort } from "node:worker_threads";
import type { PrunerReport } from "@ledger/state-store";
import type { FollowPhase, WaypointStatus } from "@ledger/sync";
import type { LedgerFunctions } from "../calls/ledger-calls.ts";
import type { StartOptions } from "../config/start-options.ts";
import type { IngestTallies } from "../metrics/ingest-tallies.ts";
import type { ChainReport } from "../network/chain-protocol.ts";
import type { StoreLocation } from "../store/location.ts";

/** Settings that the ingest worker is started with. Plain data: it crosses a thread boundary. */
export interface IngestSettings extends StartOptions {
  readonly location: StoreLocation;
}

/** Code of a failure of which the thread itself has ended. */
export const crashCode = "worker_crashed";

/** Reports of the ingest worker. */
export type IngestMessage =
  | { readonly type: "verified"; readonly facts: VerifiedFacts }
  | { readonly type: "continued"; readonly ledger: string; readonly version: bigint; readonly oldestVersion: bigint }
  /** There is something verified to serve: of the network of this node alone, or of another one. */
  | { readonly type: "ready"; readonly isLocal: boolean }
  | ({ readonly type: "progress" } & ProgressFacts)
  | { readonly type: "following"; readonly phase: FollowPhase; readonly head: bigint | undefined }
  | ({ readonly type: "pruned" } & Pick<
      PrunerReport,
      "oldestVersion" | "deletedRows" | "reclaimedBytes" | "lag" | "keepsUp"
    >)
  | IngestTallies
  /** How a ledger is begun that does not begin with genesis, and how far its state has been loaded. */
  | { readonly type: "mode"; readonly text: string }
  | { readonly type: "loading"; readonly version: bigint; readonly items: bigint; readonly totalItems: bigint }
  /** A pool of transactions begins, with none. Its calls go there, where it is in another thread. */
  | { readonly type: "pool"; readonly calls?: MessagePort }
  /** Of the network of this node alone. */
  | ChainReport
  /** The ledger has stopped. With `retryMs` it is tried again after so long, and `recovered` follows when it advances again. */
  | {
      readonly type: "failed";
      readonly code: string;
      readonly message: string;
      readonly retryMs?: number | undefined;
      /** True if another thread would fail in the same way. */
      readonly isForGood?: boolean | undefined;
    }
  | { readonly type: "recovered" }
  /** A thread that checks records has ended unexpectedly. Another one will take its place; what it had to do is done without it. */
  | { readonly type: "check_crashed"; readonly reason: string }
  /** Why nothing comes although there should be more; `undefined` when that is over. */
  | { readonly type: "stalled"; readonly reason: string | undefined }
  /** State of the trusted waypoint, and its version. */
  | { readonly type: "waypoint"; readonly status: WaypointStatus; readonly version: bigint };

/** Proven facts about a genesis, for the start-up lines. Hashes as text. */
export interface VerifiedFacts {
  readonly source: string;
  readonly chainId: number;
  readonly bytes: number;
  readonly stateKeys: number;
  readonly stateRoot: string;
  readonly transactionHash: string;
  readonly waypoint: string;
  /** True if the waypoint was compared with a trusted one; otherwise it was only computed. */
  readonly waypointTrusted: boolean;
}

/** How far the ledger has come. */
export interface ProgressFacts {
  /** Latest committed version. */
  readonly version: bigint;
  /** Latest version that the source is known to have. */
  readonly head: bigint | undefined;
  /** Records committed since the start. */
  readonly records: number;
}

/** Functions of the worker. */
export interface IngestFunctions extends LedgerFunctions {
  /** Ends it when its batch is committed. */
  stop(input: undefined): undefined;
}

/** Functions that the worker calls. */
export interface IngestListener {
  report(message: IngestMessage): undefined;
}
