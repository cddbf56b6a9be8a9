/** Microseconds since the Unix epoch as milliseconds; `undefined` for genesis, which has no time of its own. */
export function timestampMilliseconds(microseconds: string): number | undefined {
  if (!/^\d+$/.test(microseconds)) return undefined;
  const milliseconds = Number(BigInt(microseconds) / 1000n);
  return milliseconds === 0 ? undefined : milliseconds;
}

const dateTime = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" });
const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });

/** Date and time of a ledger timestamp, in the reader's time zone. */
export function formatTime(microseconds: string): string {
  const milliseconds = timestampMilliseconds(microseconds);
  // The longest date that the platform knows; a ledger may claim a later one.
  if (milliseconds !== undefined && milliseconds > 8.64e15) return `${microseconds} µs`;
  return milliseconds === undefined ? "genesis" : dateTime.format(milliseconds);
}

/** Time of the day. */
export function formatClock(milliseconds: number): string {
  return clock.format(milliseconds);
}

const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;
const age = new Intl.RelativeTimeFormat("en", { numeric: "always" });

/** How long ago something was: `3 minutes ago`. A clock that is slower than the ledger's makes it now. */
export function formatAge(milliseconds: number, now: number): string {
  const seconds = Math.max(0, Math.floor((now - milliseconds) / 1000));
  const [unit, size] = units.find(([, length]) => seconds >= length) ?? ["second", 1];
  return seconds === 0 ? "just now" : age.format(-Math.floor(seconds / size), unit);
}
