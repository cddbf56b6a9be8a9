import { type LedgerVerification, verifyLedger } from "@ledger/sync";
import { readWaypoint } from "@ledger/sync/node";
import { formatHash } from "@ledger/types";
import { type StoreOptions, storeLocation } from "../config/store-options.ts";
import { openCheckPool } from "../ingest/open-check-pool.ts";
import { openReader } from "../store/open-store.ts";
import { createProgressLine } from "./progress-line.ts";

/** What `ledger-node verify` was asked to do. */
export interface VerifyOptions extends StoreOptions {
  readonly waypoint?: string;
  /** What to do about events that do not match their hash, as the ledger was kept. */
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
          : progress.show(`${stateItems} items of the state`),
    });
    progress.end();
    process.stdout.write(`${describeProof(proved).join("\n")}\n`);
  } finally {
    progress.end();
    await reader.close();
  }
}

/** What a verification proved and what it could not, line by line. */
export function describeProof(proved: LedgerVerification): string[] {
  const { oldestVersion, version, chainedFrom, stateItems, baseVersion, unprovedEvents } = proved;
  const isWhole = chainedFrom !== undefined && stateItems !== undefined;
  const conclusion = isWhole ? "verified" : "verified, as far as a lazy ledger can be";
  const beginning =
    baseVersion === undefined ? "not kept" : `not kept: the ledger begins in the middle, at version ${baseVersion}`;
  const since = proved.oldestState === version ? "" : `, and those at version ${proved.oldestState} the root of theirs`;
  return [
    `versions     ${oldestVersion} to ${version}: ${proved.records} records match their transaction infos`,
    chainedFrom === undefined
      ? "accumulator  not known: nothing proves that the records follow each other, or that they are of the network"
      : `accumulator  chained from version ${chainedFrom} to ${formatHash(proved.accumulatorRoot)}`,
    `blocks       ${proved.blocks} match their records`,
    stateItems === undefined
      ? "state        known in part: what was fetched from an upstream is as it was stored, and has no proof"
      : `state        ${stateItems} items have the root ${formatHash(proved.stateRoot)} of the latest block${since}`,
    `history      ${proved.writes} writes and ${proved.indexEntries} index entries read back as the records say`,
    proved.fromGenesis ? "genesis      derived again from its transaction" : `genesis      ${beginning}`,
    `waypoint     ${proved.waypoint === "none" ? "none given" : proved.waypoint}`,
    ...(unprovedEvents === 0
      ? []
      : [`events       those of ${unprovedEvents} records have no proof: their root is another one`]),
    `${conclusion}${unprovedEvents === 0 ? "" : `, except the events of ${unprovedEvents} records`}`,
  ];
}
