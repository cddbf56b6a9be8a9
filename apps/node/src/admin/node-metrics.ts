import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import type { LedgerReader, LedgerSummary, StoreStats } from "@ledger/state-store";
import type { Awaitable } from "@ledger/types";
import { Registry } from "prom-client";
import manifest from "../../package.json" with { type: "json" };
import { answerSoon } from "../health/probes.ts";
import { type DeclaredMetric, declareMetrics, declareProcess, mainProcess, storeRetries } from "../metrics/declare.ts";
import { type MetricValues, type WorkLoads, workMetrics } from "../metrics/serving-metrics.ts";
import { noCounts } from "../replay/protocol.ts";
import type { StoreLocation } from "../store/location.ts";
import type { NodeStatus } from "./node-status.ts";

/** The state of a node for one scrape. */
interface NodePicture {
  readonly status: NodeStatus;
  readonly ledger: LedgerSummary | undefined;
  readonly store: StoreStats | undefined;
  readonly diskFreeBytes: number | undefined;
}

const microseconds = 1e6;

const toSeconds = (milliseconds: number | undefined): number | undefined => milliseconds && milliseconds / 1_000;

const headTime = ({ ledger }: NodePicture): number | undefined =>
  ledger && Number(ledger.timestampUsecs) / microseconds;

function lagVersions({ ledger, status }: NodePicture): bigint | undefined {
  if (ledger === undefined || status.sourceVersion === undefined) return undefined;
  return status.sourceVersion > ledger.version ? status.sourceVersion - ledger.version : 0n;
}

function lagSeconds(picture: NodePicture): number | undefined {
  const [lag, time] = [lagVersions(picture), headTime(picture)];
  if (lag === undefined || time === undefined) return undefined;
  return lag === 0n ? 0 : Math.max(0, Date.now() / 1_000 - time);
}

function versionsBehind(next: bigint | undefined, version: bigint | undefined): bigint {
  return next === undefined || version === undefined || next > version ? 0n : version + 1n - next;
}

function troubles({ status }: NodePicture): (readonly [string, number])[] {
  const { fault, stall, withheld } = status.health;
  return Object.entries({ fault, stall, withheld }).map(([kind, reason]) => [kind, reason === undefined ? 0 : 1]);
}

/** The metrics of a node as a whole. Requests and processes have theirs in `serving-metrics.ts`. */
const metrics: readonly DeclaredMetric<NodePicture>[] = [
  {
    name: "ledger_build_info",
    help: "Always 1; the label names the version of the program.",
    label: "version",
    read: () => [[manifest.version, 1]],
  },
  { name: "ledger_version", help: "Latest committed version.", read: ({ ledger }) => ledger?.version },
  {
    name: "ledger_oldest_version",
    help: "Oldest version whose state can be read.",
    read: ({ ledger }) => ledger?.oldestVersion,
  },
  {
    name: "ledger_oldest_record_version",
    help: "Oldest version whose record is kept.",
    read: ({ ledger }) => ledger?.oldestLedgerVersion,
  },
  { name: "ledger_block_height", help: "Height of the latest block.", read: ({ ledger }) => ledger?.blockHeight },
  { name: "ledger_epoch", help: "Epoch of the latest block.", read: ({ ledger }) => ledger?.epoch },
  {
    name: "ledger_head_timestamp_seconds",
    help: "Time of the latest block, seconds since the Unix epoch.",
    read: headTime,
  },
  {
    name: "ledger_source_version",
    help: "Latest version that the source of the ledger is known to have.",
    read: ({ status }) => status.sourceVersion,
  },
  {
    name: "ledger_lag_versions",
    help: "Versions that the source has and this node does not have yet.",
    read: lagVersions,
  },
  {
    name: "ledger_lag_seconds",
    help: "Age of the latest block while the source has later ones, else 0.",
    read: lagSeconds,
  },
  {
    name: "ledger_records_committed_total",
    help: "Records that were verified and committed.",
    read: ({ status }) => status.records.total,
  },
  {
    name: "ledger_failures_total",
    help: "Times that following the ledger failed and was retried.",
    read: ({ status }) => status.failures,
  },
  {
    name: "ledger_thread_crashes_total",
    help: "Times that threads failed and were started again: that which keeps the ledger (ingest), those that check records (check), that which makes the blocks of a local network (chain), and those that follow the ledger (index, tree, execution).",
    label: "thread",
    read: ({ status }) => Object.entries(status.threadCrashes),
  },
  {
    name: "ledger_trouble",
    help: "1 for what is wrong now: the ledger has stopped (fault), no new records arrive (stall), or the ledger is not served (withheld).",
    label: "kind",
    read: troubles,
  },
  {
    name: "ledger_pruner_lag_versions",
    help: "Versions of state outside the windows that are not pruned yet.",
    read: ({ status }) => status.pruner.lag,
  },
  {
    name: "ledger_pruner_keeps_up",
    help: "0 while each run of the pruner starts with more work than the previous one, else 1.",
    read: ({ status }) => (status.pruner.keepsUp ? 1 : 0),
  },
  {
    name: "ledger_pruned_rows_total",
    help: "Rows that the pruner has deleted.",
    read: ({ status }) => status.deletedRows.total,
  },
  {
    name: "ledger_reclaimed_bytes_total",
    help: "Bytes that were returned to the file system.",
    read: ({ status }) => status.reclaimedBytes.total,
  },
  { name: "ledger_store_file_bytes", help: "Size of the database.", read: ({ store }) => store?.fileBytes },
  { name: "ledger_store_wal_bytes", help: "Size of the write-ahead log.", read: ({ store }) => store?.walBytes },
  {
    name: "ledger_store_free_bytes",
    help: "Free bytes inside the database file.",
    read: ({ store }) => store?.freeBytes,
  },
  {
    name: "ledger_store_unmerged_rows",
    help: "State values in the block log that are not merged into the state table yet.",
    read: ({ store }) => store?.unmergedRows,
  },
  {
    name: "ledger_store_sweep_lag_versions",
    help: "Versions below the oldest one whose rows are not deleted yet.",
    read: ({ store }) => store?.sweepLag,
  },
  {
    name: "ledger_store_steps_total",
    help: "Writes of the store, by kind: commit, merge, prune, compact, checkpoint, create.",
    label: "step",
    read: ({ status }) => Array.from(status.steps, ([step, { total }]) => [step, total] as const),
  },
  {
    name: "ledger_store_lease_left_seconds",
    help: "Time that is left of the writer's lease on a database server; a writer renews it in time.",
    read: ({ store }) => toSeconds(store?.server?.leaseLeftMs),
  },
  {
    name: "ledger_store_replica_lag_seconds",
    help: "Age of the newest transaction that the asked replica has; a writer makes some every few seconds.",
    read: ({ store }) => toSeconds(store?.server?.replicaLagMs),
  },
  {
    ...storeRetries,
    read: ({ status }) => Array.from(status.retries, ([state, { total }]) => [state, total] as const),
  },
  {
    name: "ledger_disk_free_bytes",
    help: "Free bytes on the database's disk.",
    read: ({ diskFreeBytes }) => diskFreeBytes,
  },
  {
    name: "ledger_ingest_utilization_ratio",
    help: "Share of the last second in which the thread that keeps the ledger was busy.",
    read: ({ status }) => status.load?.utilization,
  },
  {
    name: "ledger_ingest_delay_p99_seconds",
    help: "99th percentile of the delay of its event loop in the last second.",
    read: ({ status }) => status.load?.delayP99,
  },
  {
    name: "ledger_ingest_delay_max_seconds",
    help: "Longest delay of its event loop in the last second.",
    read: ({ status }) => status.load?.delayMax,
  },
  {
    name: "ledger_execution_versions_total",
    help: "Versions that were executed again, by outcome, those of earlier runs included.",
    label: "outcome",
    read: ({ status }) => Object.entries(status.execution?.counts ?? noCounts),
  },
  {
    name: "ledger_execution_lag_versions",
    help: "Committed versions that are still to be executed again; 0 where none is.",
    read: ({ status: { execution } }) => (execution === undefined ? 0 : execution.head - execution.version),
  },
  {
    name: "ledger_index_lag_versions",
    help: "Committed versions that are not in the index of tables yet; 0 where none is kept.",
    read: ({ ledger, status: { index } }) => versionsBehind(index?.next, ledger?.version),
  },
  {
    name: "ledger_proofs_lag_versions",
    help: "Committed versions that are not in the state tree yet, all while it is built; 0 where none is kept.",
    read: ({ ledger, status: { tree } }) => versionsBehind(tree?.next, ledger?.version),
  },
  {
    name: "ledger_false_state_roots_total",
    help: "Blocks whose records claim a state root that their state does not have, found since the start; the first one known counts again.",
    read: ({ status }) => status.falseRoots,
  },
  {
    name: "ledger_serving_processes",
    help: "Processes that answer requests.",
    read: ({ status }) => status.processes.serving,
  },
  {
    name: "ledger_serving_restarts_total",
    help: "Processes that ended unexpectedly and were replaced.",
    read: ({ status }) => status.processes.restarts,
  },
];

/** Reads the metrics of a node as a whole. */
export class NodeMetrics {
  readonly #registry = new Registry();
  readonly #status: NodeStatus;
  readonly #location: StoreLocation;
  #picture: NodePicture;
  #work: () => WorkLoads = () => [];

  constructor(status: NodeStatus, location: StoreLocation) {
    this.#status = status;
    this.#location = location;
    this.#picture = { status, ledger: undefined, store: undefined, diskFreeBytes: undefined };
    declareProcess(this.#registry, mainProcess);
    declareMetrics(this.#registry, metrics, () => this.#picture);
    declareMetrics(this.#registry, workMetrics, () => ({ work: this.#work() }));
  }

  /** Looks at the work of the admin address from now on. */
  watch(work: () => WorkLoads): void {
    this.#work = work;
  }

  /**
   * Reads the values of a scrape. One that cannot be read is left out, because the rest is wanted most then.
   *
   * @param reader - of the ledger, once there is one
   */
  async collect(reader: Awaitable<LedgerReader | undefined>): Promise<MetricValues> {
    const [ledger, store, diskFreeBytes] = await Promise.all([
      orNothing(() => answerSoon(async () => (await reader)?.summary())),
      orNothing(() => answerSoon(async () => (await reader)?.stats())),
      orNothing(() => this.#readDiskFree()),
    ]);
    this.#picture = { status: this.#status, ledger, store, diskFreeBytes };
    return this.#registry.getMetricsAsJSON();
  }

  async #readDiskFree(): Promise<number | undefined> {
    if (this.#location.kind !== "sqlite") return undefined;
    const { bavail, bsize } = await statfs(dirname(this.#location.path));
    return bavail * bsize;
  }
}

async function orNothing<T>(read: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch {
    return undefined;
  }
}
