import type { Database, Statement } from "better-sqlite3";

/** The answer of `pragma wal_checkpoint`, in pages. */
type CheckpointRow = [isBusy: number, logged: number, moved: number];

/** How far the log has grown. */
export interface WalState {
  /** Pages that it has, one that was written twice counts twice. */
  readonly frames: number;
  /** Size of its used part, bytes. */
  readonly bytes: number;
  /** Pages that have not been moved into the file. */
  readonly waitingPages: number;
}

/** In front of each page in the log, bytes. */
const frameHeadBytes = 24;

/** The write-ahead log, as a connection sees and moves it. */
export class WriteAheadLog {
  readonly #database: Database;
  readonly #busyTimeoutMs: number;
  readonly #frameBytes: number;
  readonly #look: Statement<[], CheckpointRow>;
  readonly #move: Statement<[], CheckpointRow>;

  /** @param busyTimeoutMs - of the connection */
  constructor(database: Database, busyTimeoutMs: number) {
    this.#database = database;
    this.#busyTimeoutMs = busyTimeoutMs;
    this.#frameBytes = (database.pragma("page_size", { simple: true }) as number) + frameHeadBytes;
    this.#look = database.prepare<[], CheckpointRow>("pragma wal_checkpoint(noop)").raw();
    this.#move = database.prepare<[], CheckpointRow>("pragma wal_checkpoint(passive)").raw();
  }

  look(): WalState {
    return this.#toState(this.#look.get()!);
  }

  /** Moves what readers allow into the file. Neither waits nor makes others wait. */
  move(): WalState {
    return this.#toState(this.#move.get()!);
  }

  /**
   * Moves all, and has the next page written at the log's beginning, unless a reader uses the log. Cutting the file off
   * as well would take several times as long; it is reused, and grows no further.
   */
  restart(): void {
    this.#database.pragma("busy_timeout = 0");
    try {
      this.#database.pragma("wal_checkpoint(restart)");
    } finally {
      this.#database.pragma(`busy_timeout = ${this.#busyTimeoutMs}`);
    }
  }

  #toState([, logged, moved]: CheckpointRow): WalState {
    return { frames: logged, bytes: logged * this.#frameBytes, waitingPages: logged - moved };
  }
}
