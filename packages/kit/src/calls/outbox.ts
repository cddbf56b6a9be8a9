/** An object that changes hands when it is sent: a buffer, or a port. */
export type Movable = ArrayBuffer | object;

/**
 * Collects the messages of one turn of the event loop and sends them together: handing a message to another thread, and waking it,
 * costs more than most messages themselves.
 */
export class Outbox<Message> {
  readonly #post: (messages: readonly Message[], moved: readonly Movable[]) => void;
  readonly #schedule: (flush: () => void) => unknown;
  #messages: Message[] = [];
  #moved: Movable[] = [];

  /**
   * @param post - sends messages, and what changes hands with them
   * @param schedule - calls back when the messages of this turn are complete
   */
  constructor(
    post: (messages: readonly Message[], moved: readonly Movable[]) => void,
    schedule: (flush: () => void) => unknown,
  ) {
    this.#post = post;
    this.#schedule = schedule;
  }

  /** @param moved - objects that change hands with the message and are not copied */
  send(message: Message, moved: readonly Movable[] = []): void {
    if (this.#messages.push(message) === 1) this.#schedule(this.flush);
    if (moved.length > 0) this.#moved.push(...moved);
  }

  /** Sends now what has been collected. */
  readonly flush = (): void => {
    if (this.#messages.length === 0) return;
    const [messages, moved] = [this.#messages, this.#moved];
    this.#messages = [];
    this.#moved = [];
    this.#post(messages, moved);
  };
}
