/** Of engines that have it: a turn of a timer takes a millisecond. */
const { setImmediate } = globalThis as { readonly setImmediate?: (then: () => void) => void };

/** Lets others have their turn. */
export function giveWay(): Promise<void> {
  return new Promise((resolve) => (setImmediate === undefined ? setTimeout(resolve, 0) : setImmediate(resolve)));
}
