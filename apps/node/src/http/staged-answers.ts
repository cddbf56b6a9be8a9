/** How answers come about. What a stage throws or rejects with is handed to `fail`. */
export interface Stages<Request, Answer> {
  readonly make: (request: Request) => Answer | Promise<Answer>;
  readonly send: (request: Request, answer: Answer) => void | Promise<void>;
  readonly fail: (request: Request, error: unknown) => void;
}

/** Milliseconds after which what has been made is sent, before more is made. */
const LONGEST_STAGE = 10;

/**
 * Answers the requests of one turn of the event loop together: their answers are made one after the other, and then sent one
 * after the other. A request by itself makes Node's parser, this program, SQLite and the system's sockets displace each other
 * from the processor's caches, and most of its time is spent on fetching their code again; in stages, each of them is fetched
 * once a turn. Under load that is worth a factor of two and more. Where requests come one at a time, none has to wait.
 */
export class StagedAnswers<Request, Answer> {
  readonly #stages: Stages<Request, Answer>;
  #waiting: Request[] = [];
  /** Requests of this turn so far, and of the turn before that had any. */
  #count = 0;
  #countBefore = 0;

  constructor(stages: Stages<Request, Answer>) {
    this.#stages = stages;
  }

  /** Takes a request in, to be answered when the events of this turn have been handled, or now if it seems to be the only one. */
  add(request: Request): void {
    if (this.#count++ === 0) {
      setImmediate(this.#endTurn);
      if (this.#countBefore <= 1) {
        this.#answerSome([request], 0);
        return;
      }
    }
    this.#waiting.push(request);
  }

  readonly #endTurn = (): void => {
    const requests = this.#waiting;
    this.#waiting = [];
    this.#countBefore = this.#count;
    this.#count = 0;
    for (let first = 0; first < requests.length; ) first = this.#answerSome(requests, first);
  };

  /** @returns the index of the first request that is still to be answered */
  #answerSome(requests: readonly Request[], first: number): number {
    const { make, fail } = this.#stages;
    const made: { readonly request: Request; readonly answer: Answer | Promise<Answer> }[] = [];
    const started = performance.now();
    let next = first;
    do {
      const request = requests[next++]!;
      try {
        made.push({ request, answer: make(request) });
      } catch (error) {
        fail(request, error);
      }
    } while (next < requests.length && performance.now() - started < LONGEST_STAGE);
    for (const { request, answer } of made) {
      if (answer instanceof Promise) {
        answer.then(
          (late) => this.#send(request, late),
          (error: unknown) => fail(request, error),
        );
      } else {
        this.#send(request, answer);
      }
    }
    return next;
  }

  #send(request: Request, answer: Answer): void {
    const { send, fail } = this.#stages;
    try {
      send(request, answer)?.catch((error: unknown) => fail(request, error));
    } catch (error) {
      fail(request, error);
    }
  }
}
