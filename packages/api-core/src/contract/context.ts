import type { MoveView } from "@ledger/move";
import type { LedgerReader, LedgerSummary } from "@ledger/state-store";
import type { GasEstimator } from "../gas/gas-estimator.ts";
import type { TableTypesFinder } from "../tables/table-types.ts";
import type { Defer, LeaveSignal } from "../view/give-way.ts";
import type { LedgerMachine } from "../view/ledger-machine.ts";
import type { ApiConfig } from "./config.ts";
import { ApiError } from "./error.ts";
import type { LedgerCode } from "./ledger-code.ts";
import type { TransactionPool } from "./transaction-pool.ts";

/** What a handler works with: one picture of the ledger, and the store to read it from. */
export interface RequestContext {
  /** Taken once, before anything else; the headers of the answer come from the same value. */
  readonly ledger: LedgerSummary;
  readonly store: LedgerReader;
  readonly config: ApiConfig;
  readonly code: LedgerCode;
  readonly gas: GasEstimator;
  /** What tables are made of. */
  readonly tableTypes: TableTypesFinder;
  /** Runs the ledger's code. */
  readonly machine: LedgerMachine;
  /** Where submitted transactions wait; absent on a node that takes none. */
  readonly pool: TransactionPool | undefined;
  /** Lets others have their turn during a long call. */
  readonly defer: Defer | undefined;
  /** Says whether the client has left. */
  readonly signal: LeaveSignal | undefined;
  /** Microseconds since the Unix epoch. */
  readonly clock: () => bigint;
  /** Why the ledger has stopped advancing; `undefined` while it advances. */
  readonly fault: () => string | undefined;
  /** What became of the trusted waypoint; `undefined` when none was given. */
  readonly waypoint: () => string | undefined;
  /** The description of this API, and the page that shows it. */
  readonly documents: ApiDocuments;
}

/** Documents about the API itself. */
export interface ApiDocuments {
  json(): string;
  /** In OpenAPI 3.0.3. */
  json30(): string;
  /** Of the operations and answers in JSON. */
  jsonOnly(): string;
  yaml(): string;
  html(): string;
}

/**
 * The version that a state read is about: the requested one, or the latest.
 * @throws ApiError `version_not_found` above the latest, `version_pruned` below the oldest
 * @see Ledger specification, REST API §1.9
 */
export function resolveVersion(ledger: LedgerSummary, requested: bigint | undefined): bigint {
  if (requested === undefined) return ledger.version;
  if (requested > ledger.version) throw versionNotFound(requested, ledger.version);
  if (requested < ledger.oldestVersion) throw versionPruned(requested, ledger.oldestVersion);
  return requested;
}

/** Decodes and encodes Move values by the code at one version. */
export function moveView(context: RequestContext, version: bigint): MoveView {
  return context.code.viewAt(version, context.ledger);
}

/** The answer to a version above the latest. */
export function versionNotFound(requested: bigint, latest: bigint): ApiError {
  return new ApiError("version_not_found", `ledger version ${requested} is not found: the latest is ${latest}`);
}

/** The answer to a version below the watermark. */
export function versionPruned(requested: bigint, oldest: bigint): ApiError {
  return new ApiError("version_pruned", `ledger version ${requested} is pruned: the oldest is ${oldest}`, {
    isUnknownHere: true,
  });
}
