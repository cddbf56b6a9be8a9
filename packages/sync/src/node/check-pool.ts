import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { CheckedPage, UncheckedPage } from "../check-page.ts";
import type { CheckPool } from "../page-checks.ts";
import { packPage, unpackFindings } from "../page-transfer.ts";

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

/** Threads that check pages. They are started when they are first needed, and keep no process alive. */
export interface ThreadedCheckPool extends CheckPool, AsyncDisposable {
  /** Ends the threads. Pages under way come back unchecked. */
  close(): Promise<void>;
}

/** Runs beside the sources while they are developed and tested, beside the compiled files otherwise. */
const isSource = import.meta.url.endsWith(".ts");
const defaultProgram = new URL(isSource ? "./check-worker.ts" : "./check-worker.js", import.meta.url);
const execArgv = isSource ? ["--conditions=@ledger/source"] : undefined;

/** Pages live shortly: a large nursery would hold memory and save nothing. */
const resourceLimits = { maxYoungGenerationSizeMb: 8 };

/**
 * Creates threads that check pages for `ingest` and `verifyLedger`.
 *
 * @example
 * ```ts
 * await using checkPool = createCheckPool();
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

class WorkerPool implements ThreadedCheckPool {
  readonly #program: URL;
  readonly #threads: number;
  #workers: CheckThread[] | undefined;

  constructor(threads: number, program: URL) {
    this.#threads = threads;
    this.#program = program;
  }

  async check(page: UncheckedPage): Promise<CheckedPage["records"]> {
    this.#workers ??= Array.from({ length: this.#threads }, () => new CheckThread(this.#program));
    const idlest = this.#workers.reduce<CheckThread | undefined>(
      (best, one) => (one.isRunning && (best === undefined || one.pages < best.pages) ? one : best),
      undefined,
    );
    const findings = await idlest?.check(page);
    return findings === undefined ? [] : unpackFindings(findings, page.records);
  }

  async close(): Promise<void> {
    await Promise.all((this.#workers ?? []).map((thread) => thread.end()));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

/** One thread, which answers in the order in which it is asked. */
class CheckThread {
  readonly #worker: Worker;
  readonly #waiting: ((findings: Uint8Array | undefined) => void)[] = [];
  isRunning = true;

  constructor(program: URL) {
    this.#worker = new Worker(program, { name: "check", execArgv, resourceLimits });
    this.#worker.unref();
    this.#worker.on("message", (findings: Uint8Array) => {
      this.#waiting.shift()?.(findings);
      if (this.#waiting.length === 0) this.#worker.unref();
    });
    // Nothing is lost with a thread: its pages are checked by whoever asked.
    this.#worker.on("error", (error) => process.emitWarning(`a thread that checks records has ended: ${error}`));
    this.#worker.on("exit", () => {
      this.isRunning = false;
      for (const answer of this.#waiting.splice(0)) answer(undefined);
    });
  }

  /** Pages that were sent and have not come back. */
  get pages(): number {
    return this.#waiting.length;
  }

  /** @returns the packed findings; `undefined` when the thread ended */
  check(page: UncheckedPage): Promise<Uint8Array | undefined> {
    const packed = packPage(page);
    this.#worker.ref();
    this.#worker.postMessage(packed, [packed.records.buffer]);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}
