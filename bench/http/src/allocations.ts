/** A line of `--trace-gc`: the isolate, the kind of collection, and the heap before and after it, MiB. */
const collection = /\[\d+:(0x[0-9a-f]+)[^\]]*\]\s+\d+ ms: [^\d]*?([\d.]+) \([\d.]+\) -> ([\d.]+) \([\d.]+\) MB/g;

/**
 * Bytes that the busiest thread allocated between the first and the last collection of a trace, on the heap of the engine.
 *
 * @param trace - what `--trace-gc` printed
 */
export function allocatedBytes(trace: string): number {
  const heaps = new Map<string, { after: number; allocated: number }>();
  for (const [, isolate = "", before, after] of trace.matchAll(collection)) {
    const heap = heaps.get(isolate);
    if (heap === undefined) {
      heaps.set(isolate, { after: Number(after), allocated: 0 });
    } else {
      heap.allocated += Math.max(0, Number(before) - heap.after);
      heap.after = Number(after);
    }
  }
  return Math.max(0, ...[...heaps.values()].map(({ allocated }) => allocated)) * 2 ** 20;
}
