import { once } from "node:events";
import { basename } from "node:path";
import { buildDevnetGenesis, createDevnetSource } from "@ledger/devnet";
import type { LedgerStore, LedgerSummary } from "@ledger/state-store";
import { type GenesisReport, genesisSource, ingest, type LedgerSource } from "@ledger/sync";
import { readGenesis, readWaypoint } from "@ledger/sync/node";
import { bytesEqual, formatHash, formatWaypoint, type HashValue, hashTransaction } from "@ledger/types";
import type { IngestMessage, IngestSettings } from "./protocol.ts";
import { createPruner, type RetentionWindows } from "./pruner.ts";

/** What one run of the ingest worker is made of. */
export interface IngestRun {
  readonly settings: IngestSettings;
  readonly store: LedgerStore;
  readonly signal: AbortSignal;
  readonly post: (message: IngestMessage) => void;
}

/** A ledger to take in: where it comes from and how to name it. */
interface Ledger {
  /** For people. */
  readonly name: string;
  /** Bytes of its genesis transaction, when it was read. */
  readonly genesis: Uint8Array | undefined;
  /** Absent when the stored ledger has no source and is only served. */
  readonly source: LedgerSource | undefined;
  readonly windows: RetentionWindows;
}

/** The development ledger forgets soon, so that pruning can be seen at work. */
const DEVELOPMENT_WINDOW = 1_000n;

const systemClock = (): bigint => BigInt(Date.now()) * 1000n;

/**
 * Takes the configured ledger into the store and prunes behind it, until the signal stops it. Reports `ready` as soon
 * as there is something verified to serve.
 */
export async function ingestLedger({ settings, store, signal, post }: IngestRun): Promise<void> {
  const stored = await store.summary();
  const waypoint = settings.waypoint === undefined ? undefined : await readWaypoint(settings.waypoint);
  const ledger = await chooseLedger(settings, store, stored);
  const network = ledger.genesis && { genesisHash: hashTransaction(ledger.genesis) };
  const pruner = createPruner(store, ledger.windows, (progress) => post({ type: "pruned", ...progress }));

  if (ledger.source !== undefined) {
    let announced = false;
    const announce = (): void => {
      if (!announced) post({ type: "ready" });
      announced = true;
    };
    await ingest({
      source: ledger.source,
      store,
      waypoint,
      network,
      signal,
      onOpen: () => {
        if (stored === undefined) return;
        postContinued(post, ledger, stored);
        announce();
      },
      onGenesis: (report) => post({ type: "verified", facts: genesisFacts(ledger, report) }),
      onProgress: ({ version, blocks }) => {
        announce();
        post({ type: "progress", version, blocks });
        pruner.wake();
      },
    });
  } else if (stored !== undefined) {
    postContinued(post, ledger, stored);
    post({ type: "ready" });
    pruner.wake();
  }
  if (!signal.aborted) await once(signal, "abort");
  await pruner.close();
}

async function chooseLedger(
  settings: IngestSettings,
  store: LedgerStore,
  stored: LedgerSummary | undefined,
): Promise<Ledger> {
  if (settings.genesis !== undefined) {
    const genesis = await readGenesis(settings.genesis);
    const name = `genesis ${basename(settings.genesis)}`;
    return { name, genesis, source: genesisSource(genesis), windows: windowsOf(settings, 0n) };
  }
  const genesis = buildDevnetGenesis();
  if (stored !== undefined && !isLedgerOf(stored, hashTransaction(genesis))) {
    const name = `stored ledger of chain ${stored.chainId}`;
    return { name, genesis: undefined, source: undefined, windows: windowsOf(settings, 0n) };
  }
  const source = createDevnetSource({ clock: systemClock, intervalMs: settings.blockInterval, resume: store });
  return { name: "development ledger", genesis, source, windows: windowsOf(settings, DEVELOPMENT_WINDOW) };
}

function isLedgerOf(stored: LedgerSummary, genesisHash: HashValue): boolean {
  return bytesEqual(stored.genesisHash, genesisHash);
}

function windowsOf(settings: IngestSettings, fallback: bigint): RetentionWindows {
  const state = settings.stateWindow ?? fallback;
  return { state, ledger: settings.ledgerWindow ?? state };
}

function postContinued(post: IngestRun["post"], ledger: Ledger, stored: LedgerSummary): void {
  post({ type: "continued", ledger: ledger.name, version: stored.version, oldestVersion: stored.oldestVersion });
}

function genesisFacts(ledger: Ledger, report: GenesisReport): Extract<IngestMessage, { type: "verified" }>["facts"] {
  return {
    source: ledger.name,
    chainId: report.identity.chainId,
    bytes: ledger.genesis?.length ?? 0,
    stateKeys: report.stateKeys,
    stateRoot: formatHash(report.stateRoot),
    transactionHash: formatHash(report.identity.genesisHash),
    waypoint: formatWaypoint(report.waypoint),
    waypointTrusted: report.waypointMatched,
  };
}
