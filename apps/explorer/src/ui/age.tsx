import { formatAge, formatTime, timestampMilliseconds } from "../text/time.ts";

/** How long ago a ledger timestamp was, with the exact time as its title. */
export function Age({ timestamp }: { timestamp: string }) {
  const milliseconds = timestampMilliseconds(timestamp);
  if (milliseconds === undefined) return <>genesis</>;
  return <time title={formatTime(timestamp)}>{formatAge(milliseconds, Date.now())}</time>;
}
