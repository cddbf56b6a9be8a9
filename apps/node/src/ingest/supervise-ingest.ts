import { Backoff } from "@ledger/kit";
import type { CallLedger } from "../calls/ledger-calls.ts";
import { NodeFailure } from "../health/node-failure.ts";
import { NodeStartError } from "../health/node-start-error.ts";
import type { IngestMessage } from "./protocol.ts";
import type { IngestThread, ThreadFailure } from "./start-thread.ts";

/** How a thread that ended unexpectedly is started again. Times in milliseconds. */
export interface RestartPacing {
  /** Restarts without a steady run between them; the crash after the last of them ends the node. */
  readonly most: number;
  /** Wait before the first restart; each further one waits twice as long, up to the longest. */
  readonly first: number;
  readonly longest: number;
  /** A thread that ran for so long did not crash because of how it was started. */
  readonly steady: number;
}

type ReadyMessage = Extract<IngestMessage, { type: "ready" }>;

const defaultPacing: RestartPacing = { most: 5, first: 500, longest: 30_000, steady: 60_000 };

/**
 * Keeps the thread that keeps the ledger running. One that ends unexpectedly is started again after a pause: what ended it may pass,
 * and readers go on meanwhile. When it keeps crashing the node has to end, so that its supervisor sees it.
 */
export class SupervisedIngest {
  /** Resolves when there is something verified to serve, with what it is; rejects with a NodeStartError when the first thread ends before. */
  readonly ready: Promise<ReadyMessage>;
  /**
   * Rejects when the thread is not started any more, with a {@link NodeFailure}, or with a NodeStartError where every start would fail in
   * the same way; otherwise never settles.
   */
  readonly lost: Promise<never>;
  readonly #start: (onMessage: (message: IngestMessage) => void) => IngestThread;
  readonly #onMessage: (message: IngestMessage) => void;
  readonly #pacing: RestartPacing;
  readonly #ready = Promise.withResolvers<ReadyMessage>();
  readonly #lost = Promise.withResolvers<never>();
  #thread: IngestThread | undefined;
  #restart: NodeJS.Timeout | undefined;
  #isReady = false;
  readonly #backoff: Backoff;
  #startedAt = 0;

  /**
   * @param start - starts a thread
   * @param onMessage - receives every report, in order; a crash arrives as `failed`
   */
  constructor(
    start: (onMessage: (message: IngestMessage) => void) => IngestThread,
    onMessage: (message: IngestMessage) => void,
    pacing: RestartPacing = defaultPacing,
  ) {
    this.#start = start;
    this.#onMessage = onMessage;
    this.#pacing = pacing;
    this.#backoff = new Backoff(pacing, pacing.steady);
    this.ready = this.#ready.promise;
    this.lost = this.#lost.promise;
    // They may be looked at after they have settled.
    this.ready.catch(() => undefined);
    this.lost.catch(() => undefined);
    this.#run();
  }

  /** Ends the thread as {@link IngestThread.stop} does, for good. */
  async stop(): Promise<void> {
    clearTimeout(this.#restart);
    await this.#thread?.stop();
  }

  /** Has the thread do something. @throws Error while it is being started again */
  readonly call: CallLedger = (kind, input) =>
    this.#thread?.call(kind, input) ?? Promise.reject(new Error("the thread that keeps the ledger is restarting"));

  #run(): void {
    this.#startedAt = performance.now();
    const thread = this.#start((message) => this.#take(message));
    this.#thread = thread;
    void thread.ended.then((failure) => {
      this.#thread = undefined;
      if (failure !== undefined) this.#recover(failure);
    });
  }

  #take(message: IngestMessage): void {
    if (message.type === "ready") {
      this.#isReady = true;
      this.#ready.resolve(message);
      if (this.#backoff.failures > 0) this.#onMessage({ type: "recovered" });
    }
    this.#onMessage(message);
  }

  #recover({ code, message, isForGood = false }: ThreadFailure): void {
    if (!this.#isReady) {
      this.#ready.reject(new NodeStartError(code, message));
      return;
    }
    if (isForGood) {
      this.#lost.reject(new NodeStartError(code, message));
      return;
    }
    const retryMs = this.#backoff.fail(performance.now() - this.#startedAt);
    const crashes = this.#backoff.failures;
    if (crashes > this.#pacing.most) {
      this.#onMessage({ type: "failed", code, message });
      this.#lost.reject(
        new NodeFailure("keeps_crashing", `the thread that keeps the ledger has crashed ${crashes} times in a row`),
      );
      return;
    }
    this.#onMessage({ type: "failed", code, message: `${message} (crash ${crashes} in a row)`, retryMs });
    this.#restart = setTimeout(() => this.#run(), retryMs);
  }
}
