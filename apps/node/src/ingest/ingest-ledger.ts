import { once } from "node:events";
import { type LedgerStore, type PruneWindows, runPruner } from "@ledger/state-store";
import { type GenesisReport, type IngestWarning, ingest } from "@ledger/sync";
import { readWaypoint } from "@ledger/sync/node";
import { formatHash, formatWaypoint, hashTransaction } from "@ledger/types";
import { chooseLedger, type Ledger } from "./choose-ledger.ts";
import type { IngestMessage, IngestSettings, VerifiedFacts } from "./protocol.ts";

/** What one run of the ingest worker is made of. */
export interface IngestRun {
  readonly settings: IngestSettings;
  readonly store: LedgerStore;
  readonly signal: AbortSignal;
  readonly post: (message: IngestMessage) => void;
}

/**
 * Takes the configured ledger into the store and prunes behind it, until the signal stops it. Reports `ready` as soon
 * as there is something verified to serve.
 */
export async function ingestLedger({ settings, store, signal, post }: IngestRun): Promise<void> {
  const stored = await store.summary();
  const waypoint = settings.waypoint === undefined ? undefined : await readWaypoint(settings.waypoint);
  const ledger = await chooseLedger(settings, store, stored, post);
  let announced = false;
  const announce = (): void => {
    if (!announced) post({ type: "ready" });
    announced = true;
  };
  const announceStored = (): void => {
    if (stored === undefined) return;
    post({ type: "continued", ledger: ledger.name, version: stored.version, oldestVersion: stored.oldestVersion });
    announce();
  };

  const stopPruning = new AbortController();
  const pruning = runPruner({
    store,
    windows: ledger.windows,
    signal: AbortSignal.any([signal, stopPruning.signal]),
    slackVersions: slackOf(ledger.windows),
    onProgress: ({ oldestVersion, deletedRows, keepsUp }) =>
      post({ type: "pruned", oldestVersion, deletedRows, keepsUp }),
  });
  try {
    if (ledger.source === undefined) announceStored();
    else {
      await ingest({
        source: ledger.source,
        store,
        waypoint,
        network: ledger.genesis && { genesisHash: hashTransaction(ledger.genesis) },
        eventRoots: settings.eventRoots,
        signal,
        onOpen: announceStored,
        onGenesis: (report) => post({ type: "verified", facts: genesisFacts(ledger, report) }),
        onWarning: (warning) => post({ type: "warning", text: describeWarning(warning) }),
        onProgress: ({ version, head, records }) => {
          announce();
          post({ type: "progress", version, head, records });
        },
      });
    }
    if (!signal.aborted) await once(signal, "abort");
  } finally {
    stopPruning.abort();
    await pruning;
  }
}

/** Small windows are kept closely, large ones in large runs, which delete faster. */
function slackOf({ versions }: PruneWindows): bigint | undefined {
  return versions === undefined || versions > 20_000n ? undefined : versions / 20n;
}

function describeWarning(warning: IngestWarning): string {
  switch (warning.kind) {
    case "opaque_transaction":
      return `version ${warning.version}: a transaction of a kind this release does not know; its bytes are kept`;
    case "event_root":
      return `version ${warning.version}: its events were kept although their root is ${warning.actual}, not ${warning.expected}`;
    case "refused":
      return warning.error.message;
  }
}

function genesisFacts(ledger: Ledger, report: GenesisReport): VerifiedFacts {
  return {
    source: ledger.name,
    chainId: report.identity.chainId,
    bytes: report.record.transaction.length,
    stateKeys: report.stateKeys,
    stateRoot: formatHash(report.stateRoot),
    transactionHash: formatHash(report.identity.genesisHash),
    waypoint: formatWaypoint(report.waypoint),
    waypointTrusted: report.waypointMatched,
  };
}
