import { StoreError, storeClosed } from "../../store-error.ts";
import { connect } from "./connect.ts";
import { Deadlines } from "./deadlines.ts";
import { type RetryPolicy, withRetry } from "./retry.ts";
import { type Parameter, type Session, SilentServer, type Statement } from "./session.ts";
import type { PostgresTarget } from "./settings.ts";
import { judge } from "./translate-error.ts";

/** Limits of a pool of reading connections. */
export interface ReadPoolOptions {
  /** Most connections. */
  readonly connections: number;
  /** Most queries that are sent on one connection before the first of them is answered. */
  readonly depth: number;
  /** How long a read may take in all, and what is counted of its tries. */
  readonly retry: RetryPolicy;
  /** True if a replica is passed over: reads in the process of a writer see its last commit. */
  readonly isWriter: boolean;
}

/** Most queries that wait for a connection; more are refused. */
const longestQueue = 10_000;

/** Milliseconds by which the server ends a statement earlier than its silence ends the connection. */
const marginMs = 500;

interface Slot {
  /** Absent while it is being opened. */
  session: Session | undefined;
  inFlight: number;
}

/**
 * Connections for reads, opened when they are needed. Reads share them: where the connection allows it, the next one is sent
 * before the last one is answered.
 */
export class ReadPool {
  readonly #target: PostgresTarget;
  readonly #options: ReadPoolOptions;
  readonly #depth: number;
  readonly #deadlines: Deadlines;
  /** The server that the next connection is tried on first: the one that was connected to last, unless it fell silent. */
  #server = 0;
  readonly #slots = new Set<Slot>();
  readonly #waiting: PromiseWithResolvers<Slot>[] = [];
  #closed = false;

  constructor(target: PostgresTarget, options: ReadPoolOptions) {
    this.#target = target;
    this.#options = options;
    this.#depth = target.pipeline ? options.depth : 1;
    this.#deadlines = new Deadlines(options.retry.boundMs);
  }

  /** Connections that are open or being opened, reads that wait for one, and what was tried again. */
  get load(): {
    readonly connections: number;
    readonly waiting: number;
    readonly retries: ReadonlyMap<string, number>;
  } {
    return { connections: this.#slots.size, waiting: this.#waiting.length, retries: this.#options.retry.retries };
  }

  /** Runs one statement, again where that helps. @throws StoreError */
  run<Row extends object>(statement: Statement, values: readonly Parameter[]): Promise<readonly Row[]> {
    return this.#deadlines.run(() => withRetry(this.#options.retry, () => this.#try<Row>(statement, values)));
  }

  /** Ends all connections; reads under way fail. */
  close(): void {
    this.#closed = true;
    for (const slot of this.#slots) slot.session?.discard();
    this.#slots.clear();
    for (const waiting of this.#waiting.splice(0)) waiting.reject(storeClosed());
  }

  async #try<Row extends object>(statement: Statement, values: readonly Parameter[]): Promise<readonly Row[]> {
    const slot = await this.#take();
    const { session } = slot;
    if (session === undefined) throw storeClosed();
    try {
      return await session.run<Row>(statement, values);
    } catch (error) {
      const failure = judge(error);
      if (error instanceof SilentServer) this.#leave(session.server);
      if (failure === "prepare_again") session.prepareAgain();
      else if (failure === "again") this.#drop(slot);
      throw error;
    } finally {
      this.#giveBack(slot);
    }
  }

  async #take(): Promise<Slot> {
    if (this.#closed) throw storeClosed();
    let best: Slot | undefined;
    for (const slot of this.#slots) {
      if (slot.session?.isBroken === true) this.#slots.delete(slot);
      else if (slot.session !== undefined && (best === undefined || slot.inFlight < best.inFlight)) best = slot;
    }
    if (best?.inFlight === 0) return occupied(best);
    const hasRoom = best !== undefined && best.inFlight < this.#depth;
    if (this.#slots.size < this.#options.connections) {
      const opening = this.#open(!hasRoom);
      if (!hasRoom) return opening;
      // The next reads find it; this one need not wait for it.
      opening.catch(() => undefined);
    }
    if (best !== undefined && hasRoom) return occupied(best);
    if (this.#waiting.length >= longestQueue) {
      throw new StoreError("unavailable", "too many reads are waiting for the database server");
    }
    const waiting = Promise.withResolvers<Slot>();
    this.#waiting.push(waiting);
    return waiting.promise;
  }

  /** @param isTaken - whether the caller has a query for it */
  async #open(isTaken: boolean): Promise<Slot> {
    const slot: Slot = { session: undefined, inFlight: isTaken ? 1 : 0 };
    this.#slots.add(slot);
    try {
      const { readTimeoutMs } = this.#target;
      slot.session = await connect(this.#target, {
        isWriter: this.#options.isWriter,
        pipeline: true,
        statementMs: readTimeoutMs,
        silenceMs: readTimeoutMs + marginMs,
        server: this.#server,
      });
      this.#server = slot.session.server;
      if (this.#closed) {
        slot.session.discard();
        throw storeClosed();
      }
      this.#serve(slot);
      return slot;
    } catch (error) {
      this.#slots.delete(slot);
      // Those that wait may wait for nothing: let them try by themselves.
      for (const waiting of this.#waiting.splice(0)) waiting.reject(error);
      throw error;
    }
  }

  /** Turns away from a server that hangs: with what waits on other connections to it, and to the next one. */
  #leave(server: number): void {
    for (const slot of this.#slots) {
      if (slot.session?.server === server && slot.session.isWaiting) this.#drop(slot);
    }
    if (this.#server === server) this.#server = (server + 1) % this.#target.endpoints.length;
  }

  #drop(slot: Slot): void {
    this.#slots.delete(slot);
    slot.session?.discard();
  }

  #giveBack(slot: Slot): void {
    slot.inFlight--;
    const isUsable = this.#slots.has(slot) && slot.session?.isBroken === false;
    if (!isUsable) {
      // No other read may return a connection: those that wait open one.
      for (const waiting of this.#waiting.splice(0)) waiting.reject(connectionLost());
      return;
    }
    this.#serve(slot);
  }

  /** Gives a connection's room to those that wait. */
  #serve(slot: Slot): void {
    while (slot.inFlight < this.#depth) {
      const waiting = this.#waiting.shift();
      if (waiting === undefined) return;
      waiting.resolve(occupied(slot));
    }
  }
}

function occupied(slot: Slot): Slot {
  slot.inFlight++;
  return slot;
}

function connectionLost(): Error {
  return new Error("the connection ended");
}
