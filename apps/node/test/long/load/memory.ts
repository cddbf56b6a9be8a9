import { readFileSync } from "node:fs";

/** Anonymous memory of a process, MiB: what it allocated, without the file pages that SQLite maps. */
export function readAnonymousMemory(pid: number): number {
  const found = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(found?.[1] ?? Number.NaN) / 1024;
}

/**
 * How much a series grows from its third quarter to its last one, as a share. The first half is warm-up: under a new load the
 * engine takes about a minute to commit the heap that it will use, whatever of it is alive.
 */
export function growth(samples: readonly number[]): number {
  const quarter = Math.floor(samples.length / 4);
  const middle = (part: readonly number[]): number => part.toSorted((a, b) => a - b)[part.length >> 1] ?? Number.NaN;
  return middle(samples.slice(-quarter)) / middle(samples.slice(-2 * quarter, -quarter)) - 1;
}
