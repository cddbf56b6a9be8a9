/**
 * How much work an answer is; a route declares it, and a server bounds what of a class is under way at one time.
 *
 * - `point`: a few reads of a bounded size, made at once on the event loop.
 * - `bulk`: pages, blocks, whole accounts. Milliseconds to about a second.
 * - `compute`: runs code of the ledger. It may take seconds; it gives way by `RequestContext.defer`, and ends when
 *   `RequestContext.signal` says that the client has left.
 * - `submission`: little work here, then a wait for the pool of transactions, which may be in another thread.
 */
export type WorkClass = "point" | "bulk" | "compute" | "submission";

/**
 * An answer that takes too long to be made on an event loop, or in time: `Api.handle` makes it, when its turn has come.
 * `forwarded` and `submission` are only waited for, the one for another node and the other for the pool; the others belong into
 * another thread, with an API of its own.
 */
export interface LargeWork {
  readonly work: Exclude<WorkClass, "point"> | "forwarded";
  /** Equal for requests that have the same answer, which need not be made twice; absent where it depends on more than the ledger. */
  readonly key: string | undefined;
}

/** Bytes of a body, or stored bytes to write an answer from, beyond which a `point` route counts as `bulk`: a millisecond of work or less. */
export const largeValue = 16 * 1024;
