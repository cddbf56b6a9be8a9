import { CallError, describeError, type RemoteFailure } from "./call-error.ts";
import { type Movable, Outbox } from "./outbox.ts";

/** Functions that one side of a connection offers, each with one argument. Arguments and results cross by structured clone. */
export type Functions<T> = { readonly [K in keyof T]: (input: never) => unknown };

type Input<T, K extends keyof T> = T[K] extends (input: infer I) => unknown ? I : never;
type Result<T, K extends keyof T> = T[K] extends (input: never) => infer R ? Awaited<R> : never;

/** The circumstances of a call, for the side that answers it. */
export interface CallContext {
  /** Aborted when the result is not wanted any more. */
  readonly signal: AbortSignal;
  /** Waits for something else: the call's deadline is suspended meanwhile, and its caller can see it. */
  during<T>(wait: () => Promise<T>): Promise<T>;
  /** Has objects change hands with the result. */
  readonly move: (...moved: Movable[]) => void;
}

/** The functions that a side runs for the other one. One that throws fails the call. */
export type Handlers<T> = {
  readonly [K in keyof T]: (input: Input<T, K>, context: CallContext) => Result<T, K> | Promise<Result<T, K>>;
};

/** Options of one call. */
export interface CallOptions {
  /** Cancels the call. It ends when the other side has ended it, with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until the call is cancelled, without what the other side waits for. No limit when absent. */
  readonly deadline?: number | undefined;
  /** Milliseconds from the deadline until the other side is given up: it does not even end what was cancelled. 0 when absent. */
  readonly grace?: number | undefined;
  /** Ends a side that is given up, and with it the call. The call alone fails when absent. */
  readonly terminate?: (() => void) | undefined;
  /** Called when the other side begins to wait for something else, and when it has ended waiting. */
  readonly onWait?: ((isWaiting: boolean) => void) | undefined;
  /** Objects that change hands with the input. */
  readonly move?: readonly Movable[] | undefined;
}

/** Options of a connection. */
export interface PeerOptions {
  /** Calls that may be under way, 16,384 when absent. One more is refused. */
  readonly mostCalls?: number | undefined;
  /** Longest time that one call waits for something else, milliseconds. A minute when absent. */
  readonly longestWait?: number | undefined;
  /** Calls back at the end of a turn of the event loop, so that its messages go together. At the end of a job when absent. */
  readonly schedule?: ((flush: () => void) => unknown) | undefined;
  /** Called when the first call is under way, and when there is none any more. */
  readonly onBusy?: ((isBusy: boolean) => void) | undefined;
  /** Called when this side closes the connection, after its last messages. */
  readonly onClose?: (() => void) | undefined;
}

/** A message between two peers. They are sent in lists. */
export type PeerMessage =
  | { readonly kind: "call"; readonly id: number; readonly name: PropertyKey; readonly input: unknown }
  /** A call without an answer. */
  | { readonly kind: "event"; readonly name: PropertyKey; readonly input: unknown }
  | { readonly kind: "cancel"; readonly id: number }
  | { readonly kind: "waiting"; readonly id: number; readonly isWaiting: boolean }
  | { readonly kind: "returned"; readonly id: number; readonly result: unknown }
  | { readonly kind: "threw"; readonly id: number; readonly failure: RemoteFailure };

interface Pending {
  settle(message: Extract<PeerMessage, { readonly kind: "returned" | "threw" }>): void;
  fail(error: unknown): void;
  wait(isWaiting: boolean): void;
}

/**
 * One side of a connection between two threads, processes or frames, each of which calls functions of the other one.
 *
 * Messages keep their order. A call may have a deadline, can be cancelled, and fails when the connection closes. Calls and events that
 * arrive before {@link Peer.serve} wait for it.
 *
 * @typeParam Remote - functions of the other side
 * @typeParam Local - functions that this side offers
 */
export class Peer<Remote extends Functions<Remote>, Local extends Functions<Local> = Record<never, never>> {
  readonly #outbox: Outbox<PeerMessage>;
  readonly #options: PeerOptions;
  readonly #pending = new Map<number, Pending>();
  /** Calls of the other side that run here. */
  readonly #running = new Map<number, AbortController>();
  #handlers: Handlers<Local> | undefined;
  /** Begins the calls and events that have come before there were handlers. */
  #early: (() => void)[] = [];
  #next = 0;
  #closed: CallError | undefined;

  /** @param post - sends messages to the other side, and with them what changes hands */
  constructor(post: (messages: readonly PeerMessage[], moved: readonly Movable[]) => void, options: PeerOptions = {}) {
    const schedule = options.schedule ?? ((flush: () => void) => Promise.resolve().then(flush));
    this.#outbox = new Outbox(post, schedule);
    this.#options = options;
  }

  /** Calls of this side that have not ended. */
  get pending(): number {
    return this.#pending.size;
  }

  /** Answers the other side's calls from now on. */
  serve(handlers: Handlers<Local>): void {
    this.#handlers = handlers;
    for (const begin of this.#early.splice(0)) begin();
  }

  /**
   * Calls a function of the other side.
   *
   * @throws {@link CallError} when it fails there, is not answered in time, or cannot be answered; the signal's reason when that aborts
   */
  call<K extends keyof Remote>(
    name: K,
    input: Input<Remote, K>,
    options: CallOptions = {},
  ): Promise<Result<Remote, K>> {
    if (this.#closed !== undefined) return Promise.reject(this.#closed);
    if (options.signal?.aborted) return Promise.reject(options.signal.reason);
    if (this.#pending.size >= (this.#options.mostCalls ?? 16_384))
      return Promise.reject(new CallError("queue_full", "too many calls are under way"));
    return new Promise((resolve, reject) =>
      this.#begin(name, input, options, resolve as (result: unknown) => void, reject),
    );
  }

  /** Calls a function of the other side without waiting for it. What it throws there is a fault of that side. */
  emit<K extends keyof Remote>(name: K, input: Input<Remote, K>, move: readonly Movable[] = []): void {
    if (this.#closed === undefined) this.#outbox.send({ kind: "event", name, input }, move);
  }

  /** Takes messages of the other side. */
  receive(messages: readonly PeerMessage[]): void {
    for (const message of messages) this.#take(message);
  }

  /** Sends now what would be sent at the end of this turn. */
  flush(): void {
    this.#outbox.flush();
  }

  /** Ends the connection: calls under way fail, and what runs for the other side is cancelled. */
  close(reason: string, cause?: unknown): void {
    if (this.#closed !== undefined) return;
    this.flush();
    const closed = new CallError("closed", reason, { cause });
    this.#closed = closed;
    for (const { fail } of [...this.#pending.values()]) fail(closed);
    for (const controller of this.#running.values()) controller.abort(closed);
    this.#options.onClose?.();
  }

  #begin(
    name: PropertyKey,
    input: unknown,
    options: CallOptions,
    resolve: (result: unknown) => void,
    reject: (error: unknown) => void,
  ): void {
    const { signal, deadline, grace = 0, terminate, onWait } = options;
    const { longestWait = 60_000, onBusy } = this.#options;
    const id = this.#next++;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isLate = false;
    const cancel = (): void => this.#outbox.send({ kind: "cancel", id });
    const giveUp = (): void => {
      isLate = true;
      cancel();
      const abandon = (): void => fail(new CallError("timeout", "the other side has not answered in time"));
      timer = setTimeout(terminate ?? abandon, grace);
    };
    const limit = (milliseconds: number): void => {
      clearTimeout(timer);
      timer = setTimeout(giveUp, milliseconds);
    };
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", cancel);
      this.#pending.delete(id);
      if (this.#pending.size === 0) onBusy?.(false);
    };
    const fail = (error: unknown): void => {
      end();
      reject(signal?.aborted ? signal.reason : error);
    };
    const settle: Pending["settle"] = (message) => {
      if (message.kind === "returned" && !signal?.aborted) {
        end();
        resolve(message.result);
      } else if (message.kind === "returned" || isLate) fail(new CallError("timeout", "the call took too long"));
      else fail(new CallError("failed", message.failure.message, { remote: message.failure }));
    };
    const wait = (isWaiting: boolean): void => {
      if (deadline !== undefined && !isLate) limit(isWaiting ? longestWait : deadline);
      onWait?.(isWaiting);
    };
    if (deadline !== undefined) limit(deadline);
    signal?.addEventListener("abort", cancel, { once: true });
    this.#pending.set(id, { settle, fail, wait });
    if (this.#pending.size === 1) onBusy?.(true);
    this.#outbox.send({ kind: "call", id, name, input }, options.move);
  }

  #take(message: PeerMessage): void {
    switch (message.kind) {
      case "call": {
        const controller = new AbortController();
        this.#running.set(message.id, controller);
        this.#whenServed((handlers) => void this.#answer(handlers, message, controller));
        break;
      }
      case "event": {
        const { name, input } = message;
        const { signal } = new AbortController();
        const context: CallContext = { signal, during: (wait) => wait(), move: () => undefined };
        this.#whenServed((handlers) => void handlerOf(handlers, name)(input, context));
        break;
      }
      case "cancel":
        this.#running.get(message.id)?.abort(new CallError("timeout", "the result is not wanted any more"));
        break;
      case "waiting":
        this.#pending.get(message.id)?.wait(message.isWaiting);
        break;
      default:
        this.#pending.get(message.id)?.settle(message);
    }
  }

  #whenServed(begin: (handlers: Handlers<Local>) => void): void {
    if (this.#handlers === undefined) this.#early.push(() => begin(this.#handlers!));
    else begin(this.#handlers);
  }

  async #answer(
    handlers: Handlers<Local>,
    { id, name, input }: Extract<PeerMessage, { readonly kind: "call" }>,
    { signal }: AbortController,
  ): Promise<void> {
    const moved: Movable[] = [];
    let waits = 0;
    const during: CallContext["during"] = async (wait) => {
      if (waits++ === 0) this.#outbox.send({ kind: "waiting", id, isWaiting: true });
      try {
        return await wait();
      } finally {
        if (--waits === 0) this.#outbox.send({ kind: "waiting", id, isWaiting: false });
      }
    };
    try {
      signal.throwIfAborted();
      const result = await handlerOf(handlers, name)(input, { signal, during, move: (...each) => moved.push(...each) });
      // An unwanted result is not sent: it may be large.
      signal.throwIfAborted();
      this.#running.delete(id);
      this.#outbox.send({ kind: "returned", id, result }, moved);
    } catch (error) {
      this.#running.delete(id);
      this.#outbox.send({ kind: "threw", id, failure: describeError(error) });
    }
  }
}

function handlerOf<T>(handlers: Handlers<T>, name: PropertyKey): (input: unknown, context: CallContext) => unknown {
  const handler = Object.hasOwn(handlers, name) ? handlers[name as keyof T] : undefined;
  if (handler === undefined) throw new TypeError(`the other side calls ${String(name)}, which is not served here`);
  return handler as (input: unknown, context: CallContext) => unknown;
}
