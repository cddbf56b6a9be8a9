/**
 * Sends messages to another thread, those of one turn of the event loop together: taking a message to another thread, and waking that,
 * costs more than most messages themselves.
 */
export class Outbox<T> {
  readonly #post: (messages: readonly T[], moved: readonly ArrayBuffer[]) => void;
  #messages: T[] = [];
  #moved: ArrayBuffer[] = [];

  /** @param post - sends messages, and what they take with them */
  constructor(post: (messages: readonly T[], moved: readonly ArrayBuffer[]) => void) {
    this.#post = post;
  }

  /** @param moved - memory that goes with the message and is not copied */
  send(message: T, moved: readonly ArrayBuffer[] = []): void {
    if (this.#messages.push(message) === 1) setImmediate(this.#flush);
    if (moved.length > 0) this.#moved.push(...moved);
  }

  readonly #flush = (): void => {
    const [messages, moved] = [this.#messages, this.#moved];
    this.#messages = [];
    this.#moved = [];
    this.#post(messages, moved);
  };
}
