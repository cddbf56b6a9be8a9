/** Returns true if `a` comes before `b`. */
export type Order<T> = (a: T, b: T) => boolean;

/** Makes a binary heap of an array, in place: its first element comes before all others. */
export function heapify<T>(heap: T[], isBefore: Order<T>): void {
  for (let i = (heap.length >> 1) - 1; i >= 0; i--) sink(heap, i, isBefore);
}

/** Restores the heap after the element at `start` has moved back in the order. */
export function sink<T>(heap: T[], start: number, isBefore: Order<T>): void {
  const moving = heap[start]!;
  let at = start;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++;
    if (!isBefore(heap[child]!, moving)) break;
    heap[at] = heap[child]!;
    at = child;
  }
  heap[at] = moving;
}

/** Removes the first element. */
export function removeFirst<T>(heap: T[], isBefore: Order<T>): void {
  const last = heap.pop()!;
  if (heap.length === 0) return;
  heap[0] = last;
  sink(heap, 0, isBefore);
}
