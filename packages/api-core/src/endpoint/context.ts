import { nextBlockTime } from "@ledger/executor";
import type { MoveView } from "@ledger/move";
import type { ExecutionReader, LedgerReader, LedgerSummary } from "@ledger/state-store";
import type { Defer, LeaveSignal } from "../contract/api.ts";
import type { ApiConfig } from "../contract/config.ts";
import { versionNotFound, versionPruned } from "../contract/error.ts";
import type { SignedLedger } from "../contract/signed-ledger.ts";
import type { TableLists } from "../contract/table-lists.ts";
import type { TransactionPool } from "../contract/transaction-pool.ts";
import type { GasEstimator } from "../gas/gas-estimator.ts";
import type { LedgerCode } from "../ledger/ledger-code.ts";
import type { ExecutionPlace, LedgerMachine } from "../machine/ledger-machine.ts";
import type { TableTypesFinder } from "../tables/table-types.ts";
import type { ApiDocuments } from "./api-documents.ts";

/** A handler's picture of the ledger, the store to read it from, and the services of the API. */
export interface RequestContext {
  /** Taken once, before anything else; the headers of the answer come from the same value. */
  readonly ledger: LedgerSummary;
  readonly store: LedgerReader;
  readonly config: ApiConfig;
  readonly code: LedgerCode;
  readonly gas: GasEstimator;
  /** Finds the types of tables. */
  readonly tableTypes: TableTypesFinder;
  /** Runs the ledger's code. */
  readonly machine: LedgerMachine;
  /** The pool of submitted transactions; absent on a node that takes none. */
  readonly pool: TransactionPool | undefined;
  /** Lets others have their turn during a long call. */
  readonly defer: Defer | undefined;
  /** Says whether the client has left. */
  readonly signal: LeaveSignal | undefined;
  /** Microseconds since the Unix epoch. */
  readonly clock: () => bigint;
  /** The clock that blocks are made by, microseconds since the Unix epoch; absent where others make them. */
  readonly blockClock: (() => bigint) | undefined;
  /** Why the ledger has stopped advancing; `undefined` while it advances. */
  readonly fault: () => string | undefined;
  /** A fault with which all is served nevertheless; `undefined` while all is well. */
  readonly degraded: () => string | undefined;
  /** State of the trusted waypoint; `undefined` when none was given. */
  readonly waypoint: () => string | undefined;
  /** How far the index of the GraphQL tables is; `undefined` once it has caught up, and where there is none. */
  readonly index: () => string | undefined;
  /** The results of executing the ledger again. */
  readonly execution: ExecutionReader;
  /** Signed ledger infos; absent on a node that holds none. */
  readonly signed: SignedLedger | undefined;
  /** Answers lists from an index of the ledger's tables; absent where there is none. */
  readonly lists: TableLists | undefined;
  /** The description of this API, and the page that shows it. */
  readonly documents: ApiDocuments;
}

/** The part of a {@link RequestContext} that running code takes: of the store, values are read one by one. */
export interface RunContext extends Omit<RequestContext, "store"> {
  readonly store: Pick<LedgerReader, "readState">;
}

/**
 * The version that a state read is about: the requested one, or the latest.
 * @throws ApiError `version_not_found` above the latest, `version_pruned` below the oldest
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#1.9 | Specification, REST API 1.9}
 */
export function resolveVersion(ledger: LedgerSummary, requested: bigint | undefined): bigint {
  if (requested === undefined) return ledger.version;
  if (requested > ledger.version) throw versionNotFound(requested, ledger.version);
  if (requested < ledger.oldestVersion) throw versionPruned(requested, ledger.oldestVersion);
  return requested;
}

/** Decodes and encodes Move values by the code at one version. */
export function moveView(context: Pick<RequestContext, "code" | "ledger">, version: bigint): MoveView {
  return context.code.viewAt(version, context.ledger);
}

/** The state of a kept version, to run code on. */
export function stateAt(context: RunContext, version: bigint): ExecutionPlace {
  const { ledger, store, code, defer, signal } = context;
  const codeEra = version < ledger.lastModuleVersion ? undefined : code.era(ledger);
  return { store, version, incarnation: ledger.incarnation, codeEra, defer, signal };
}

/**
 * The state to call a view on: that of the version that is asked for, or the latest, at its own time.
 *
 * @throws ApiError as {@link resolveVersion}
 */
export function requestedState(context: RunContext, requested: bigint | undefined): ExecutionPlace {
  return stateAt(context, resolveVersion(context.ledger, requested));
}

/**
 * The state to simulate on: that of the version that is asked for, at its own time, or the latest as the next block will see it.
 *
 * @throws ApiError as {@link resolveVersion}
 */
export function simulatedState(context: RunContext, requested: bigint | undefined): ExecutionPlace {
  const { ledger, blockClock } = context;
  const place = requestedState(context, requested);
  if (requested !== undefined || blockClock === undefined) return place;
  return { ...place, timeUsecs: nextBlockTime(blockClock(), ledger.timestampUsecs) };
}
