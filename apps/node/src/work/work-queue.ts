import { overloaded } from "@ledger/api-core";
import { TimeAccounts } from "@ledger/kit";
import type { WorkLoad } from "../metrics/serving-metrics.ts";
import type { WorkLimits } from "./limits.ts";

/** Milliseconds in which work is done that counts as quick. */
const quick = 50;

/** The work of one client, while it has any. */
interface Client {
  readonly name: string;
  /** Begins each of what waits for its turn. */
  readonly waiting: (() => void)[];
  running: number;
  away: number;
  /** How much of it may run now: quick work makes it grow, other work shrink. */
  most: number;
}

/** The place of work that runs. It is given away while something else is waited for: another node, a lock, a slow reader. */
export interface Place {
  /** Gives the place away, where another queue bounds how much waits. */
  leave(): void;
  /** Takes a place again at once, where another queue bounds how much runs. */
  comeBack(): void;
  /**
   * Gives the place away for a wait, and takes turns for another one when no part of the work waits any more.
   *
   * @throws ApiError 503 when too much waits like that; the reason of the signal when the result is not needed any more
   */
  during<T>(wait: () => Promise<T>): Promise<T>;
}

/** Options of a {@link WorkQueue}. */
export interface QueueOptions {
  /** The time that clients have used, also for work of other kinds. */
  readonly accounts?: TimeAccounts<unknown>;
  /** Returns true while memory is left for more answers; call {@link WorkQueue.next} when there is again. */
  readonly hasRoom?: () => boolean;
}

/**
 * Bounds work of one kind: some of it runs, some waits, the rest is refused. The client that has used least time goes first, however much
 * each of them asks for, and none has more places than its share. What waits too long is refused, and what a client that has left was
 * waiting for is dropped.
 */
export class WorkQueue {
  readonly #limits: WorkLimits;
  readonly #hasRoom: () => boolean;
  readonly #clients = new Map<string, Client>();
  /** Clients with work that waits; of those that have used the same time the first one goes first. */
  readonly #row = new Set<Client>();
  readonly #accounts: TimeAccounts<unknown>;
  #running = 0;
  #waiting = 0;
  #away = 0;
  #requests = 0;
  #refused = 0;
  /** Of all that has waited for its first turn. */
  #waitedMs = 0;

  constructor(limits: WorkLimits, { accounts = new TimeAccounts<unknown>(), hasRoom = () => true }: QueueOptions = {}) {
    this.#limits = limits;
    this.#accounts = accounts;
    this.#hasRoom = hasRoom;
  }

  /** The work that there is now. */
  get load(): WorkLoad {
    const [running, waiting, away] = [this.#running, this.#waiting, this.#away];
    return { running, waiting, away, requests: this.#requests, refused: this.#refused, waitedMs: this.#waitedMs };
  }

  /**
   * Does work when its turn has come.
   *
   * @param name - whose work it is
   * @param signal - aborted when the result is not needed any more
   * @throws ApiError 503 when there is too much of it, or its turn does not come in time
   */
  async run<T>(name: string, signal: AbortSignal, work: (place: Place) => Promise<T>): Promise<T> {
    this.#requests++;
    const client = this.#clientOf(name);
    const place = this.#placeOf(client, signal);
    try {
      const turn = place.take(this.#limits.patience);
      if (turn !== undefined) {
        const asked = performance.now();
        await turn.finally(() => {
          this.#waitedMs += performance.now() - asked;
        });
      }
      signal.throwIfAborted();
      return await work(place);
    } finally {
      place.end();
      if (client.running + client.away + client.waiting.length === 0) this.#clients.delete(name);
      this.next();
    }
  }

  /** Begins what has room now. */
  next(): void {
    while (this.#row.size > 0 && this.#running < this.#limits.running) {
      const ready = [...this.#row].filter((client) => this.#mayBegin(client));
      const name = this.#accounts.first(ready.map((client) => client.name));
      const client = ready.find((each) => each.name === name);
      if (client === undefined) return;
      const begin = client.waiting.shift()!;
      this.#row.delete(client);
      // At the end of the row, behind others that have used the same.
      if (client.waiting.length > 0) this.#row.add(client);
      begin();
    }
  }

  /** A place that is not taken yet. */
  #placeOf(client: Client, signal: AbortSignal) {
    let begun: number | undefined;
    /** Waits of the work that are under way: its parts may wait for several things at a time. */
    let waits = 0;
    let isAway = false;
    const hold = (): void => {
      if (begun !== undefined) return;
      begun = performance.now();
      this.#running++;
      client.running++;
    };
    const release = (): void => {
      if (begun === undefined) return;
      this.#learn(client, performance.now() - begun);
      begun = undefined;
      this.#running--;
      client.running--;
    };
    const take = (patience?: number): Promise<void> | undefined => {
      if (begun !== undefined) return undefined;
      if (client.waiting.length > 0 || !this.#mayBegin(client)) return this.#turn(client, signal, hold, patience);
      hold();
      return undefined;
    };
    const setAway = (now: boolean): void => {
      const change = Number(now) - Number(isAway);
      this.#away += change;
      client.away += change;
      isAway = now;
    };
    const leave = (): void => {
      release();
      setAway(true);
      this.next();
    };
    const comeBack = (): void => {
      setAway(false);
      hold();
    };
    const end = (): void => {
      release();
      setAway(false);
    };
    const during = async <T>(wait: () => Promise<T>): Promise<T> => {
      const { away, awayOfClient } = this.#limits;
      if (waits === 0 && (this.#away >= away || client.away >= awayOfClient)) throw this.#refusal();
      if (waits++ === 0) leave();
      try {
        return await unlessAborted(signal, wait());
      } finally {
        if (--waits === 0) {
          setAway(false);
          await take();
        }
      }
    };
    return { take, end, leave, comeBack, during };
  }

  #mayBegin(client: Client): boolean {
    return client.running < client.most && this.#running < this.#limits.running && this.#hasRoom();
  }

  #learn(client: Client, milliseconds: number): void {
    const { runningOfClient, runningWhileQuick = runningOfClient } = this.#limits;
    if (milliseconds < quick) client.most = Math.min(client.most + 1, runningWhileQuick);
    else client.most = Math.max(client.most >> 1, runningOfClient);
  }

  #clientOf(name: string): Client {
    let client = this.#clients.get(name);
    if (client === undefined) {
      client = { name, waiting: [], running: 0, away: 0, most: this.#limits.runningOfClient };
      this.#clients.set(name, client);
    }
    return client;
  }

  #refusal(): Error {
    this.#refused++;
    return overloaded();
  }

  /**
   * Waits for a turn of a client.
   *
   * @param hold - called in the moment when the turn has come
   * @param patience - milliseconds; absent for work that has begun, which is not refused any more
   */
  #turn(client: Client, signal: AbortSignal, hold: () => void, patience: number | undefined): Promise<void> {
    const { waiting, waitingOfClient } = this.#limits;
    const isNew = patience !== undefined;
    if (isNew && (this.#waiting >= waiting || client.waiting.length >= waitingOfClient))
      return Promise.reject(this.#refusal());
    return new Promise((resolve, reject) => {
      const leave = (reason: unknown): void => {
        settle();
        client.waiting.splice(client.waiting.indexOf(begin), 1);
        if (client.waiting.length === 0) this.#row.delete(client);
        reject(reason);
      };
      const settle = (): void => {
        this.#waiting--;
        clearTimeout(timer);
        signal.removeEventListener("abort", onAbort);
      };
      const onAbort = (): void => leave(signal.reason);
      const timer = isNew ? setTimeout(() => leave(this.#refusal()), patience) : undefined;
      const begin = (): void => {
        settle();
        hold();
        resolve();
      };
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      signal.addEventListener("abort", onAbort);
      this.#waiting++;
      if (isNew) client.waiting.push(begin);
      else client.waiting.unshift(begin);
      this.#row.add(client);
    });
  }
}

/** Waits for a promise, as long as the signal lets it. */
function unlessAborted<T>(signal: AbortSignal, wait: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener("abort", onAbort);
    wait.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
