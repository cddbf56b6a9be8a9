import type { Pacing } from "../../src/index.ts";

/** Waits of any length take a moment and are written down; the clock moves with them. */
export function fastPacing(): Pacing & { readonly waits: number[] } {
  const waits: number[] = [];
  let skipped = 0;
  return {
    waits,
    now: () => performance.now() + skipped,
    date: () => Date.now() + skipped,
    random: () => 0.5,
    async sleep(milliseconds, signal) {
      waits.push(milliseconds);
      skipped += milliseconds;
      if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, 1));
    },
  };
}
