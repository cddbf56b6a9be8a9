import type { Functions } from "../calls/peer.ts";
import { Backoff, type BackoffTimes } from "../waiting/backoff.ts";
import { Thread, type ThreadOptions } from "./thread.ts";

/** How a thread is kept. */
export interface Supervision {
  /** Pauses after a crash in which there is no thread. It is started again at once when absent. */
  readonly backoff?: BackoffTimes | undefined;
  /** A thread that ran for so long did not crash because of how it was started, milliseconds. No run is so long when absent. */
  readonly steady?: number | undefined;
  /**
   * Called when the thread has ended although nothing asked it to.
   *
   * @param failure - the error that ended it; `undefined` where it ended without one
   * @param pending - calls that it had not answered
   */
  readonly onCrash: (failure: unknown, pending: number) => void;
}

/** A thread that is started when it is first needed, and started again after it has ended. */
export class SupervisedThread<Remote extends Functions<Remote>, Local extends Functions<Local> = Record<never, never>> {
  readonly #options: ThreadOptions<Local>;
  readonly #onCrash: Supervision["onCrash"];
  readonly #backoff: Backoff;
  #thread: Thread<Remote, Local> | undefined;
  #notBefore = 0;
  #isClosed = false;

  constructor(options: ThreadOptions<Local>, { backoff = { first: 0, longest: 0 }, steady, onCrash }: Supervision) {
    this.#options = options;
    this.#backoff = new Backoff(backoff, steady);
    this.#onCrash = onCrash;
  }

  /** The thread, which is started when there is none; `undefined` for a pause after a crash, and once it is closed. */
  get(): Thread<Remote, Local> | undefined {
    if (this.#thread === undefined && !this.#isClosed && performance.now() >= this.#notBefore) this.#start();
    return this.#thread;
  }

  /** Ends the thread for good. @see Thread.close */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#thread?.close();
  }

  #start(): void {
    const startedAt = performance.now();
    const thread = new Thread<Remote, Local>(this.#options);
    this.#thread = thread;
    void thread.ended.then((failure) => {
      const endedAt = performance.now();
      this.#thread = undefined;
      if (this.#isClosed) return;
      this.#notBefore = endedAt + this.#backoff.fail(endedAt - startedAt);
      this.#onCrash(failure, thread.unanswered);
    });
  }
}
