/** The middle of a list of samples. */
export function median(samples: readonly number[]): number {
  return quantile(samples, 0.5);
}

/** The sample that a share of all samples does not exceed, e.g. 0.99. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
