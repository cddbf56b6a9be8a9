/** Counts the bytes of answers that clients have not taken yet. One body that goes to several clients is in memory once, and counts once. */
export class HeldAnswers {
  readonly #limit: number;
  readonly #users = new Map<Uint8Array, number>();
  readonly #onRoom: () => void;
  #bytes = 0;

  /** @param onRoom - called when an answer has left */
  constructor(limit: number, onRoom: () => void) {
    this.#limit = limit;
    this.#onRoom = onRoom;
  }

  /** Bytes that are held. */
  get bytes(): number {
    return this.#bytes;
  }

  get hasRoom(): boolean {
    return this.#bytes < this.#limit;
  }

  /** Holds a body for one client more. @returns how to let go of it, once; `undefined` when there is no room for another body */
  hold(body: Uint8Array): (() => void) | undefined {
    const users = this.#users.get(body) ?? 0;
    if (users === 0) {
      if (!this.hasRoom) return undefined;
      this.#bytes += body.length;
    }
    this.#users.set(body, users + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const rest = this.#users.get(body)! - 1;
      if (rest > 0) {
        this.#users.set(body, rest);
        return;
      }
      this.#users.delete(body);
      this.#bytes -= body.length;
      this.#onRoom();
    };
  }
}
