import { type NodeHealth, unknownHealth } from "../health/node-health.ts";
import type { IndexEvent } from "../indexing/index-follower.ts";
import { crashCode, type IngestMessage } from "../ingest/protocol.ts";
import { GrowingCount } from "../metrics/growing-count.ts";
import type { ThreadLoad } from "../metrics/ingest-tallies.ts";
import type { TreeEvent } from "../proving/tree-thread.ts";
import type { ExecutionEvent } from "../replay/execution-follower.ts";

/** Changes in the life of a process that serves. */
export type ProcessChange = "started" | "ended" | "restarted";

/** The state of a running node besides its ledger, for its metrics and probes. */
export class NodeStatus {
  health: NodeHealth = unknownHealth;
  /** Latest version that the source of the ledger is known to have. */
  sourceVersion: bigint | undefined;
  readonly records = new GrowingCount();
  readonly deletedRows = new GrowingCount();
  readonly reclaimedBytes = new GrowingCount();
  readonly steps = new Map<string, GrowingCount>();
  readonly retries = new Map<string, GrowingCount>();
  pruner = { lag: 0n, keepsUp: true };
  load: ThreadLoad | undefined;
  /** Failures of the ledger since the start, crashes of its thread included. */
  failures = 0;
  /** Threads that ended unexpectedly and were replaced. */
  readonly threadCrashes = { ingest: 0, check: 0, chain: 0, index: 0, tree: 0, execution: 0 };
  /** The versions that were executed again; `undefined` where none are. */
  execution: Extract<ExecutionEvent, { kind: "progress" }> | undefined;
  /** How far the index of tables is; `undefined` where none is kept. */
  index: Extract<IndexEvent, { kind: "progress" }> | undefined;
  /** First version that is not in the state tree, 0 while it is built; `undefined` where none is kept. */
  tree: { readonly next: bigint } | undefined;
  /** Records with a false state root, counted since the start. */
  falseRoots = 0;
  /** Processes that answer requests, and how often one had to be started again. */
  readonly processes = { serving: 0, restarts: 0 };

  /** Notes a report of the thread that keeps the ledger. */
  note(message: IngestMessage): void {
    if (message.type === "progress") {
      this.records.take(message.records);
      this.sourceVersion = message.head ?? this.sourceVersion;
    } else if (message.type === "following") {
      this.sourceVersion = message.head ?? this.sourceVersion;
    } else if (message.type === "pruned") {
      this.pruner = message;
      this.deletedRows.take(message.deletedRows);
      this.reclaimedBytes.take(message.reclaimedBytes);
    } else if (message.type === "tallies") {
      this.load = message.load;
      takeCounts(this.steps, message.steps);
      takeCounts(this.retries, message.retries);
    } else if (message.type === "failed") {
      this.failures++;
      if (message.code === crashCode) this.threadCrashes.ingest++;
    } else if (message.type === "check_crashed") {
      this.threadCrashes.check++;
    } else if (message.type === "chain_crashed") {
      this.threadCrashes.chain++;
    }
  }

  /** Notes a report of the execution that follows the ledger. */
  noteExecution(event: ExecutionEvent): void {
    if (event.kind === "progress") this.execution = event;
    this.#noteFailure("execution", event);
  }

  /** Notes a report of the index that follows the ledger. */
  noteIndex(event: IndexEvent): void {
    if (event.kind === "progress") this.index = event;
    this.#noteFailure("index", event);
  }

  /** Notes a report of the state tree that follows the ledger. */
  noteTree(event: TreeEvent): void {
    this.#noteFailure("tree", event);
    if (event.kind !== "progress") return;
    if (event.phase === "differs") {
      this.falseRoots++;
      return;
    }
    this.tree = { next: event.phase === "grown" && event.version !== undefined ? event.version + 1n : 0n };
  }

  /** Counts what has stopped something that follows the ledger. */
  #noteFailure(thread: "execution" | "index" | "tree", event: ExecutionEvent | IndexEvent | TreeEvent): void {
    if (event.kind === "stalled" && event.reason !== undefined) this.threadCrashes[thread]++;
  }

  /** Notes what happened to a process that serves. */
  noteProcess(change: ProcessChange): void {
    if (change === "started") this.processes.serving++;
    else if (change === "ended") this.processes.serving--;
    else this.processes.restarts++;
  }
}

function takeCounts(known: Map<string, GrowingCount>, counts: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(counts)) {
    let count = known.get(name);
    if (count === undefined) {
      count = new GrowingCount();
      known.set(name, count);
    }
    count.take(value);
  }
}
