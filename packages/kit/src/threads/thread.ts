import { setTimeout as delay } from "node:timers/promises";
import { type ResourceLimits, Worker } from "node:worker_threads";
import type { Movable } from "../calls/outbox.ts";
import { type Functions, type Handlers, Peer, type PeerMessage } from "../calls/peer.ts";

/** A thread as it is made. */
export interface ThreadOptions<Local> {
  /** The module that it runs, which calls `connectParent`. */
  readonly program: URL;
  /** For people and debuggers. */
  readonly name: string;
  /** The thread's `workerData`, copied by structured clone. */
  readonly settings?: unknown;
  /** Objects in the settings that change hands. */
  readonly move?: readonly Movable[] | undefined;
  readonly resourceLimits?: ResourceLimits | undefined;
  /** Options of Node for the thread. */
  readonly execArgv?: readonly string[] | undefined;
  /** Functions that the thread may call. */
  readonly handlers: Handlers<Local>;
  /** When the thread keeps the process alive: always, never, or while a call is under way. Always when absent. */
  readonly keepsAlive?: "always" | "never" | "while_busy" | undefined;
}

/** Longest time that a thread is given to start before it is ended, milliseconds. */
const longestStart = 5_000;

/** A thread, and the connection with it. */
export class Thread<Remote extends Functions<Remote>, Local extends Functions<Local> = Record<never, never>> {
  /** Closed when the thread ends. */
  readonly peer: Peer<Remote, Local>;
  /** Resolves when the thread has ended: with the error that ended it, unless it ended by itself or was terminated. */
  readonly ended: Promise<unknown>;
  /** Calls that it had not answered when it ended; 0 until then. */
  unanswered = 0;
  readonly #worker: Worker;
  #isTerminated = false;
  /** Resolves with the first message of the thread, or when it has ended. */
  readonly #started = Promise.withResolvers<void>();

  /** Starts it. */
  constructor(options: ThreadOptions<Local>) {
    const { program, name, settings: workerData, move = [], resourceLimits, execArgv, keepsAlive = "always" } = options;
    const worker = new Worker(program, {
      workerData,
      name,
      transferList: move as ArrayBuffer[],
      ...(resourceLimits && { resourceLimits }),
      ...(execArgv && { execArgv: [...execArgv] }),
    });
    this.#worker = worker;
    if (keepsAlive !== "always") worker.unref();
    const onBusy = (isBusy: boolean): void => {
      if (isBusy) worker.ref();
      else worker.unref();
    };
    this.peer = new Peer<Remote, Local>((messages, moved) => worker.postMessage(messages, moved as ArrayBuffer[]), {
      schedule: setImmediate,
      ...(keepsAlive === "while_busy" && { onBusy }),
    });
    this.peer.serve(options.handlers);
    worker.on("message", (messages: readonly PeerMessage[]) => {
      this.#started.resolve();
      this.peer.receive(messages);
    });
    let failure: unknown;
    worker.on("error", (error) => {
      failure = error;
    });
    this.ended = new Promise((resolve) => {
      worker.once("exit", (code) => {
        if (code !== 0 && !this.#isTerminated) failure ??= new Error(`it exited with code ${code}`);
        this.#started.resolve();
        this.unanswered = this.peer.pending;
        this.peer.close(`the thread "${name}" has ended`, failure);
        resolve(failure);
      });
    });
  }

  /** Keeps the process alive until the thread has ended. */
  keepAlive(): void {
    this.#worker.ref();
  }

  /** Ends the thread, whatever it does. One that has not said anything yet is waited for, see {@link Thread.close}. */
  async terminate(): Promise<void> {
    this.#isTerminated = true;
    await this.#worker.terminate();
  }

  /** Ends the thread once it has started: terminating one while it loads a native addon aborts the whole process. */
  async close(): Promise<void> {
    const waiting = new AbortController();
    await Promise.race([this.#started.promise, delay(longestStart, undefined, waiting).catch(() => undefined)]);
    waiting.abort();
    await this.terminate();
  }
}
