import type { ServerLoad } from "@ledger/state-store";
import { Histogram, type MetricObjectWithValues, type MetricValue, Registry } from "prom-client";
import { type DeclaredMetric, declareMetrics, declareProcess, mainProcess, storeRetries } from "./declare.ts";

/** Bounds of the latency histogram, seconds. */
const durationBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** How much work of a kind there is. */
export interface WorkLoad {
  readonly running: number;
  /** For its turn. */
  readonly waiting: number;
  /** For something else, without a place. */
  readonly away: number;
  /** Asked for since the start, and refused of that. */
  readonly requests: number;
  readonly refused: number;
  /** Milliseconds that all of them together have waited for their turns. */
  readonly waitedMs: number;
}

/** The state of a process that answers requests, for a scrape. */
export interface ServingState {
  /** Open connections. */
  readonly connections: number;
  /** Work that has its turns, by kind. */
  readonly work: WorkLoads;
  /** Bytes of large answers that clients have not read yet. */
  readonly heldBytes: number;
  /** Large answers that are kept for other requests. */
  readonly kept: { readonly bytes: number; readonly hits: number; readonly misses: number };
  /** How often threads that make answers have ended with work to do, by thread. */
  readonly workThreadEnds: ThreadEnds;
  readonly streams: StreamCounts;
  /** Absent where there is no index of tables. */
  readonly subscriptions: StreamCounts | undefined;
  /** Connections to the database server, where there is one. */
  readonly store?: ServerLoad | undefined;
}

/** Ends of threads, by the name of the thread. */
export type ThreadEnds = readonly (readonly [thread: string, ends: number])[];

/** The streams of a process. */
export interface StreamCounts {
  readonly open: number;
  readonly opened: number;
  readonly refused: number;
  readonly ended: readonly (readonly [why: string, count: number])[];
  /** Bytes that clients have not taken. */
  readonly heldBytes: number;
}

/** Work by kind. */
export type WorkLoads = readonly (readonly [work: string, load: WorkLoad])[];

const readWork =
  (count: keyof WorkLoad) =>
  ({ work }: { readonly work: WorkLoads }): (readonly [string, number])[] =>
    work.map(([kind, load]) => [kind, load[count]]);

/** The metrics of work that has its turns, wherever there is some. */
export const workMetrics: readonly DeclaredMetric<{ readonly work: WorkLoads }>[] = [
  {
    name: "ledger_work_running",
    help: "Requests that are being answered, by kind of work.",
    label: "work",
    read: readWork("running"),
  },
  {
    name: "ledger_work_waiting",
    help: "Requests that wait for their turn, by kind of work.",
    label: "work",
    read: readWork("waiting"),
  },
  {
    name: "ledger_work_away",
    help: "Requests that wait for another node, by kind of work; they take no turn of others.",
    label: "work",
    read: readWork("away"),
  },
  {
    name: "ledger_work_requests_total",
    help: "Requests that were to have a turn, by kind of work.",
    label: "work",
    read: readWork("requests"),
  },
  {
    name: "ledger_work_waited_seconds_total",
    help: "Time that requests have waited for their turn, all together, by kind of work.",
    label: "work",
    read: ({ work }) => work.map(([kind, { waitedMs }]) => [kind, waitedMs / 1_000]),
  },
  {
    name: "ledger_work_refused_total",
    help: "Requests that were refused because there was too much work of their kind.",
    label: "work",
    read: readWork("refused"),
  },
];

/** The metrics of connections that are sent what follows. */
function countsOf(
  name: string,
  title: string,
  countsIn: (state: ServingState) => StreamCounts | undefined,
): readonly DeclaredMetric<ServingState | undefined>[] {
  const read =
    <K extends keyof StreamCounts>(count: K) =>
    (state: ServingState | undefined): StreamCounts[K] | undefined =>
      state && countsIn(state)?.[count];
  return [
    { name: `ledger_${name}s`, help: `${title} that are open.`, read: read("open") },
    { name: `ledger_${name}s_opened_total`, help: `${title} that were opened.`, read: read("opened") },
    {
      name: `ledger_${name}s_refused_total`,
      help: `${title} that were refused because there were too many.`,
      read: read("refused"),
    },
    {
      name: `ledger_${name}s_ended_total`,
      help: `${title} that have ended, by why: the client left, took nothing, had all there can be, could not be sent what follows, or was sent away.`,
      label: "why",
      read: read("ended"),
    },
    {
      name: `ledger_held_${name}_bytes`,
      help: `${title}: bytes that clients have not read yet.`,
      read: read("heldBytes"),
    },
  ];
}

const metrics: readonly DeclaredMetric<ServingState | undefined>[] = [
  { name: "ledger_http_connections", help: "Open connections.", read: (state) => state?.connections },
  {
    name: "ledger_held_answer_bytes",
    help: "Bytes of large answers that clients have not read yet.",
    read: (state) => state?.heldBytes,
  },
  {
    name: "ledger_work_thread_ends_total",
    help: "Times that a thread that makes answers ended before its work was done, because of time or memory: large answers, queries, streams.",
    label: "thread",
    read: (state) => state?.workThreadEnds,
  },
  {
    name: "ledger_kept_answer_bytes",
    help: "Bytes of large answers that are kept for other clients.",
    read: (state) => state?.kept.bytes,
  },
  {
    name: "ledger_kept_answers_total",
    help: "Large answers, by whether they were cached (hit) or had to be made (miss).",
    label: "result",
    read: (state) =>
      state && [
        ["hit", state.kept.hits],
        ["miss", state.kept.misses],
      ],
  },
  ...countsOf("stream", "Streams", (state) => state.streams),
  ...countsOf("subscription", "Subscriptions of GraphQL", (state) => state.subscriptions),
  {
    name: "ledger_store_connections",
    help: "Connections for reads to the database server.",
    read: (state) => state?.store?.connections,
  },
  {
    name: "ledger_store_waiting_reads",
    help: "Reads that wait for a connection to the database server.",
    read: (state) => state?.store?.waitingReads,
  },
  { ...storeRetries, read: (state) => state?.store?.retries },
];

/** Values of one process, as they cross to the one that is scraped. Plain data. */
export type MetricValues = readonly MetricObjectWithValues<MetricValue<string>>[];

/** The metrics of one process that answers requests. */
export class ServingMetrics {
  readonly #registry = new Registry();
  readonly #requests: Histogram<"operation_id" | "status">;
  /** Bound once: looking up labels takes longer than counting. */
  readonly #bound = new Map<string, Map<number, Histogram.Internal<"operation_id" | "status">>>();
  #state: (() => ServingState) | undefined;

  /** @param process - see {@link declareProcess} */
  constructor(process: string) {
    // The main process is described with the node.
    if (process !== mainProcess) declareProcess(this.#registry, process);
    this.#requests = new Histogram({
      name: "ledger_http_request_duration_seconds",
      help: "Time from a request to its answer, by operation and status.",
      labelNames: ["operation_id", "status"],
      buckets: durationBuckets,
      registers: [this.#registry],
    });
    declareMetrics(this.#registry, metrics, () => this.#state?.());
    declareMetrics(this.#registry, workMetrics, () => ({ work: this.#state?.().work ?? [] }));
  }

  /** Looks at what serves from now on. */
  watch(state: () => ServingState): void {
    this.#state = state;
  }

  /**
   * Counts an answer.
   *
   * @param operation - operation id, one of the API's
   */
  observe(operation: string, status: number, seconds: number): void {
    let statuses = this.#bound.get(operation);
    if (statuses === undefined) {
      statuses = new Map();
      this.#bound.set(operation, statuses);
    }
    let counter = statuses.get(status);
    if (counter === undefined) {
      counter = this.#requests.labels(operation, `${status}`);
      statuses.set(status, counter);
    }
    counter.observe(seconds);
  }

  collect(): Promise<MetricValues> {
    return this.#registry.getMetricsAsJSON();
  }
}
