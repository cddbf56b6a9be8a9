import { setTimeout as delay } from "node:timers/promises";
import { type KnownDivergence, type ReplayReport, transactionBounds } from "@ledger/executor/replay";
import type { ExecutionFinding, ExecutionStore, LedgerReader, LedgerSummary } from "@ledger/state-store";
import { bytesEqual } from "@ledger/types";
import { KeepTrying } from "../health/keep-trying.ts";
import type { StoreLocation } from "../store/location.ts";
import { openExecution } from "../store/open-execution.ts";
import { openReader } from "../store/open-store.ts";
import type { OutcomeCounts } from "./protocol.ts";
import { type ReplayedRange, ReplayThreads } from "./replay-threads.ts";

/** The part of a growing ledger that is executed, and how. */
export interface ExecutionSettings {
  readonly location: StoreLocation;
  readonly threads: number;
  /** One of so many versions is executed; all when absent. */
  readonly sample: number | undefined;
  readonly divergences: readonly KnownDivergence[];
}

/** Reports of the execution that follows a ledger. */
export type ExecutionEvent =
  | { readonly kind: "began"; readonly next: bigint }
  /** The counts are of all versions, those of earlier runs included. */
  | { readonly kind: "progress"; readonly version: bigint; readonly head: bigint; readonly counts: OutcomeCounts }
  | { readonly kind: "finding"; readonly report: ReplayReport }
  /** A version differs, now or since an earlier run; with a reason one of which nothing is known, because it went beyond a bound. */
  | { readonly kind: "mismatch"; readonly version: bigint; readonly reason?: string | undefined }
  /** It has stopped, and is tried again after a pause; `undefined` when that is over. */
  | { readonly kind: "stalled"; readonly reason: string | undefined };

/** Milliseconds between two looks for new versions, where nothing tells of them. */
const interval = 1_000;

/** Of many versions the outcome alone is kept. */
const unknownBound = "it went beyond a bound of this node";

/**
 * Executes a ledger again while it grows: after the commits, in threads that give way to everything else. The results are kept, and the
 * next run continues with them.
 */
export class ExecutionFollower {
  readonly #settings: ExecutionSettings;
  readonly #onEvent: (event: ExecutionEvent) => void;
  readonly #stop = new AbortController();
  readonly #done: Promise<void>;
  readonly #trying: KeepTrying;
  #wake: (() => void) | undefined;

  /** Begins. @param onEvent - receives every report, in order */
  constructor(settings: ExecutionSettings, onEvent: (event: ExecutionEvent) => void) {
    this.#settings = settings;
    this.#onEvent = onEvent;
    const { signal } = this.#stop;
    this.#trying = new KeepTrying((reason) => onEvent({ kind: "stalled", reason }));
    this.#done = this.#trying.run(() => this.#follow(signal), signal);
  }

  /** Says that something was committed. */
  wake(): void {
    this.#wake?.();
  }

  /** Ends it; what was being executed is executed again by the next run. */
  async close(): Promise<void> {
    this.#stop.abort();
    this.#wake?.();
    await this.#done;
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const { location, threads, sample, divergences } = this.#settings;
    const reader = await openReader(location);
    let results: ExecutionStore | undefined;
    const source = { kind: "store", location } as const;
    const settings = { source, divergences, sample, isBackground: true, bounds: transactionBounds };
    const pool = new ReplayThreads(settings, threads);
    try {
      results = await openExecution(location);
      let next = await this.#nextVersion(reader, results);
      this.#onEvent({ kind: "began", next });
      while (!signal.aborted) {
        const summary = await reader.summary();
        if (summary !== undefined) next = later(next, firstExecutable(summary));
        if (summary === undefined || next > summary.version) {
          await this.#untilWoken(signal);
          continue;
        }
        for await (const range of pool.run({ from: next, to: summary.version }, signal)) {
          await this.#note(reader, results, range);
          next = range.to + 1n;
        }
      }
    } finally {
      await pool.close();
      await results?.close();
      await reader.close();
    }
  }

  /** The version to continue with. Results of another ledger are forgotten. */
  async #nextVersion(reader: LedgerReader, results: ExecutionStore): Promise<bigint> {
    const { last, firstDifferent } = await results.summary();
    if (last === undefined) return 0n;
    const summary = await reader.summary();
    const isKept = summary !== undefined && last.version >= summary.oldestLedgerVersion;
    const isThere = isKept && last.version <= summary.version;
    const isOther =
      isThere && !bytesEqual((await reader.readRecord(last.version)).accumulatorRoot, last.accumulatorRoot);
    // One that has lost versions will get others.
    if (summary === undefined || last.version > summary.version || isOther) {
      await results.clear();
      return 0n;
    }
    if (firstDifferent !== undefined) this.#onEvent({ kind: "mismatch", version: firstDifferent });
    const [ended] = await results.list("not_executed", 0n, 1);
    if (ended !== undefined) this.#onEvent({ kind: "mismatch", ...ended, reason: ended.reason ?? unknownBound });
    return last.version + 1n;
  }

  async #note(reader: LedgerReader, results: ExecutionStore, { from, to, tally }: ReplayedRange): Promise<void> {
    const { equal, different } = tally.counts;
    const { state_unknown: stateUnknown, not_reproducible: notReproducible, not_executed: notExecuted } = tally.counts;
    const { accumulatorRoot } = await reader.readRecord(to);
    await results.note({
      range: { from, to, sample: this.#settings.sample ?? 1 },
      counts: { equal, different, stateUnknown, notReproducible, notExecuted },
      findings: tally.findings.map(toFinding),
      accumulatorRoot,
    });
    this.#trying.noteProgress();
    for (const report of tally.findings) {
      this.#onEvent({ kind: "finding", report });
      const version = BigInt(report.version);
      if (report.outcome === "different") this.#onEvent({ kind: "mismatch", version });
      // Who forges a record could otherwise hide it behind code that has no end.
      if (report.outcome === "not_executed") {
        this.#onEvent({ kind: "mismatch", version, reason: report.reason ?? unknownBound });
      }
    }
    const [summary, ledger] = [await results.summary(), await reader.summary()];
    const counts = {
      equal: summary.counts.equal,
      different: summary.counts.different,
      state_unknown: summary.counts.stateUnknown,
      not_reproducible: summary.counts.notReproducible,
      not_executed: summary.counts.notExecuted,
    };
    this.#onEvent({ kind: "progress", version: to, head: ledger?.version ?? to, counts });
  }

  async #untilWoken(signal: AbortSignal): Promise<void> {
    const woken = new AbortController();
    this.#wake = () => woken.abort();
    const ended = AbortSignal.any([signal, woken.signal]);
    await delay(interval, undefined, { signal: ended }).catch(() => undefined);
  }
}

/** The first version whose state before it is kept. */
export function firstExecutable({ oldestVersion }: LedgerSummary): bigint {
  return oldestVersion === 0n ? 0n : oldestVersion + 1n;
}

function later(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

function toFinding(report: ReplayReport): ExecutionFinding {
  const { version, outcome } = report;
  if (outcome === "equal") throw new TypeError("a version that is equal is no finding");
  return { version: BigInt(version), outcome, report: JSON.stringify(report) };
}
