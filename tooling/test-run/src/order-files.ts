/** Files in an order that follows from a seed alone, whatever order they come in. @param nameOf - tells two files apart */
export function shuffleFiles<File>(files: readonly File[], nameOf: (file: File) => string, seed: number): File[] {
  const shuffled = [...files].sort(byName(nameOf));
  // A linear congruential generator is random enough for an order.
  let state = seed >>> 0;
  for (let last = shuffled.length - 1; last > 0; last--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = Math.floor((state / 2 ** 32) * (last + 1));
    [shuffled[last], shuffled[other]] = [shuffled[other]!, shuffled[last]!];
  }
  return shuffled;
}

/**
 * Divides files so that every part takes about as long: the dearest file first, each to the part that has least so far.
 *
 * @returns as many parts as wanted, the same ones for the same files
 */
export function divideFiles<File>(
  files: readonly File[],
  nameOf: (file: File) => string,
  secondsOf: (file: File) => number,
  count: number,
): File[][] {
  const parts = Array.from({ length: count }, () => ({ seconds: 0, files: [] as File[] }));
  const dearestFirst = [...files].sort((a, b) => secondsOf(b) - secondsOf(a) || byName(nameOf)(a, b));
  for (const file of dearestFirst) {
    const least = parts.reduce((found, part) => (part.seconds < found.seconds ? part : found));
    least.seconds += secondsOf(file);
    least.files.push(file);
  }
  return parts.map((part) => part.files);
}

function byName<File>(nameOf: (file: File) => string): (a: File, b: File) => number {
  return (a, b) => (nameOf(a) < nameOf(b) ? -1 : 1);
}
