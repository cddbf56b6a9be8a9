import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { AccumulatorFrontierState, LedgerRecord } from "@ledger/types";
import type { CheckedRecord, CheckOptions } from "../checks/check-record.ts";
import type { CheckPool } from "../checks/page-checker.ts";
import { unpackFindings } from "../checks/record-findings.ts";
import { buffersOf, type CheckAnswers, type CheckRequest, cutPage, packRecords } from "../checks/thread-protocol.ts";
import { type DecodedPage, type DecodePage, decodePage } from "../rest/decode-page.ts";

/** How pages are checked in threads of their own. Everything has a default. */
export interface CheckPoolOptions {
  /**
   * Threads. When absent, one where there are two or three processors and two where there are more, which keep one thread
   * busy committing; none on a single one.
   */
  readonly threads?: number | undefined;
  /** The program of the threads, where it was bundled: a module that imports `@ledger/sync/check-worker`. */
  readonly program?: URL | undefined;
}

/** Threads that decode and check records. They are started when they are first needed, and keep no process alive. */
export interface ThreadedCheckPool extends CheckPool, AsyncDisposable {
  /** Decodes pages for a `restSource`, and checks their records on the way. */
  readonly decodePage: DecodePage;
  /** Ends the threads. What they were asked is done in the threads that asked. */
  close(): Promise<void>;
}

/** Runs beside the sources while they are developed and tested, beside the compiled files otherwise. */
const isSource = import.meta.url.endsWith(".ts");
const defaultProgram = new URL(isSource ? "./check-worker.ts" : "./check-worker.js", import.meta.url);
const execArgv = isSource ? ["--conditions=@ledger/source"] : undefined;

/** Pages live shortly: a large nursery would hold memory and save nothing. */
const resourceLimits = { maxYoungGenerationSizeMb: 8 };

/**
 * Creates threads that decode and check records for `restSource`, `ingest` and `verifyLedger`.
 *
 * @example
 * ```ts
 * await using checkPool = createCheckPool();
 * const source = restSource({ upstreams, decodePage: checkPool.decodePage });
 * await ingest({ source, store, checkPool });
 * ```
 */
export function createCheckPool(options: CheckPoolOptions = {}): ThreadedCheckPool {
  return new WorkerPool(options.threads ?? usefulThreads(), options.program ?? defaultProgram);
}

/** A thread checks about as fast as another one commits. */
function usefulThreads(): number {
  return Math.min(2, Math.ceil((availableParallelism() - 1) / 2));
}

/** Answers of upstreams with fewer bytes are decoded at once: sending them away would take longer. */
const shortestSentBody = 8 * 1024;

class WorkerPool implements ThreadedCheckPool {
  readonly #program: URL;
  readonly #threadCount: number;
  readonly #findings = new WeakMap<readonly LedgerRecord[], Uint8Array>();
  #threads: CheckThread[] | undefined;

  constructor(threadCount: number, program: URL) {
    this.#threadCount = threadCount;
    this.#program = program;
  }

  decodePage = async (body: Uint8Array, start: bigint, limit: number): Promise<DecodedPage> => {
    const thread = body.length < shortestSentBody ? undefined : this.#idlest();
    const decoded = await thread?.ask({ kind: "decode", body: body.slice(), start, limit });
    // What is wrong with a page is found again here, where it can be told.
    if (decoded === undefined) return decodePage(body, start, limit);
    const records = cutPage(body, start, decoded.lengths);
    this.#findings.set(records, decoded.findings);
    return { records };
  };

  async checkRecords(records: readonly LedgerRecord[], options: CheckOptions): Promise<readonly CheckedRecord[]> {
    const findings =
      this.#findings.get(records) ??
      (await this.#idlest()?.ask({ kind: "check", records: packRecords(records), options }));
    return findings === undefined ? [] : unpackFindings(findings, records);
  }

  async countPageRoots(frontier: AccumulatorFrontierState, leaves: Uint8Array, roots: Uint8Array): Promise<number> {
    return (await this.#idlest()?.ask({ kind: "roots", frontier, leaves, roots })) ?? 0;
  }

  async close(): Promise<void> {
    await Promise.all((this.#threads ?? []).map((thread) => thread.end()));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** The thread that answers soonest; `undefined` when there is none. */
  #idlest(): CheckThread | undefined {
    this.#threads ??= Array.from({ length: this.#threadCount }, () => new CheckThread(this.#program));
    const running = this.#threads.filter(({ isRunning }) => isRunning);
    return running.reduce<CheckThread | undefined>(
      (best, one) => (best && best.load <= one.load ? best : one),
      undefined,
    );
  }
}

/** One thread, which answers in the order in which it is asked. */
class CheckThread {
  readonly #worker: Worker;
  readonly #waiting: ((answer: CheckAnswers[CheckRequest["kind"]]) => void)[] = [];
  isRunning = true;

  constructor(program: URL) {
    this.#worker = new Worker(program, { name: "check", execArgv, resourceLimits });
    this.#worker.unref();
    this.#worker.on("message", (answer: CheckAnswers[CheckRequest["kind"]]) => {
      this.#waiting.shift()?.(answer);
      if (this.#waiting.length === 0) this.#worker.unref();
    });
    // Nothing is lost with a thread: what it was asked is done by whoever asked.
    this.#worker.on("error", (error) => process.emitWarning(`a thread that checks records has ended: ${error}`));
    this.#worker.on("exit", () => {
      this.isRunning = false;
      for (const answer of this.#waiting.splice(0)) answer(undefined);
    });
  }

  /** Requests that were not answered yet. */
  get load(): number {
    return this.#waiting.length;
  }

  /** @returns the answer; `undefined` also when the thread ended */
  ask<K extends CheckRequest["kind"]>(
    request: Extract<CheckRequest, { kind: K }>,
  ): Promise<CheckAnswers[K] | undefined> {
    this.#worker.ref();
    this.#worker.postMessage(request, buffersOf(request));
    return new Promise((resolve) => {
      this.#waiting.push(resolve as (answer: unknown) => void);
    });
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}
