import { Random } from "@ledger/random";

/** Shuffles files. The result depends only on the seed and the files, not on their original order. @param nameOf - unique for each file */
export function shuffleFiles<File>(files: readonly File[], nameOf: (file: File) => string, seed: number): File[] {
  const shuffled = [...files].sort(byName(nameOf));
  const random = new Random(seed);
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = random.below(last + 1);
    [shuffled[last], shuffled[other]] = [shuffled[other]!, shuffled[last]!];
  }
  return shuffled;
}

/**
 * Divides files into parts that take about equally long: the slowest file first, each to the part with the least work so far.
 *
 * @returns `count` parts, the same for the same files
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
