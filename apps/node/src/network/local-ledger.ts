import { setImmediate as nextTurn } from "node:timers/promises";
import { createPooledEd25519Verifier } from "@ledger/executor/node";
import {
  ChainClock,
  createLocalChainSource,
  type LocalChain,
  type LocalChainSource,
  type LocalChainSourceOptions,
  localChainId,
  readLocalGenesis,
} from "@ledger/local-chain";
import type { LedgerStore, LedgerSummary } from "@ledger/state-store";
import { SyncError } from "@ledger/sync";
import { bytesEqual, hashTransaction } from "@ledger/types";
import { type ClockState, watchClock } from "./watch-clock.ts";

/** Settings of the local network. */
export interface LocalLedgerOptions {
  readonly store: LedgerStore;
  /** Milliseconds from one block to the next while no transaction waits; 0 makes no such blocks. */
  readonly blockInterval: number;
  /** Lets the demonstration submit transactions. */
  readonly workload: "on" | "off";
  /** Receives warnings, for people. */
  readonly onWarning: (text: string) => void;
  /** Called with transactions that do not wait any more, see `LocalChainOptions` of the chain. */
  readonly onLeft: LocalChainSourceOptions["onLeft"];
  /** Called with the output that transactions have printed. */
  readonly onPrint: OnPrint;
  /** Called when the network's time comes to be ahead of the host's clock, and when that changes. */
  readonly onClock: (state: ClockState) => void;
}

/** Called with the output that the code of a transaction of a block has printed. */
export type OnPrint = NonNullable<NonNullable<LocalChainSourceOptions["testing"]>["onPrint"]>;

/** A local network at hand. */
export interface LocalLedger {
  /** BCS of the genesis transaction. */
  readonly genesis: Uint8Array;
  /** Makes its source of records, which is its pool of transactions too. */
  open(): LocalChainSource;
}

/** The host's clock, microseconds since the Unix epoch. */
export const hostTime = (): bigint => BigInt(Date.now()) * 1_000n;

/**
 * The network of this node alone.
 *
 * @param stored - what the store holds
 * @returns `undefined` where the store holds the ledger of another network
 * @throws SyncError `wrong_network` where it holds a local network that this release cannot continue
 */
export async function findLocalLedger(
  { store, blockInterval, workload, onWarning, onLeft, onPrint, onClock }: LocalLedgerOptions,
  stored: LedgerSummary | undefined,
): Promise<LocalLedger | undefined> {
  const genesis = await readLocalGenesis();
  if (stored !== undefined && !isGenesisOf(stored, genesis)) {
    if (stored.chainId !== localChainId) return undefined;
    throw new SyncError(
      "wrong_network",
      "the stored ledger belongs to an earlier release or to another local network: its genesis differs, " +
        "and this release cannot continue it; use --role api to serve it as it is",
    );
  }
  const chainClock = new ChainClock({ latestUsecs: stored?.timestampUsecs ?? 0n, host: hostTime });
  const clock = (): bigint => chainClock.now();
  const keepWatching = watchClock(chainClock, 0n, onClock);
  const trigger = { onTransaction: true, intervalMs: blockInterval === 0 ? undefined : blockInterval };
  return {
    genesis,
    open: () =>
      createLocalChainSource({
        genesis,
        clock,
        ed25519: createPooledEd25519Verifier(),
        stored: store,
        trigger,
        nextTurn,
        testing: { onPrint },
        onLeft,
        onOpen(chain, signal) {
          keepWatching(signal);
          if (workload === "on") void demonstrate(chain, { clock, signal }, onWarning);
        },
      }),
  };
}

/** Runs the demonstration while users go on; a fault of it must not end their network. */
async function demonstrate(
  chain: LocalChain,
  run: { readonly clock: () => bigint; readonly signal: AbortSignal },
  onWarning: (text: string) => void,
): Promise<void> {
  try {
    const { runWorkload } = await import("@ledger/workload");
    await runWorkload(chain, {
      ...run,
      onRefused: ({ message }) => onWarning(`the demonstration's transaction was refused: ${message}`),
    });
  } catch (error) {
    onWarning(`the demonstration has ended: ${error instanceof Error ? error.stack : error}`);
  }
}

function isGenesisOf({ genesisHash }: LedgerSummary, genesis: Uint8Array): boolean {
  return genesisHash !== undefined && bytesEqual(genesisHash, hashTransaction(genesis));
}
