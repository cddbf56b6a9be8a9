import type { ResourceLimits } from "node:worker_threads";
import type { CallError, Peer } from "@ledger/kit";
import { Thread } from "@ledger/kit/threads";
import type { WorkBound } from "@ledger/vm";
import {
  type CaseFacts,
  Pulse,
  type ReplayFunctions,
  type ReplayListener,
  type ReplaySettings,
  type ReplayTally,
  type ReplayTask,
  type ReplayThreadData,
} from "./protocol.ts";
import { ReplayError } from "./replay-error.ts";

/** A thread holds what it has made of the code it runs; hostile code must not make it take more. */
const usualLimits: ResourceLimits = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 32 };

/** Milliseconds between two looks at the thread. */
const lookInterval = 250;

/** Milliseconds without a sign of life that a thread has beyond the time of a version, in which it ends the version by itself. */
const grace = 10_000;

/**
 * One thread, which does its tasks in the order in which it gets them. One that no longer shows any life is ended, and so is one that takes
 * too much memory, by the system that runs it: another takes its tasks, without the version that it stood at.
 */
export class ReplayThread {
  readonly #settings: ReplaySettings;
  readonly #program: URL;
  readonly #resourceLimits: ResourceLimits;
  /** Versions that are not executed, with the bound that each went beyond. */
  readonly #ended = new Map<bigint, WorkBound>();
  #thread: Thread<ReplayFunctions, ReplayListener>;
  /** Resolves when the latest thread has ended and another one has taken its place, or none will. */
  #replaced: Promise<void> = Promise.resolve();
  #failure: ReplayError | undefined;
  /** The version at which the memory of the last thread has ended. What others have left there may have taken it. */
  #suspect: bigint | undefined;
  #isClosed = false;

  /** @param program - of the thread */
  constructor(
    settings: ReplaySettings,
    program: URL = new URL("./replay-worker.js", import.meta.url),
    resourceLimits: ResourceLimits = usualLimits,
  ) {
    this.#settings = settings;
    this.#program = program;
    this.#resourceLimits = resourceLimits;
    this.#thread = this.#start();
  }

  /**
   * Reads the versions of a case.
   *
   * @returns `undefined` for a ledger that is none
   * @throws {@link ReplayError} when it cannot be read
   */
  facts(): Promise<CaseFacts | undefined> {
    return this.#ask((peer) => peer.call("facts", undefined));
  }

  /** Executes a range. @throws {@link ReplayError} when the ledger cannot be read, or the thread ends for no reason of a version */
  run(task: ReplayTask): Promise<ReplayTally> {
    return this.#ask((peer) => peer.call("run", task));
  }

  /** Ends the thread, whatever it does. One that executes a case loads no database, and is ended at once. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await (this.#settings.source.kind === "case" ? this.#thread.terminate() : this.#thread.close());
  }

  /** Asks the thread, and the one that takes its place. */
  async #ask<T>(ask: (peer: Peer<ReplayFunctions, ReplayListener>) => Promise<T>): Promise<T> {
    for (;;) {
      if (this.#failure !== undefined) throw this.#failure;
      const replaced = this.#replaced;
      try {
        return await ask(this.#thread.peer);
      } catch (error) {
        const { code, message, remote } = error as CallError;
        if (code !== "closed") throw new ReplayError(remote?.code ?? "replay_failed", message);
        await replaced;
      }
    }
  }

  #start(): Thread<ReplayFunctions, ReplayListener> {
    const pulse = new Pulse();
    const thread = new Thread<ReplayFunctions, ReplayListener>({
      program: this.#program,
      name: "replay",
      settings: { ...this.#settings, pulse: pulse.shared, ended: this.#ended } satisfies ReplayThreadData,
      resourceLimits: this.#resourceLimits,
      handlers: { opened: () => undefined },
    });
    let isSilent = false;
    const look = this.#watch(pulse, () => {
      isSilent = true;
      void thread.terminate();
    });
    this.#replaced = thread.ended.then((failure) => {
      clearInterval(look);
      const isFull = (failure as NodeJS.ErrnoException | undefined)?.code === "ERR_WORKER_OUT_OF_MEMORY";
      const bound = isSilent ? "time" : isFull ? "memory" : undefined;
      if (!this.#isClosed && this.#leaveOut(pulse.version, bound)) this.#thread = this.#start();
      else this.#fail(isSilent ? "it showed no sign of life" : String(failure ?? "it ended"));
    });
    return thread;
  }

  /**
   * Looks now and then whether the thread shows signs of life, from the first one on: until then it runs no code but ours. Looks are counted:
   * a process that was stopped for a while has not looked meanwhile.
   */
  #watch(pulse: Pulse, onSilence: () => void): NodeJS.Timeout {
    let silent = 0;
    let beats = pulse.beats;
    return setInterval(() => {
      const now = pulse.beats;
      silent = now === beats && now > 0n ? silent + lookInterval : 0;
      beats = now;
      if (silent > this.#settings.bounds.time + grace) onSilence();
    }, lookInterval).unref();
  }

  /** Has the next thread leave a version out. @returns whether it is to blame for the end of this one */
  #leaveOut(version: bigint | undefined, bound: WorkBound | undefined): boolean {
    if (version === undefined || bound === undefined || this.#ended.has(version)) return false;
    if (bound === "memory" && this.#suspect !== version) this.#suspect = version;
    else this.#ended.set(version, bound);
    return true;
  }

  #fail(reason: string): void {
    this.#failure = new ReplayError("worker_crashed", `a thread that executes records has failed: ${reason}`);
  }
}
