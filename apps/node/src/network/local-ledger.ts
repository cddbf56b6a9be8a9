import {
  ChainClock,
  type FeatureChanges,
  featureDifference,
  featureOptionsText,
  genesisFeatures,
  localChainId,
  readFeatures,
  readLocalGenesis,
} from "@ledger/local-chain";
import type { LedgerStore, LedgerSummary } from "@ledger/state-store";
import { SyncError } from "@ledger/sync";
import { bytesEqual, hashTransaction } from "@ledger/types";
import { hostTime } from "./host-time.ts";
import { type ClockState, watchClock } from "./watch-clock.ts";

export { featureOptionsText };

/** The beginning of a local network. */
export interface LocalLedger {
  /** BCS of the genesis transaction. */
  readonly genesis: Uint8Array;
  /** The flags that are other in it than in the shipped one. */
  readonly features: FeatureChanges;
  readonly chainId: number;
}

/** The properties of a local network that its genesis has. */
export interface LocalGenesisOptions {
  /** Flags to switch; a stored ledger that began with others is not continued, unless none are named. */
  readonly features: FeatureChanges;
  /** The same for the chain id. */
  readonly chainId?: number | undefined;
}

/**
 * The network of this node alone: with the flags and the chain id of the options, or of a stored ledger those that it began with. Flags are
 * read from its latest state, which has them unless its users have changed them.
 *
 * @param stored - what the store holds
 * @returns `undefined` where the store holds the ledger of another network
 * @throws SyncError `wrong_network` where it holds a local network that this release cannot continue
 */
export async function findLocalLedger(
  store: Pick<LedgerStore, "readState">,
  stored: LedgerSummary | undefined,
  { features, chainId = stored?.chainId ?? localChainId }: LocalGenesisOptions,
): Promise<LocalLedger | undefined> {
  const genesis = await readLocalGenesis(features, chainId);
  if (stored === undefined || isGenesisOf(stored, genesis)) return { genesis, features, chainId };
  const begun = await findLocalGenesis(store, stored);
  if (begun === undefined) {
    // Other networks have other chain ids; that of local ones was theirs in earlier releases, too.
    if (stored.chainId !== localChainId) return undefined;
    throw new SyncError(
      "wrong_network",
      "the stored ledger belongs to an earlier release or to another local network: its genesis differs, " +
        "and this release cannot continue it; use --role api to serve it as it is",
    );
  }
  if (chainId !== begun.chainId) {
    throw new SyncError(
      "wrong_network",
      `the stored ledger has the chain id ${begun.chainId}; name this one or none, or another --data-dir`,
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
): Promise<LocalLedger | undefined> {
  const { chainId, genesisHash } = stored;
  if (genesisHash === undefined) return undefined;
  const latest = await readFeatures({ get: (key) => store.readState(stored.version, key) });
  const features = featureDifference(genesisFeatures(await readLocalGenesis()), latest);
  const genesis = await readLocalGenesis(features, chainId);
  return isGenesisOf(stored, genesis) ? { genesis, features, chainId } : undefined;
}

function isGenesisOf({ genesisHash }: LedgerSummary, genesis: Uint8Array): boolean {
  return genesisHash !== undefined && bytesEqual(genesisHash, hashTransaction(genesis));
}

/**
 * Reports how far a stored network is ahead of the host's clock, before anything of it is served: answers and the faucet go by its time.
 *
 * @returns what was reported
 */
export function reportStoredClock(
  { timestampUsecs }: LedgerSummary,
  report: (state: ClockState) => void,
): ClockState | undefined {
  let reported: ClockState | undefined;
  watchClock(new ChainClock({ latestUsecs: timestampUsecs, host: hostTime }), 0n, (state) => {
    reported = state;
    report(state);
  });
  return reported;
}
