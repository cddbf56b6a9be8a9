import { availableParallelism } from "node:os";
import type { BackoffTimes, CallError, Peer } from "@ledger/kit";
import { SupervisedThread } from "@ledger/kit/threads";
import type { AccumulatorFrontierState, LedgerRecord } from "@ledger/types";
import type { CheckPool } from "../checks/pages.ts";
import type { CheckedRecord, CheckOptions } from "../checks/record.ts";
import { type DecodedPage, type DecodePage, decodePage } from "../rest/decode-page.ts";
import { unpackFindings } from "./record-findings.ts";
import { type CheckFunctions, cutPage, packRecords } from "./thread-protocol.ts";

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

/** How a thread that has crashed is replaced. */
const backoff: BackoffTimes = { first: 500, longest: 30_000 };
/** A thread that ran for so long did not crash because of how it was started, milliseconds. */
const steady = 60_000;

class WorkerPool implements ThreadedCheckPool {
  readonly #places: readonly SupervisedThread<CheckFunctions>[];
  /** The findings about pages while they were decoded, by their first record: a source may pass on less than a page. */
  readonly #findings = new WeakMap<LedgerRecord, FoundPage>();

  constructor(threadCount: number, program: URL, onCrash: (reason: string) => void) {
    const options = {
      program,
      name: "check",
      execArgv,
      resourceLimits,
      keepsAlive: "while_busy",
      handlers: {},
    } as const;
    // Nothing is lost with a thread: its work is done by the thread that asked.
    const supervision = {
      backoff,
      steady,
      onCrash: (failure: unknown) => onCrash(failure === undefined ? "it exited" : String(failure)),
    };
    this.#places = Array.from({ length: threadCount }, () => new SupervisedThread(options, supervision));
  }

  decodePage = async (body: Uint8Array, start: bigint, limit: number): Promise<DecodedPage> => {
    const thread = body.length < shortestSentBody ? undefined : this.#idlest();
    const sent = thread && body.slice();
    const decoded =
      sent && (await unlessGone(thread.call("decode", { body: sent, start, limit }, { move: [sent.buffer] })));
    // The fault of a page is found again here, where it becomes an error.
    if (decoded === undefined) return decodePage(body, start, limit);
    const records = cutPage(body, start, decoded.lengths);
    if (records[0] !== undefined) this.#findings.set(records[0], { records, findings: decoded.findings });
    return { records };
  };

  async checkRecords(records: readonly LedgerRecord[], options: CheckOptions): Promise<readonly CheckedRecord[]> {
    const found = records[0] && this.#findings.get(records[0]);
    if (found !== undefined) return unpackFindings(found.findings, commonStart(records, found.records));
    const thread = this.#idlest();
    if (thread === undefined) return [];
    const packed = packRecords(records);
    const findings = await unlessGone(thread.call("check", { records: packed, options }, { move: [packed.buffer] }));
    return findings === undefined ? [] : unpackFindings(findings, records);
  }

  async countPageRoots(frontier: AccumulatorFrontierState, leaves: Uint8Array, roots: Uint8Array): Promise<number> {
    const move = [leaves.buffer, roots.buffer];
    return (await unlessGone(this.#idlest()?.call("roots", { frontier, leaves, roots }, { move }))) ?? 0;
  }

  async close(): Promise<void> {
    await Promise.all(this.#places.map((place) => place.close()));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** The thread that answers soonest; `undefined` when there is none. */
  #idlest(): Peer<CheckFunctions> | undefined {
    const running = this.#places.map((place) => place.get()?.peer).filter((peer) => peer !== undefined);
    return running.reduce<Peer<CheckFunctions> | undefined>(
      (best, one) => (best && best.pending <= one.pending ? best : one),
      undefined,
    );
  }
}

/** The result of a call; `undefined` when its thread has ended. */
async function unlessGone<T>(call: Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if ((error as CallError).code === "closed") return undefined;
    throw error;
  }
}
