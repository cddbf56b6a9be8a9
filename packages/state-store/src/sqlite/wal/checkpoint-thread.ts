import { Worker } from "node:worker_threads";

/** Options of {@link createCheckpointThread}. */
export interface CheckpointThreadOptions {
  /** The program of the thread, where it was bundled: a module that imports `@ledger/state-store/checkpoint-worker`. */
  readonly program?: URL | undefined;
}

/** A message to the thread: the file of a store, or `undefined` to end. */
export type CheckpointMessage = string | undefined;

/**
 * A thread that moves pages from the write-ahead logs of stores into their files, so that the steps of a store do not wait
 * for it. It keeps no process alive.
 */
export interface CheckpointThread extends AsyncDisposable {
  /** Asks for a checkpoint of a store's file. @returns whether there is a thread that hears it */
  request(path: string): boolean;
  /** Ends the thread after the checkpoint it is making. Stores that know it go on with checkpoints of their own. */
  close(): Promise<void>;
}

/** Next to the sources while they are developed and tested, next to the compiled files otherwise. */
const isSource = import.meta.url.endsWith(".ts");
const defaultProgram = new URL(isSource ? "./checkpoint-worker.ts" : "./checkpoint-worker.js", import.meta.url);
const execArgv = isSource ? ["--conditions=@ledger/source"] : undefined;

/** The thread makes no garbage worth a nursery. */
const resourceLimits = { maxYoungGenerationSizeMb: 1 };

/**
 * Creates a thread for the checkpoints of stores that are opened with it. It is started when it is first needed, takes a
 * processor for about a tenth of the time that commits take, and makes those a quarter shorter. Close it before its stores:
 * the connection that closes a store's file last makes the last checkpoint.
 *
 * @example
 * ```ts
 * const checkpointThread = createCheckpointThread();
 * const store = openSqliteStore(path, { checkpointThread });
 * store.commit(batch);
 * await checkpointThread.close();
 * store.close();
 * ```
 */
export function createCheckpointThread(options: CheckpointThreadOptions = {}): CheckpointThread {
  return new CheckpointWorker(options.program ?? defaultProgram);
}

class CheckpointWorker implements CheckpointThread {
  readonly #program: URL;
  #worker: Worker | undefined;
  #ended: Promise<void> | undefined;
  #isClosed = false;

  constructor(program: URL) {
    this.#program = program;
  }

  request(path: string): boolean {
    if (this.#isClosed) return false;
    this.#worker ??= this.#start();
    this.#send(path);
    return true;
  }

  async close(): Promise<void> {
    if (!this.#isClosed) this.#send(undefined);
    this.#isClosed = true;
    this.#worker?.ref();
    await this.#ended;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #send(message: CheckpointMessage): void {
    this.#worker?.postMessage(message);
  }

  #start(): Worker {
    const worker = new Worker(this.#program, { name: "checkpoint", execArgv, resourceLimits });
    worker.unref();
    // Nothing is lost with the thread: the stores that ask it make their checkpoints themselves.
    worker.on("error", (error) => process.emitWarning(`the thread that makes checkpoints has ended: ${error}`));
    this.#ended = new Promise((resolve) => {
      worker.once("exit", () => {
        this.#isClosed = true;
        resolve();
      });
    });
    return worker;
  }
}
