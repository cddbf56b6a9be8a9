import type { LedgerSource } from "@ledger/sync";
import type { LedgerRecord } from "@ledger/types";
import { beginChain, type DevnetChain } from "./runtime/chain.ts";
import { type DevnetLedger, devnetIdentity, resumeChain } from "./runtime/resume.ts";
import { sleep } from "./sleep.ts";

/** What the development ledger needs from outside. */
export interface DevnetSourceOptions {
  /** Time, in microseconds since the Unix epoch: the only thing about a block that its height does not decide. */
  readonly clock: () => bigint;
  /** From one block to the next, in milliseconds; 0 makes a block whenever one is asked for. */
  readonly intervalMs: number;
  /** The stored ledger, to go on behind its head. Without it only a ledger from genesis on can be had. */
  readonly resume?: DevnetLedger | undefined;
}

/**
 * The development ledger as a source like any other: genesis, then a block per interval, without end.
 *
 * Two sources with the same clock yield the same bytes, and so do one that ran through and one that was stopped and resumed. After
 * a pause there is no burst of missed blocks: the ledger goes on with the next one.
 *
 * @example
 * ```ts
 * const source = createDevnetSource({ clock: () => BigInt(Date.now()) * 1000n, intervalMs: 1000 });
 * for await (const [record] of source.records(0n, signal)) console.log(record?.version);
 * ```
 */
export function createDevnetSource({ clock, intervalMs, resume }: DevnetSourceOptions): LedgerSource {
  const interval = BigInt(Math.round(intervalMs * 1_000));
  let head: bigint | undefined;

  async function* records(from: bigint, signal: AbortSignal): AsyncGenerator<readonly LedgerRecord[], void> {
    if (signal.aborted) return;
    let chain: DevnetChain;
    if (from === 0n) {
      const begun = beginChain();
      chain = begun.chain;
      head = begun.genesis.version;
      yield [begun.genesis];
    } else {
      chain = await resumeChain(resume, from);
    }
    let due = clock();
    while (!signal.aborted) {
      // Never longer than an interval, should the clock have been put back.
      const early = due - clock();
      await sleep(early < interval ? early : interval, signal);
      if (signal.aborted) return;
      const now = clock();
      const block = chain.produceBlock(now);
      head = block.at(-1)?.version;
      yield block;
      due += interval;
      if (due <= now) due = now + interval;
    }
  }

  return {
    name: "development ledger",
    get head() {
      return head;
    },
    records,
    identify: async () => devnetIdentity(),
  };
}
