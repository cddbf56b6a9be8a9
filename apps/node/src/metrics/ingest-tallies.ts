import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import type { LedgerReader } from "@ledger/state-store";
import type { StoreStep } from "@ledger/state-store/sqlite";

/** How often each kind of write of the store was made since the thread began. */
export type StoreStepCounts = Readonly<Partial<Record<StoreStep, number>>>;

/** How busy a thread was since the last report. */
export interface ThreadLoad {
  /** Share of the time in which it worked, 0 to 1. */
  readonly utilization: number;
  /** 99th percentile and longest time that its event loop was held, seconds. */
  readonly delayP99: number;
  readonly delayMax: number;
}

/** Tallies that the thread that keeps the ledger reports for the metrics. */
export interface IngestTallies {
  readonly type: "tallies";
  readonly steps: StoreStepCounts;
  readonly load: ThreadLoad;
  /** Reads and writes that a database server failed and that were tried again, by SQLSTATE. */
  readonly retries: Readonly<Record<string, number>>;
}

/** Milliseconds between two reports. */
const interval = 1_000;
const resolutionMs = 10;
const nanosecondsPerSecond = 1e9;

/** Counts the writes of a store and what was tried again, and reports them with the load of this thread once a second. */
export class TallyReporter {
  readonly #steps: Partial<Record<StoreStep, number>> = {};
  readonly #delay = monitorEventLoopDelay({ resolution: resolutionMs });
  readonly #timer: NodeJS.Timeout;
  /** The store, once it is open. */
  store: Pick<LedgerReader, "load"> | undefined;
  #utilization = performance.eventLoopUtilization();

  constructor(post: (tallies: IngestTallies) => void) {
    this.#delay.enable();
    this.#timer = setInterval(() => post(this.#report()), interval).unref();
  }

  /** Called by the store around every write. */
  readonly onStep = (step: StoreStep, moment: "before" | "after"): void => {
    if (moment === "after") this.#steps[step] = (this.#steps[step] ?? 0) + 1;
  };

  close(): void {
    clearInterval(this.#timer);
    this.#delay.disable();
  }

  #report(): IngestTallies {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, this.#utilization);
    this.#utilization = now;
    const seconds = (nanoseconds: number): number =>
      Math.max(0, (Number.isFinite(nanoseconds) ? nanoseconds : 0) / nanosecondsPerSecond - resolutionMs / 1_000);
    const load = { utilization, delayP99: seconds(this.#delay.percentile(99)), delayMax: seconds(this.#delay.max) };
    this.#delay.reset();
    const retries = Object.fromEntries(this.store?.load?.().retries ?? []);
    return { type: "tallies", steps: { ...this.#steps }, load, retries };
  }
}
