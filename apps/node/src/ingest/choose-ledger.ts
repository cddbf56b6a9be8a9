import { basename } from "node:path";
import type { LedgerStore, LedgerSummary, PruneWindows } from "@ledger/state-store";
import { concatSources, genesisSource, type LedgerSource, restSource } from "@ledger/sync";
import { readGenesis } from "@ledger/sync/node";
import { bytesEqual, hashTransaction } from "@ledger/types";
import { pruneWindows } from "../config/retention-options.ts";
import type { IngestMessage, IngestSettings } from "./protocol.ts";

/** A ledger to take in: where it comes from, how to name it, how much of it to keep. */
export interface Ledger {
  /** For people. */
  readonly name: string;
  /** The genesis transaction, where it was read here; a followed upstream sends it like any other record. */
  readonly genesis: Uint8Array | undefined;
  /** Absent when the stored ledger has no source and is only served. */
  readonly source: LedgerSource | undefined;
  readonly windows: PruneWindows;
}

/** The development ledger forgets soon, so that pruning can be seen at work. */
const DEVELOPMENT_WINDOW = 1_000n;

const systemClock = (): bigint => BigInt(Date.now()) * 1000n;

/**
 * Finds out which ledger this run is about: the one of the options, else the one that is stored, else the development
 * ledger.
 */
export async function chooseLedger(
  settings: IngestSettings,
  store: LedgerStore,
  stored: LedgerSummary | undefined,
  post: (message: IngestMessage) => void,
): Promise<Ledger> {
  const windows = pruneWindows(settings);
  const genesis = settings.genesis === undefined ? undefined : await readGenesis(settings.genesis);
  const followed = followSource(settings, post);
  if (genesis !== undefined) {
    const start = genesisSource(genesis);
    const source = followed === undefined ? start : concatSources(start, followed);
    return { name: `genesis ${basename(settings.genesis ?? "")}`, genesis, source, windows };
  }
  if (followed !== undefined) return { name: "followed ledger", genesis, source: followed, windows };

  // Only a node without a network needs it, and it is half of what the thread would load.
  const { buildDevnetGenesis, createDevnetSource } = await import("@ledger/devnet");
  const development = buildDevnetGenesis();
  if (stored !== undefined && !isGenesisOf(stored, development)) {
    return { name: `stored ledger of chain ${stored.chainId}`, genesis, source: undefined, windows };
  }
  return {
    name: "development ledger",
    genesis: development,
    source: createDevnetSource({ clock: systemClock, intervalMs: settings.blockInterval, resume: store }),
    windows: pruneWindows(settings, DEVELOPMENT_WINDOW),
  };
}

function isGenesisOf({ genesisHash }: LedgerSummary, genesis: Uint8Array): boolean {
  return genesisHash !== undefined && bytesEqual(genesisHash, hashTransaction(genesis));
}

function followSource({ follow }: IngestSettings, post: (message: IngestMessage) => void): LedgerSource | undefined {
  const [first, ...others] = follow ?? [];
  if (first === undefined) return undefined;
  return restSource({
    upstreams: [first, ...others],
    onStatus: ({ phase, head }) => post({ type: "following", phase, head }),
    onEvent: ({ kind, upstream, reason, version }) => {
      post({
        type: "warning",
        text: `upstream ${upstream} ${kind.replaceAll("_", " ")} at version ${version}: ${reason}`,
      });
    },
  });
}
