import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { AccumulatorFrontierState, LedgerRecord } from "@ledger/types";
import type { CheckPool } from "../checks/pages.ts";
import type { CheckedRecord, CheckOptions } from "../checks/record.ts";
import { type DecodedPage, type DecodePage, decodePage } from "../rest/decode-page.ts";
import { unpackFindings } from "./record-findings.ts";
import { buffersOf, type CheckAnswers, type CheckRequest, cutPage, packRecords } from "./thread-protocol.ts";

/** How pages are checked in threads of their own. Everything has a default. */
export interface CheckPoolOptions {
  /**
   * Threads. When absent, one where there are two or three processors and two where there are more, which keep one thread
   * busy committing; none on a single one.
   */
  readonly threads?: number | undefined;
  /** The program of the threads, where it was bundled: a module that imports `@ledger/sync/check-worker`. */
  readonly program?: URL | undefined;
  /**
   * Called when a thread has ended unexpectedly, with the reason. Its work is done in the thread that asked, and another one takes its
   * place at the next request after a pause: half a second, twice as long after each further crash, half a minute at most. When
   * absent, a warning of the process is emitted.
   */
  readonly onCrash?: ((reason: string) => void) | undefined;
}

/** Threads that decode and check records. They are started when they are first needed, and keep no process alive. */
export interface ThreadedCheckPool extends CheckPool, AsyncDisposable {
  /** Decodes pages for a `restSource`, and checks their records on the way. */
  readonly decodePage: DecodePage;
  /** Ends the threads. What they were asked is done in the threads that asked. */
  close(): Promise<void>;
}

/** Next to the sources while they are developed and tested, next to the compiled files otherwise. */
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
  const onCrash = options.onCrash ?? ((reason) => process.emitWarning(`a check thread has ended: ${reason}`));
  return new WorkerPool(options.threads ?? usefulThreads(), options.program ?? defaultProgram, onCrash);
}

/** A thread checks about as fast as another one commits. */
function usefulThreads(): number {
  return Math.min(2, Math.ceil((availableParallelism() - 1) / 2));
}

/** Answers of upstreams with fewer bytes are decoded at once: sending them away would take longer. */
const shortestSentBody = 8 * 1024;

/** A page that was checked while it was decoded. */
interface FoundPage {
  readonly records: readonly LedgerRecord[];
  /** @see unpackFindings */
  readonly findings: Uint8Array;
}

/** The first records that are the same objects. */
function commonStart(records: readonly LedgerRecord[], others: readonly LedgerRecord[]): readonly LedgerRecord[] {
  const end = records.findIndex((record, i) => record !== others[i]);
  return end < 0 ? records : records.slice(0, end);
}

class WorkerPool implements ThreadedCheckPool {
  readonly #places: readonly CheckPlace[];
  /** The findings about pages while they were decoded, by their first record: a source may pass on less than a page. */
  readonly #findings = new WeakMap<LedgerRecord, FoundPage>();

  constructor(threadCount: number, program: URL, onCrash: (reason: string) => void) {
    this.#places = Array.from({ length: threadCount }, () => new CheckPlace(program, onCrash));
  }

  decodePage = async (body: Uint8Array, start: bigint, limit: number): Promise<DecodedPage> => {
    const thread = body.length < shortestSentBody ? undefined : this.#idlest();
    const decoded = await thread?.ask({ kind: "decode", body: body.slice(), start, limit });
    // The fault of a page is found again here, where it becomes an error.
    if (decoded === undefined) return decodePage(body, start, limit);
    const records = cutPage(body, start, decoded.lengths);
    if (records[0] !== undefined) this.#findings.set(records[0], { records, findings: decoded.findings });
    return { records };
  };

  async checkRecords(records: readonly LedgerRecord[], options: CheckOptions): Promise<readonly CheckedRecord[]> {
    const found = records[0] && this.#findings.get(records[0]);
    if (found !== undefined) return unpackFindings(found.findings, commonStart(records, found.records));
    const findings = await this.#idlest()?.ask({ kind: "check", records: packRecords(records), options });
    return findings === undefined ? [] : unpackFindings(findings, records);
  }

  async countPageRoots(frontier: AccumulatorFrontierState, leaves: Uint8Array, roots: Uint8Array): Promise<number> {
    return (await this.#idlest()?.ask({ kind: "roots", frontier, leaves, roots })) ?? 0;
  }

  async close(): Promise<void> {
    await Promise.all(this.#places.map((place) => place.close()));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** The thread that answers soonest; `undefined` when there is none. */
  #idlest(): CheckThread | undefined {
    const running = this.#places.map((place) => place.thread()).filter((thread) => thread !== undefined);
    return running.reduce<CheckThread | undefined>(
      (best, one) => (best && best.load <= one.load ? best : one),
      undefined,
    );
  }
}

/** How a thread that has crashed is replaced, milliseconds: pause after the first crash, longest pause, and a run that ends a row of crashes. */
const restart = { first: 500, longest: 30_000, steady: 60_000 };

/** The place of one thread of a pool, which has another one when it has crashed. */
class CheckPlace {
  readonly #program: URL;
  readonly #onCrash: (reason: string) => void;
  #thread: CheckThread | undefined;
  #startedAt = 0;
  #notBefore = 0;
  #crashes = 0;
  #isClosed = false;

  constructor(program: URL, onCrash: (reason: string) => void) {
    this.#program = program;
    this.#onCrash = onCrash;
  }

  /** The thread here; `undefined` for a while after a crash, and when the pool is closed. */
  thread(): CheckThread | undefined {
    const now = performance.now();
    if (this.#thread === undefined && !this.#isClosed && now >= this.#notBefore) {
      this.#startedAt = now;
      this.#thread = new CheckThread(this.#program, (reason) => this.#recover(reason));
    }
    return this.#thread;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.end();
  }

  #recover(reason: string): void {
    if (this.#isClosed) return;
    const now = performance.now();
    this.#thread = undefined;
    if (now - this.#startedAt >= restart.steady) this.#crashes = 0;
    this.#notBefore = now + Math.min(restart.first * 2 ** this.#crashes, restart.longest);
    this.#crashes += 1;
    this.#onCrash(reason);
  }
}

/** One thread, which answers in the order in which it is asked. */
class CheckThread {
  readonly #worker: Worker;
  readonly #waiting: ((answer: CheckAnswers[CheckRequest["kind"]]) => void)[] = [];
  #isEnding = false;

  constructor(program: URL, onEnd: (reason: string) => void) {
    this.#worker = new Worker(program, { name: "check", execArgv, resourceLimits });
    this.#worker.unref();
    this.#worker.on("message", (answer: CheckAnswers[CheckRequest["kind"]]) => {
      this.#waiting.shift()?.(answer);
      // A last answer may come while the thread ends, which has to be waited for.
      if (this.#waiting.length === 0 && !this.#isEnding) this.#worker.unref();
    });
    let reason: string | undefined;
    this.#worker.on("error", (error) => {
      reason = String(error);
    });
    // Nothing is lost with a thread: its work is done by the thread that asked.
    this.#worker.on("exit", (code) => {
      onEnd(reason ?? `it exited with code ${code}`);
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
    this.#isEnding = true;
    await this.#worker.terminate();
  }
}
