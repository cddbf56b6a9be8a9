import type { Awaitable } from "@ledger/state-store";

/**
 * Goes on with a value: at once when it is there, so that an answer from a store that answers at once is made without a
 * single promise.
 */
export function whenReady<T, U>(value: Awaitable<T>, use: (value: T) => Awaitable<U>): Awaitable<U> {
  return value instanceof Promise ? value.then(use) : use(value);
}
