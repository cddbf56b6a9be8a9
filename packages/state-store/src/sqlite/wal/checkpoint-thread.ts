import { Thread } from "@ledger/kit/threads";

/** Options of {@link createCheckpointThread}. */
export interface CheckpointThreadOptions {
  /** The program of the thread, where it was bundled: a module that imports `@ledger/state-store/checkpoint-worker`. */
  readonly program?: URL | undefined;
}

/** Functions of the thread. */
export interface CheckpointFunctions {
  /** Makes a checkpoint of a store's file. */
  checkpoint(path: string): void;
  /** Ends the thread after the checkpoint that it is making. */
  end(input: undefined): void;
}

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
  #thread: Thread<CheckpointFunctions> | undefined;
  #isClosed = false;

  constructor(program: URL) {
    this.#program = program;
  }

  request(path: string): boolean {
    if (this.#isClosed) return false;
    this.#thread ??= this.#start();
    this.#thread.peer.emit("checkpoint", path);
    return true;
  }

  async close(): Promise<void> {
    if (!this.#isClosed) this.#thread?.peer.emit("end", undefined);
    this.#isClosed = true;
    this.#thread?.keepAlive();
    await this.#thread?.ended;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #start(): Thread<CheckpointFunctions> {
    const thread = new Thread<CheckpointFunctions>({
      program: this.#program,
      name: "checkpoint",
      execArgv,
      resourceLimits,
      keepsAlive: "never",
      handlers: {},
    });
    void thread.ended.then((failure) => {
      this.#isClosed = true;
      // Nothing is lost with the thread: the stores that ask it make their checkpoints themselves.
      if (failure !== undefined) process.emitWarning(`the thread that makes checkpoints has ended: ${failure}`);
    });
    return thread;
  }
}
