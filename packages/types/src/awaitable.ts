/** A value, or the promise of one: what is at hand answers at once, what is across a network later. */
export type Awaitable<T> = T | Promise<T>;

/**
 * Continues with a value at once when it is there, and when it arrives otherwise.
 *
 * @throws what `next` throws, for a value that is there
 */
export function whenReady<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
