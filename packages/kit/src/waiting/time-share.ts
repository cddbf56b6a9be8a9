import { processorTime } from "./processor-time.ts";
import { TimeAccounts } from "./time-accounts.ts";

/** Options of a {@link TimeShare}. */
export interface TimeShareOptions {
  /** Milliseconds that work runs before others have their turn, 5 when absent. */
  readonly slice?: number | undefined;
  /** Calls back in a later turn of the event loop; `setImmediate`, or a timer, when absent. */
  readonly schedule?: ((turn: () => void) => unknown) | undefined;
  /** Reads a clock, milliseconds: the thread's processor time, for what is charged, and `performance.now()`, for slices, when absent. */
  readonly clock?: (() => number) | undefined;
}

/** Work that takes turns. */
interface Task {
  readonly client: unknown;
  /** Processor time that it has used, milliseconds. */
  used: number;
}

/**
 * Divides a thread's time among clients. Their work runs in slices: between two of them it gives way, and the client that has used least
 * goes first, however much each has to do. A client that is alone is not slowed down.
 *
 * Work is named by an object of its own, such as its signal. What was not assigned to a client is one by itself.
 */
export class TimeShare {
  /** How much each client has used. */
  readonly accounts: TimeAccounts<unknown> = new TimeAccounts<unknown>();
  readonly #slice: number;
  readonly #schedule: (turn: () => void) => unknown;
  readonly #now: () => number;
  readonly #used: () => number;
  readonly #tasks = new WeakMap<object, Task>();
  /** Resumes the work of each client that waits. */
  readonly #waiting = new Map<unknown, (() => void)[]>();
  /** When the present slice began. */
  #begun = Number.NEGATIVE_INFINITY;
  /** Processor time until which all is charged. */
  #charged = 0;

  constructor({ slice = 5, schedule = laterTurn, clock }: TimeShareOptions = {}) {
    this.#slice = slice;
    this.#schedule = schedule;
    this.#now = clock ?? (() => performance.now());
    this.#used = clock ?? processorTime;
  }

  /** Assigns work to a client, before it begins. */
  assign(work: object, client: unknown): void {
    this.#tasks.set(work, { client, used: 0 });
    this.#charged = this.#used();
  }

  /** Counts work as a part of other work. */
  join(part: object, work: object): void {
    this.#tasks.set(part, this.#taskOf(work));
  }

  /** Charges what has run since the last turn to work. @returns the processor time that it has used in all, milliseconds */
  charge(work: object): number {
    const task = this.#taskOf(work);
    const now = this.#used();
    const ran = now - this.#charged;
    this.#charged = now;
    task.used += ran;
    this.accounts.charge(task.client, ran);
    return task.used;
  }

  /**
   * Lets others have their turn, once the slice is over. Each step between two calls has to be short.
   *
   * @param work - whose step it is: a signal that is aborted when its result is not wanted any more
   * @returns `undefined` where time is left, which is worth not waiting for
   * @throws the reason of the signal, once it is aborted
   */
  giveWay(work: AbortSignal): Promise<void> | undefined {
    work.throwIfAborted();
    if (this.#now() - this.#begun < this.#slice) return undefined;
    return new Promise<void>((resolve) => this.wait(work, resolve)).then(() => work.throwIfAborted());
  }

  /** Calls back when the work has its turn: in a later turn of the event loop. */
  wait(work: object, resume: () => void): void {
    this.charge(work);
    const { client } = this.#taskOf(work);
    if (this.#waiting.size === 0) this.#schedule(this.#takeTurn);
    const own = this.#waiting.get(client);
    if (own === undefined) this.#waiting.set(client, [resume]);
    else own.push(resume);
  }

  #taskOf(work: object): Task {
    let task = this.#tasks.get(work);
    if (task === undefined) {
      task = { client: work, used: 0 };
      this.#tasks.set(work, task);
    }
    return task;
  }

  /** Begins the slice of the client that has used least; the others have the next turns of the event loop. */
  readonly #takeTurn = (): void => {
    const client = this.accounts.first(this.#waiting.keys());
    const own = this.#waiting.get(client)!;
    const resume = own.shift()!;
    // At the end of the row: among clients that have used the same the one that has waited longest goes first.
    this.#waiting.delete(client);
    if (own.length > 0) this.#waiting.set(client, own);
    if (this.#waiting.size > 0) this.#schedule(this.#takeTurn);
    this.#begun = this.#now();
    this.#charged = this.#used();
    resume();
  };
}

/** The share of this thread's time that everything in it takes turns for. */
export const threadTime: TimeShare = new TimeShare();

/** Of engines that have it: a turn of a timer takes a millisecond. */
function laterTurn(turn: () => void): void {
  const { setImmediate } = globalThis as { readonly setImmediate?: (callback: () => void) => void };
  if (setImmediate === undefined) setTimeout(turn, 0);
  else setImmediate(turn);
}
