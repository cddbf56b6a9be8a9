import type { Database } from "better-sqlite3";
import { StoreError } from "../../store-error.ts";
import { translateError } from "../translate-error.ts";
import type { CheckpointThread } from "./checkpoint-thread.ts";
import { WriteAheadLog } from "./write-ahead-log.ts";

/** When the pages of the write-ahead log are moved into the file, and by whom. */
export interface CheckpointPolicy {
  /** Pages that wait in the log when the writer makes a checkpoint. */
  readonly pages: number;
  /** Size from which the log is emptied, bytes. */
  readonly maxWalBytes: number;
  /** How long other locks of the writer's connection may take, milliseconds. */
  readonly busyTimeoutMs: number;
  /** Makes the checkpoints in the writer's place. */
  readonly thread: CheckpointThread | undefined;
}

/** Listeners of a writer's checkpoints. */
export interface CheckpointListeners {
  /** Called before each, also before those of the thread. */
  prepare(): void;
  /** Called before and after each checkpoint of the writer's own. */
  onStep(moment: "before" | "after"): void;
}

/**
 * A thread is asked early, so that hardly anything waits when the log has half of its size: then it is begun again, for which
 * all has to have been moved. A writer without a thread has moved all after each of its checkpoints.
 */
const threadPagesShare = 1 / 16;
const fewPagesShare = 1 / 4;
const halfSize = 1 / 2;

/** Keeps the write-ahead log of a writer's connection short. */
export class Checkpoints {
  readonly #path: string;
  readonly #policy: CheckpointPolicy;
  readonly #listeners: CheckpointListeners;
  readonly #log: WriteAheadLog;

  constructor(database: Database, path: string, policy: CheckpointPolicy, listeners: CheckpointListeners) {
    this.#path = path;
    this.#policy = policy;
    this.#listeners = listeners;
    this.#log = new WriteAheadLog(database, policy.busyTimeoutMs);
  }

  /**
   * Checkpoints the write-ahead log after a step if needed. It never waits for a reader and never fails a step that has been committed: what stands
   * in the way now is tried again after the next one.
   */
  afterStep(): void {
    const { pages, maxWalBytes, thread } = this.#policy;
    const { bytes, waitingPages } = this.#log.look();
    const isHandy = thread !== undefined && bytes >= maxWalBytes * halfSize && waitingPages < pages * fewPagesShare;
    if (isHandy || bytes >= maxWalBytes) this.#attempt(() => this.#log.restart());
    else if (waitingPages >= pages * threadPagesShare && this.#ask()) return;
    else if (waitingPages >= pages) this.#attempt(() => this.#log.move());
  }

  /** @returns false where no thread takes it */
  #ask(): boolean {
    const { thread } = this.#policy;
    if (thread === undefined) return false;
    try {
      this.#listeners.prepare();
    } catch (error) {
      if (!(translateError(error) instanceof StoreError)) throw error;
      return true;
    }
    return thread.request(this.#path);
  }

  #attempt(checkpoint: () => void): void {
    this.#listeners.onStep("before");
    try {
      this.#listeners.prepare();
      checkpoint();
    } catch (error) {
      if (!(translateError(error) instanceof StoreError)) throw error;
    }
    this.#listeners.onStep("after");
  }
}
