import { setImmediate as nextTurn } from "node:timers/promises";
import { createPooledEd25519Verifier } from "@ledger/executor/node";
import {
  ChainClock,
  createLocalChainSource,
  type FeatureChanges,
  featureDifference,
  featureOptionsText,
  genesisFeatures,
  type LocalChain,
  type LocalChainSource,
  type LocalChainSourceOptions,
  localChainId,
  readFeatures,
  readLocalGenesis,
} from "@ledger/local-chain";
import type { LedgerStore, LedgerSummary } from "@ledger/state-store";
import { SyncError } from "@ledger/sync";
import { bytesEqual, hashTransaction } from "@ledger/types";
import { type ClockState, watchClock } from "./watch-clock.ts";

export { featureOptionsText };

/** Settings of the local network. */
export interface LocalLedgerOptions {
  readonly store: LedgerStore;
  /** Milliseconds from one block to the next while no transaction waits; 0 makes no such blocks. */
  readonly blockInterval: number;
  /** Lets the demonstration submit transactions. */
  readonly workload: "on" | "off";
  /** Feature flags to switch in genesis; a stored ledger that began with others is not continued, unless none are named. */
  readonly features: FeatureChanges;
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
  /** The flags that are other in it than in the shipped one. */
  readonly features: FeatureChanges;
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
  { store, blockInterval, workload, features, onWarning, onLeft, onPrint, onClock }: LocalLedgerOptions,
  stored: LedgerSummary | undefined,
): Promise<LocalLedger | undefined> {
  const found = await findGenesis(store, stored, features);
  if (found === undefined) return undefined;
  const { genesis } = found;
  const chainClock = new ChainClock({ latestUsecs: stored?.timestampUsecs ?? 0n, host: hostTime });
  const clock = (): bigint => chainClock.now();
  const keepWatching = watchClock(chainClock, 0n, onClock);
  const trigger = { onTransaction: true, intervalMs: blockInterval === 0 ? undefined : blockInterval };
  return {
    ...found,
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

/**
 * The genesis of the network: with the flags of the options, or of a stored ledger those that it began with. They are read from its latest
 * state, which has them unless its users have changed them.
 */
async function findGenesis(
  store: LedgerStore,
  stored: LedgerSummary | undefined,
  features: FeatureChanges,
): Promise<Pick<LocalLedger, "genesis" | "features"> | undefined> {
  const genesis = await readLocalGenesis(features);
  if (stored === undefined || isGenesisOf(stored, genesis)) return { genesis, features };
  if (stored.chainId !== localChainId) return undefined;
  const begun = await findLocalGenesis(store, stored);
  if (begun === undefined) {
    throw new SyncError(
      "wrong_network",
      "the stored ledger belongs to an earlier release or to another local network: its genesis differs, " +
        "and this release cannot continue it; use --role api to serve it as it is",
    );
  }
  if (Object.keys(features).length === 0) return begun;
  throw new SyncError(
    "wrong_network",
    `the stored ledger began with other feature flags: ${featureOptionsText(begun.features) || "those of every local network"}; ` +
      "name these or none, or another --data-dir",
  );
}

/** The genesis of a local network that a store holds, with the flags of its latest state; undefined where it began with another genesis. */
export async function findLocalGenesis(
  store: Pick<LedgerStore, "readState">,
  stored: LedgerSummary,
): Promise<Pick<LocalLedger, "genesis" | "features"> | undefined> {
  const latest = await readFeatures({ get: (key) => store.readState(stored.version, key) });
  const features = featureDifference(genesisFeatures(await readLocalGenesis()), latest);
  const genesis = await readLocalGenesis(features);
  return isGenesisOf(stored, genesis) ? { genesis, features } : undefined;
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
