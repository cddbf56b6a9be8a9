// The package is compiled without DOM and Node types; these are all it needs of them.
declare const performance: { now(): number };
declare const setTimeout: (callback: () => void, milliseconds: number) => unknown;

/** Of engines that have it: a turn of a timer takes a millisecond. */
const { setImmediate } = globalThis as { readonly setImmediate?: (then: () => void) => void };

/** Milliseconds that a question runs before the others have their turn. */
const slice = 5;

/** Parts of questions that wait for their turn, by question: a question with many fields has as many turns as one with one. */
const row = new Map<object, (() => void)[]>();

/** When the present slice began. */
let begun = Number.NEGATIVE_INFINITY;

/**
 * Lets other questions have their turn, once the one that runs has had its time. Each step between two calls has to be short.
 *
 * @param question - whose step it is: a signal that is aborted when nothing waits for the answer any more
 * @returns `undefined` where time is left, which is worth not waiting for
 * @throws the reason of the signal, once it is aborted
 */
export function giveWay(question: AbortSignal): Promise<void> | undefined {
  question.throwIfAborted();
  if (performance.now() - begun < slice) return undefined;
  return new Promise<void>((resolve) => {
    if (row.size === 0) schedule();
    const own = row.get(question);
    if (own === undefined) row.set(question, [resolve]);
    else own.push(resolve);
  }).then(() => question.throwIfAborted());
}

/** Begins the slice of the question whose turn it is; the others have the next turns of the event loop. */
function takeTurn(): void {
  for (const [question, own] of row) {
    const next = own.shift()!;
    row.delete(question);
    if (own.length > 0) row.set(question, own);
    if (row.size > 0) schedule();
    begun = performance.now();
    next();
    return;
  }
}

function schedule(): void {
  if (setImmediate === undefined) setTimeout(takeTurn, 0);
  else setImmediate(takeTurn);
}
