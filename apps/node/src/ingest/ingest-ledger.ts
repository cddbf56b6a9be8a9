import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { TransactionPool } from "@ledger/api-core";
import { type LedgerIdentity, type LedgerStore, type PruneWindows, runPruner, StoreError } from "@ledger/state-store";
import {
  checkPassedWaypoint,
  type GenesisReport,
  type IngestOptions,
  type IngestWarning,
  ingest,
  type StateReader,
  SyncError,
  unreachableWaypoint,
  type WaypointStatus,
} from "@ledger/sync";
import { readWaypoint, type ThreadedCheckPool } from "@ledger/sync/node";
import { formatHash, formatWaypoint, hashTransaction, type Waypoint } from "@ledger/types";
import { keepsTree } from "../config/keeps-tree.ts";
import { paceBound, TreePace } from "../proving/tree-pace.ts";
import { bytesBeside } from "../store/bytes-beside.ts";
import { openReader } from "../store/open-store.ts";
import { chooseLedger, type Ledger } from "./choose-ledger.ts";
import { describeFailure } from "./describe-failure.ts";
import { applyNamedNetwork } from "./named-network.ts";
import type { IngestMessage, IngestSettings, VerifiedFacts } from "./protocol.ts";

/** Parts of one run of the ingest worker. */
export interface IngestRun {
  readonly settings: IngestSettings;
  readonly store: LedgerStore;
  readonly signal: AbortSignal;
  readonly post: (message: IngestMessage) => void;
  /** Threads that records are decoded and checked in. */
  readonly checkPool: ThreadedCheckPool;
  /** Called with the followed upstreams whenever they are opened; those of a fork tell of one version only. */
  readonly onUpstreams: (state: StateReader, pinnedVersion?: bigint) => void;
  /** Called with the pool of transactions whenever one is opened in this thread, and with `undefined` when there is none. */
  readonly onPool: (pool: TransactionPool | undefined) => void;
}

/** Wait before the ledger is tried again after a failure, milliseconds: doubled by each failure without a block between. */
const retryAfter = { shortest: 1_000, longest: 60_000 } as const;

/** Wait before pruning is tried again, milliseconds. */
const pruneRetry = 10_000;

/**
 * Takes the configured ledger into the store and prunes it, until the signal stops it. Reports `ready` as soon
 * as there is something verified to serve.
 */
export async function ingestLedger(run: IngestRun): Promise<void> {
  const { store, signal, post, checkPool } = run;
  const stored = await store.summary();
  const { settings, identity } = applyNamedNetwork(run.settings, stored);
  const waypoint = settings.waypoint === undefined ? undefined : await readWaypoint(settings.waypoint);
  const ledger = await chooseLedger({ settings, store, post, decodePage: checkPool.decodePage }, stored, waypoint);
  if (waypoint !== undefined && ledger.lastVersion !== undefined && waypoint.version > ledger.lastVersion) {
    throw unreachableWaypoint(
      waypoint.version,
      `the ledger ends at version ${ledger.lastVersion} and has no source that continues it`,
    );
  }
  let announced = false;
  const announce = (): void => {
    if (!announced) post({ type: "ready", isLocal: ledger.isLocal === true });
    announced = true;
  };
  const announceStored = (): void => {
    if (stored === undefined) return;
    post({ type: "continued", ledger: ledger.name, version: stored.version, oldestVersion: stored.oldestVersion });
    announce();
  };

  const stopPruning = new AbortController();
  const pruning = keepPruned(run, ledger, AbortSignal.any([signal, stopPruning.signal]));
  try {
    const { open } = ledger;
    if (open === undefined) {
      if (waypoint !== undefined) reportWaypoint(post, waypoint, await checkPassedWaypoint(store, waypoint));
      announceStored();
    } else {
      const network = { ...(ledger.genesis && { genesisHash: hashTransaction(ledger.genesis) }), ...identity };
      const announcements = { announceStored, announce, isServing: () => announced };
      await keepingPace(run, ledger, (keepPace) =>
        takeIn(run, ledger, open, { waypoint, network }, { ...announcements, keepPace }),
      );
    }
    if (!signal.aborted) await once(signal, "abort");
  } finally {
    stopPruning.abort();
    await pruning;
  }
}

/** Takes a ledger in no faster than its state tree can follow, where one is kept. */
async function keepingPace(
  { settings, signal }: IngestRun,
  { windows }: Ledger,
  work: (keepPace: IngestOptions["keepPace"]) => Promise<void>,
): Promise<void> {
  if (!keepsTree(settings)) return work(undefined);
  const reader = await openReader(settings.location, true);
  try {
    await work(reader.tree && new TreePace(reader.tree, paceBound(windows), signal).keep);
  } finally {
    await reader.close();
  }
}

/** How it is said that there is something verified to serve, and what commits wait for. */
interface Announcements extends Pick<IngestOptions, "keepPace"> {
  readonly announceStored: () => void;
  readonly announce: () => void;
  readonly isServing: () => boolean;
}

/** Facts that the ledger must match. */
interface Expected {
  readonly waypoint: Waypoint | undefined;
  readonly network: Partial<LedgerIdentity>;
}

/**
 * Takes a ledger in for as long as its source continues. Stored records are still served after a failure, and the source
 * is tried again: most faults are outside of the node, and end.
 *
 * @throws what ended the first attempt before the ledger was agreed on, and what no further attempt would change: then the node does not
 * start
 */
async function takeIn(
  { settings, store, signal, post, onUpstreams, onPool, checkPool }: IngestRun,
  ledger: Ledger,
  open: NonNullable<Ledger["open"]>,
  { waypoint, network }: Expected,
  { announceStored, announce, isServing, keepPace }: Announcements,
): Promise<void> {
  let failures = 0;
  for (let attempt = 0; ; attempt++) {
    const recover = (): void => {
      if (failures > 0) post({ type: "recovered" });
      failures = 0;
    };
    try {
      const { source, start, upstreams, pool, settle, fork } = await open(attempt);
      if (upstreams !== undefined) onUpstreams(upstreams.state);
      if (fork !== undefined) onUpstreams(fork.state, fork.point.version);
      onPool(pool);
      await ingest({
        source,
        store,
        start,
        waypoint,
        network,
        checkPool,
        eventRoots: settings.eventRoots,
        keepPace,
        stateRoots: settings.stateRoots ?? (ledger.isLocal && !ledger.isFork ? "every_block" : "off"),
        // A request that waits for a transaction waits for its commit.
        batchWaitMs: ledger.isLocal ? 0 : undefined,
        signal,
        onTrouble: (reason) => post({ type: "stalled", reason }),
        onOpen: announceStored,
        onWaypoint: (status) => waypoint && reportWaypoint(post, waypoint, status),
        onGenesis: (report) => post({ type: "verified", facts: genesisFacts(ledger, report) }),
        onWarning: (warning) => post({ type: "warning", text: describeWarning(warning) }),
        onProgress: ({ version, head, records }) => {
          announce();
          recover();
          // First the requests that wait for a transaction, then the pool, which may know it a little longer.
          post({ type: "progress", version, head, records });
          settle?.(version);
        },
      });
      if (!signal.aborted && (await store.summary()) === undefined) {
        throw new SyncError("gap", `${source.name} has no block to start from; name an upstream with --follow`);
      }
      return recover();
    } catch (error) {
      if (signal.aborted || !isServing() || isForGood(settings, error)) throw error;
      onPool(undefined);
      // A server that cannot be reached is tried for half a minute before it is given up: the pauses are in there.
      const isPaced = error instanceof StoreError && error.code === "unavailable";
      const retryMs = isPaced ? retryAfter.shortest : Math.min(retryAfter.shortest * 2 ** failures, retryAfter.longest);
      failures += 1;
      post({ type: "failed", ...describeFailure(error), retryMs });
      await delay(retryMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
    }
  }
}

/** Returns true if retrying cannot help: a folder does not change, but a server may answer differently later. */
function isForGood({ backup, follow }: IngestSettings, error: unknown): boolean {
  const isFolder = backup !== undefined && !/^https?:/i.test(backup);
  return isFolder && follow === undefined && error instanceof SyncError;
}

/** Keeps the store within the ledger's windows. What fails, on a full disk for one, is tried again. */
async function keepPruned(
  { store, post, settings }: IngestRun,
  { windows }: Ledger,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await runPruner({
        store,
        windows,
        otherBytes: () => bytesBeside(settings.location),
        signal,
        slackVersions: slackOf(windows),
        onProgress: ({ oldestVersion, deletedRows, reclaimedBytes, lag, keepsUp }) =>
          post({ type: "pruned", oldestVersion, deletedRows, reclaimedBytes, lag, keepsUp }),
      });
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      post({ type: "warning", text: `pruning failed and will be retried: ${error.message}` });
      await delay(pruneRetry, undefined, { signal }).catch(() => undefined);
    }
  }
}

function reportWaypoint(post: IngestRun["post"], { version }: Waypoint, status: WaypointStatus): void {
  post({ type: "waypoint", status, version });
}

/** Small windows are kept closely, large ones in large runs, which delete faster. */
function slackOf({ versions }: PruneWindows): bigint | undefined {
  return versions === undefined || versions > 20_000n ? undefined : versions / 20n;
}

function describeWarning(warning: IngestWarning): string {
  switch (warning.kind) {
    case "opaque_transaction":
      return `version ${warning.version}: this release does not know this kind of transaction; its bytes are kept`;
    case "event_root":
      return `version ${warning.version}: the events do not match their root and were kept: expected ${warning.expected}, found ${warning.actual}`;
    case "refused":
      return warning.error.message;
  }
}

function genesisFacts(ledger: Ledger, report: GenesisReport): VerifiedFacts {
  return {
    source: ledger.name,
    chainId: report.identity.chainId,
    bytes: report.record.transaction.length,
    stateKeys: report.stateKeys,
    stateRoot: formatHash(report.stateRoot),
    transactionHash: formatHash(report.identity.genesisHash),
    waypoint: formatWaypoint(report.waypoint),
    waypointTrusted: report.waypointMatched,
  };
}
