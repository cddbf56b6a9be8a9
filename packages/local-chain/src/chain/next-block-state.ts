import type { StateItem, StateUsage, StateView } from "@ledger/executor";
import { type Awaitable, bytesEqual, CurrentTimeMicroseconds, frameworkKey, whenReady } from "@ledger/types";

const timeKey = frameworkKey("timestamp", "CurrentTimeMicroseconds");

/**
 * The latest state at the time that the next block will have: what is submitted after a long pause is judged by the present time, not by that of
 * the block before.
 */
export class NextBlockState implements StateView {
  readonly #state: StateView;
  readonly #time: Uint8Array;

  constructor(state: StateView, timestampUsecs: bigint) {
    this.#state = state;
    this.#time = CurrentTimeMicroseconds.encode({ microseconds: timestampUsecs });
  }

  read(key: Uint8Array): Awaitable<StateItem | undefined> {
    const item = this.#state.read(key);
    if (!bytesEqual(key, timeKey)) return item;
    return whenReady(item, (found) => found && { ...found, value: this.#time });
  }

  usage(): Awaitable<StateUsage> {
    return this.#state.usage();
  }
}
