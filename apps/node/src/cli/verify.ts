import { type LedgerVerification, verifyLedger } from "@ledger/sync";
import { readWaypoint } from "@ledger/sync/node";
import { formatHash } from "@ledger/types";
import { type StoreOptions, storeLocation } from "../config/store-options.ts";
import { openCheckPool } from "../ingest/open-check-pool.ts";
import { openReader } from "../store/open-store.ts";
import { createProgressLine } from "./progress-line.ts";

/** Options of `ledger-node verify`. */
export interface VerifyOptions extends StoreOptions {
  readonly waypoint?: string;
  /** Policy for events that do not match their hash, as the ledger was kept. */
  readonly eventRoots: "strict" | "warn";
}

/**
 * The `verify` command: reads everything that is kept, recomputes its hashes, and says what that proves and what it cannot. A
 * node may be running meanwhile.
 */
export async function verify(options: VerifyOptions): Promise<void> {
  const { waypoint, eventRoots } = options;
  const trusted = waypoint === undefined ? undefined : await readWaypoint(waypoint);
  const reader = await openReader(storeLocation(options));
  const progress = createProgressLine();
  try {
    await using checkPool = openCheckPool();
    const proved = await verifyLedger(reader, {
      waypoint: trusted,
      eventRoots,
      checkPool,
      onProgress: ({ version, head, stateItems }) =>
        stateItems === 0
          ? progress.show(`version ${version} of ${head}`, { done: version, total: head })
          : progress.show(`${stateItems} state items`),
    });
    progress.end();
    process.stdout.write(`${describeProof(proved).join("\n")}\n`);
  } finally {
    progress.end();
    await reader.close();
  }
}

/** Describes a verification, line by line: the facts that it proved, and those that it could not. */
export function describeProof(proved: LedgerVerification): string[] {
  const { oldestVersion, version, chainedFrom, stateItems, baseVersion, unprovedEvents } = proved;
  const isWhole = chainedFrom !== undefined && stateItems !== undefined;
  const conclusion = isWhole ? "verified" : "verified, as far as a lazy ledger allows";
  const beginning = baseVersion === undefined ? "not kept" : `not kept: the ledger begins at version ${baseVersion}`;
  const since =
    proved.oldestState === version ? "" : `; those at version ${proved.oldestState} have the root of that version`;
  return [
    `versions     ${oldestVersion} to ${version}: ${proved.records} records match their transaction infos`,
    chainedFrom === undefined
      ? "accumulator  not known: nothing proves the order of the records, or that they belong to the network"
      : `accumulator  chained from version ${chainedFrom} to ${formatHash(proved.accumulatorRoot)}`,
    `blocks       ${proved.blocks} match their records`,
    stateItems === undefined
      ? "state        partly known: values fetched from an upstream are as they were stored, and have no proof"
      : `state        ${stateItems} items have the root ${formatHash(proved.stateRoot)} of the latest block${since}`,
    `history      ${proved.writes} writes and ${proved.indexEntries} index entries match the records`,
    proved.fromGenesis ? "genesis      derived again from its transaction" : `genesis      ${beginning}`,
    `waypoint     ${proved.waypoint === "none" ? "none given" : proved.waypoint}`,
    ...(unprovedEvents === 0
      ? []
      : [`events       those of ${unprovedEvents} records do not match their root, so they have no proof`]),
    `${conclusion}${unprovedEvents === 0 ? "" : `, except the events of ${unprovedEvents} records`}`,
  ];
}
