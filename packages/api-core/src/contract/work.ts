/**
 * How much work an answer is; a route declares it, and a server bounds what of a class is under way at one time.
 *
 * - `point`: a few reads of a bounded size, made at once on the event loop.
 * - `bulk`: pages, blocks, whole accounts. Milliseconds to about a second.
 * - `compute`: runs code of the ledger. It may take seconds; it gives way by `RequestContext.defer`, and ends when
 *   `RequestContext.signal` says that the client has left.
 * - `list`: a page of what an index of the ledger's tables has, which may be remembered in one thread alone. Milliseconds.
 * - `submission`: little work here, then a wait for the pool of transactions, which may be in another thread.
 */
export type WorkClass = "point" | "bulk" | "compute" | "list" | "submission";

/**
 * The place and the work of an answer. `point`, `submission` and `forwarded` are answered by the API that has the request, the last two
 * with a wait for the pool or for another node; `bulk`, `compute` and `list` belong into other threads, with APIs of their own.
 */
export type WorkPlace = WorkClass | "forwarded";

/** The part of an `AbortSignal` that the machine asks for: the client may have left. */
export interface LeaveSignal {
  readonly aborted: boolean;
}

/** Bytes of a body, or stored bytes to write an answer from, beyond which a `point` route counts as `bulk`: a millisecond of work or less. */
export const largeValue = 16 * 1024;

/** Thrown instead of an answer of a `point` route that turns out to be large, where `ApiOptions.handsOnLarge` is set: it is `bulk` work. */
export class TooLargeHere extends Error {
  override readonly name = "TooLargeHere";
  /** See `Admission.key`. */
  readonly key: string | undefined;

  constructor(key: string | undefined) {
    super("the answer is too large to be made here");
    this.key = key;
  }
}
