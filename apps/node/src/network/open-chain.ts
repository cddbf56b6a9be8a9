import { setImmediate as nextTurn } from "node:timers/promises";
import { createPooledEd25519Verifier } from "@ledger/executor/node";
import {
  ChainClock,
  createLocalChainSource,
  type LocalChain,
  type LocalChainSource,
  type LocalChainSourceOptions,
  type StoredChain,
} from "@ledger/local-chain";
import { hashSignedTransaction, SignedTransaction } from "@ledger/types";
import type { ChainOptions, ChainReport } from "./chain-protocol.ts";
import { describeRun } from "./describe-run.ts";
import { hostTime } from "./host-time.ts";
import { watchClock } from "./watch-clock.ts";

/** Takes reports on a local network. */
export type TellOfChain = (report: ChainReport) => void;

/** Parts of a local network in the thread that makes its blocks. */
export interface OpenChainOptions extends ChainOptions {
  /** The stored ledger, to go on after its head. */
  readonly stored: StoredChain;
  /** Time of the latest stored block, microseconds since the Unix epoch; 0 where there is none. */
  readonly latestUsecs: bigint;
  readonly tell: TellOfChain;
}

/** Opens the network of this node alone: its records, and its pool of transactions. */
export function openChain(options: OpenChainOptions): LocalChainSource {
  const { genesis, chainId, stored, latestUsecs, blockInterval, workload, reportedClock, tell } = options;
  const chainClock = new ChainClock({ latestUsecs, host: hostTime });
  const clock = (): bigint => chainClock.now();
  const keepWatching = watchClock(chainClock, 0n, (state) => tell({ type: "clock", ...state }), reportedClock);
  return createLocalChainSource({
    genesis,
    clock,
    ed25519: createPooledEd25519Verifier(),
    stored,
    trigger: { onTransaction: true, intervalMs: blockInterval === 0 ? undefined : blockInterval },
    nextTurn,
    ...chainListeners(tell),
    onOpen(chain, signal) {
      keepWatching(signal);
      if (workload === "on") void demonstrate(chain, { chainId, clock, signal }, tell);
    },
  });
}

/** Listeners of a chain that report on its transactions. */
export function chainListeners(tell: TellOfChain): {
  readonly onLeft: NonNullable<LocalChainSourceOptions["onLeft"]>;
  readonly testing: Pick<NonNullable<LocalChainSourceOptions["testing"]>, "onRun">;
} {
  return {
    onLeft: (hashes) => tell({ type: "left", hashes }),
    testing: {
      onRun(transaction, notes) {
        const hash = hashSignedTransaction(SignedTransaction.encode(transaction));
        tell({ type: "ran", hash, run: describeRun(notes) });
      },
    },
  };
}

/** Runs the demonstration while users go on; a fault of it must not end their network. */
async function demonstrate(
  chain: LocalChain,
  run: { readonly chainId: number; readonly clock: () => bigint; readonly signal: AbortSignal },
  tell: TellOfChain,
): Promise<void> {
  const warn = (text: string): void => tell({ type: "warning", text });
  try {
    const { runWorkload } = await import("@ledger/workload");
    await runWorkload(chain, {
      ...run,
      onRefused: ({ message }) => warn(`the demonstration's transaction was refused: ${message}`),
    });
  } catch (error) {
    warn(`the demonstration has ended: ${error instanceof Error ? error.stack : error}`);
  }
}
