/** A value, or the promise of one: what is at hand answers at once, what is across a network later. */
export type Awaitable<T> = T | Promise<T>;
