import { setImmediate as nextTurn } from "node:timers/promises";
import { ByteBudget } from "../work/byte-budget.ts";
import { completeEvent, failedEvent } from "../work/followed-part.ts";
import type { FollowQuestion } from "../work/protocol.ts";
import { ConnectionHub, type HubOptions } from "./connection-hub.ts";
import type { StreamConnection } from "./event-connection.ts";
import { streamLimits } from "./limits.ts";
import { type AnswerReading, type AnswerResult, readAnswer, type TimedPart } from "./read-answer.ts";
import { Subscription } from "./subscription.ts";

/** Parts and bounds of {@link SubscriptionHub}. */
export interface SubscriptionHubOptions extends AnswerReading, HubOptions {
  /** Called with the cause when a question could not be answered and its subscriptions end. */
  readonly onFailure?: ((cause: unknown) => void) | undefined;
}

/** Those who wait for one answer: equal questions, given the same before. */
interface Cohort {
  readonly key: string;
  readonly members: Set<Subscription>;
  /** Clients whose turns are waited for: the first one is that of all. */
  readonly clients: Set<string>;
  readonly controller: AbortController;
  /** True once the answer is being made. */
  isTaken: boolean;
}

/** When an answer was asked for. */
interface Asked {
  /** Moves of the head until then. */
  readonly moves: number;
  /** The head's version. */
  readonly head: bigint;
}

/**
 * Answers subscriptions of GraphQL, again when the ledger's head has moved: with the whole answer where that has changed, or with the next rows of a
 * `_stream`. Nothing is kept for a client but its question and what it was given, so one that is slow or away gets what is true when it takes it.
 */
export class SubscriptionHub extends ConnectionHub<Subscription> {
  protected override readonly failedEvent = failedEvent;
  readonly #options: SubscriptionHubOptions;
  readonly #questions = new ByteBudget(streamLimits.questionBytes, streamLimits.questionBytesOfClient);
  /** Those who have all up to the head. */
  readonly #idle = new Set<Subscription>();
  /** Those who wait for their time, by it. */
  readonly #waiting = new Map<number, Subscription[]>();
  readonly #cohorts = new Map<string, Cohort>();
  readonly #cohortOf = new Map<Subscription, Cohort>();
  /** Moves of the head since the start. */
  #moves = 0;

  constructor(options: SubscriptionHubOptions) {
    super(options);
    this.#options = options;
  }

  /**
   * Takes a client on.
   *
   * @param client - see `clientOf`
   * @param body - of its request
   * @param answer - begins the answer
   * @throws ApiError 503 when there are too many, or the node ends
   */
  open(client: string, body: Uint8Array, answer: () => StreamConnection): void {
    const release = this.#questions.take(client, body.length);
    if (release === undefined) throw this.refusal("too many long subscriptions");
    const question = Buffer.from(body).toString("latin1");
    try {
      const begin = (): Subscription => new Subscription(answer(), { client, question }, this.held, performance.now());
      const subscription = this.admit(client, begin);
      subscription.signal.addEventListener("abort", release);
      void this.begin().then(() => this.goOn(subscription));
    } catch (error) {
      release();
      throw error;
    }
  }

  protected override proceed(subscription: Subscription): void {
    const { isDone, moves, due } = subscription;
    const wait = due - performance.now();
    if (isDone) subscription.finish("done", completeEvent);
    else if (moves === this.#moves) this.#idle.add(subscription);
    // The moment may come between two of those who wait for it together.
    else if (wait > 0 || this.#waiting.has(due)) this.#waitUntilDue(subscription, wait);
    else this.#join(subscription);
  }

  /** Those who were answered together wait together: by timers of their own, equal questions would be asked one by one. */
  #waitUntilDue(subscription: Subscription, wait: number): void {
    const { due } = subscription;
    const others = this.#waiting.get(due);
    if (others !== undefined) {
      others.push(subscription);
      return;
    }
    const waiting = [subscription];
    this.#waiting.set(due, waiting);
    const goOn = (): void => {
      this.#waiting.delete(due);
      for (const each of waiting) this.goOn(each);
    };
    setTimeout(goOn, Math.ceil(wait)).unref();
  }

  protected override onMoved(): void {
    this.#moves++;
    const idle = [...this.#idle];
    this.#idle.clear();
    for (const subscription of idle) this.goOn(subscription);
  }

  protected override look(subscription: Subscription, now: number): void {
    subscription.look(now);
  }

  protected override onLeft(subscription: Subscription): void {
    this.#idle.delete(subscription);
    const cohort = this.#cohortOf.get(subscription);
    if (cohort === undefined) return;
    this.#cohortOf.delete(subscription);
    cohort.members.delete(subscription);
    if (cohort.members.size > 0) return;
    this.#close(cohort);
    cohort.controller.abort();
  }

  /** Adds a client to those who wait for the same answer. Each client among them waits for a turn of its own, so none waits for what another one asks besides. */
  #join(subscription: Subscription): void {
    const { client } = subscription;
    const key = `${subscription.seen ?? ""}\n${subscription.question}`;
    let cohort = this.#cohorts.get(key);
    if (cohort === undefined) {
      const controller = new AbortController();
      cohort = { key, members: new Set(), clients: new Set(), controller, isTaken: false };
      this.#cohorts.set(key, cohort);
    }
    cohort.members.add(subscription);
    this.#cohortOf.set(subscription, cohort);
    if (cohort.clients.has(client)) return;
    cohort.clients.add(client);
    void this.#serve(cohort, client, subscription);
  }

  /** From now on none joins. */
  #close(cohort: Cohort): void {
    if (this.#cohorts.get(cohort.key) === cohort) this.#cohorts.delete(cohort.key);
  }

  /** Waits for a client's turn, and answers all who are there, unless another client's turn came before. */
  async #serve(cohort: Cohort, client: string, { question, seen }: Subscription): Promise<void> {
    let isOwn = false;
    let moves = 0;
    let head = 0n;
    const ask = (): FollowQuestion | undefined => {
      if (cohort.isTaken) return undefined;
      isOwn = true;
      cohort.isTaken = true;
      this.#close(cohort);
      moves = this.#moves;
      head = this.ledger?.version ?? 0n;
      return { work: "subscription", body: new Uint8Array(Buffer.from(question, "latin1")), seen };
    };
    // All who go on in this turn are there.
    await nextTurn();
    const result = await readAnswer(this.#options, { client, signal: cohort.controller.signal }, ask);
    cohort.clients.delete(client);
    // A turn that never came is no failure while another one may come.
    if (cohort.controller.signal.aborted || (!isOwn && (cohort.isTaken || cohort.clients.size > 0))) return;
    this.#close(cohort);
    this.#tell([...cohort.members], result, { moves, head });
  }

  #tell(members: readonly Subscription[], result: AnswerResult, asked: Asked): void {
    let failure: unknown;
    const now = performance.now();
    for (const member of members) {
      this.#cohortOf.delete(member);
      if (result === undefined || "failure" in result) {
        if (!member.signal.aborted && !this.tryAgain(member)) failure ??= result?.failure;
      } else this.#deliver(member, result, now, asked);
    }
    if (failure !== undefined) this.#options.onFailure?.(failure);
  }

  #deliver(subscription: Subscription, part: TimedPart, now: number, { moves, head }: Asked): void {
    const { event, seen, version = -1n, follows, took } = part;
    const isLate = version < head && follows === "commit";
    subscription.tries = 0;
    // Who finds no room is answered again when there is some.
    if (event === undefined || this.hasRoomFor(subscription, event.length)) {
      if (event !== undefined) {
        subscription.hand([event], event);
        this.note(subscription, event.length);
      }
      subscription.seen = seen;
      subscription.moves = follows === "commit" && !isLate ? moves : undefined;
      subscription.isDone = follows === "nothing";
      // A late answer took what it waited for the index.
      const pause = isLate
        ? streamLimits.latePause
        : Math.max(streamLimits.answerPause, took * streamLimits.answerShare);
      subscription.due = follows === "now" ? 0 : now + pause;
    }
    this.goOn(subscription);
  }
}
