/** A time as indexers write it: UTC without a zone, with microseconds where there are any. */
export function formatTimestamp(usecs: bigint): string {
  const seconds = new Date(Number(usecs / 1_000n)).toISOString().slice(0, 19);
  const rest = usecs % 1_000_000n;
  return rest === 0n ? seconds : `${seconds}.${`${rest}`.padStart(6, "0")}`;
}
