import { localChainId, shopAccount } from "@ledger/local-chain";
import { type HashValue, hashSignedTransaction, type StateView, type Submission } from "@ledger/types";
import { Workload } from "./workload.ts";

/** The part of a chain that a workload needs; a `LocalChain` has it. */
export interface WorkloadChain {
  readonly state: StateView;
  readonly timestampUsecs: bigint;
  submit(transaction: Uint8Array): Promise<Submission>;
  /** The transactions that wait for a block. */
  readonly mempool: { find(hash: HashValue): unknown };
}

/** How a workload is run. */
export interface RunWorkloadOptions {
  /** Ends it. */
  readonly signal: AbortSignal;
  /** Microseconds since the Unix epoch. */
  readonly clock: () => bigint;
  /** That of local networks when absent. */
  readonly chainId?: number | undefined;
  /** From one occasion to the next, in milliseconds; a second when absent. */
  readonly intervalMs?: number | undefined;
  readonly seed?: string | undefined;
  /** Called when the chain refuses a transaction; the workload continues. */
  readonly onRefused?: ((refused: Exclude<Submission, { kind: "accepted" }>) => void) | undefined;
}

const defaultIntervalMs = 1_000;

/**
 * Submits transactions to a chain until the signal aborts. While one of them waits for a block, no more are submitted: a chain that
 * makes blocks seldom gets few.
 */
export async function runWorkload(chain: WorkloadChain, options: RunWorkloadOptions): Promise<void> {
  const { signal, clock, chainId = localChainId, intervalMs = defaultIntervalMs, seed, onRefused } = options;
  const workload = new Workload({ chainId, cafe: shopAccount, ...(seed !== undefined && { seed }) });
  let waiting: HashValue[] = [];
  while (await pause(intervalMs, signal)) {
    waiting = waiting.filter((hash) => chain.mempool.find(hash) !== undefined);
    if (waiting.length > 0) continue;
    let timestampUsecs = clock();
    if (timestampUsecs < chain.timestampUsecs) timestampUsecs = chain.timestampUsecs;
    for (const transaction of await workload.nextTransactions({ state: chain.state, timestampUsecs })) {
      const submission = await chain.submit(transaction);
      if (submission.kind === "accepted") waiting.push(hashSignedTransaction(transaction));
      else onRefused?.(submission);
    }
  }
}

/** @returns false when the signal has aborted */
function pause(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve(!signal.aborted);
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener("abort", end);
  });
}
