/** A time as indexers write it: UTC without a zone, with microseconds where there are any. */
export function formatTimestamp(usecs: bigint): string {
  const rest = usecs % 1_000_000n;
  const seconds = formatSeconds(usecs);
  return rest === 0n ? seconds : `${seconds}.${`${rest}`.padStart(6, "0")}`;
}

/** A time cut to whole seconds, as the tables of fungible assets have it. */
export function formatSeconds(usecs: bigint): string {
  return new Date(Number(usecs / 1_000n)).toISOString().slice(0, 19);
}

/** Seconds after which no calendar has a date. */
const lastSecond = 253_402_300_799n;

/** The time at which something expires, from seconds since the Unix epoch; what is later than all dates counts as the last one. */
export function formatExpiry(seconds: bigint): string {
  return formatSeconds((seconds > lastSecond ? lastSecond : seconds) * 1_000_000n);
}
