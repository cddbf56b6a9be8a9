import type { LedgerRecord } from "@ledger/types";
import { createDevnetSource, type DevnetLedger } from "../../src/index.ts";

/** 2026-11-21T00:00:00Z, in microseconds. */
export const START = 1_795_219_200_000_000n;

/** A clock that is read a different number of times per block by nobody: it shows the time of the block that is asked for. */
class BlockClock {
  #now: bigint;

  /** @param height - of the block before the next one */
  constructor(height = 0n) {
    this.#now = START + height * 1_000_000n;
  }

  readonly read = (): bigint => this.#now;

  /** One second later. */
  tick(): void {
    this.#now += 1_000_000n;
  }
}

/** Runs the development ledger for some blocks, one per second of the clock. Genesis counts as one. */
export async function runBlocks(
  blocks: number,
  { from = 0n, height = 0n, resume }: { from?: bigint; height?: bigint; resume?: DevnetLedger } = {},
): Promise<(readonly LedgerRecord[])[]> {
  const clock = new BlockClock(height);
  const source = createDevnetSource({ clock: clock.read, intervalMs: 0, resume });
  const pages: (readonly LedgerRecord[])[] = [];
  const abort = new AbortController();
  if (from !== 0n) clock.tick();
  for await (const page of source.records(from, abort.signal)) {
    pages.push(page);
    clock.tick();
    if (pages.length === blocks) break;
  }
  return pages;
}
