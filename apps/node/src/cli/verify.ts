import type { CheckPagesOptions } from "@ledger/state-store/sqlite";
import type { LedgerVerification } from "@ledger/sync";
import { formatHash } from "@ledger/types";
import { type StoreOptions, storeLocation } from "../config/store-options.ts";
import { expectWholeFiles } from "../store/expect-whole-files.ts";
import { openReader } from "../store/open-store.ts";
import { createProgressLine, showVerification } from "./progress-line.ts";
import { verifyTableIndex } from "./verify-index.ts";
import { verifyStateTree } from "./verify-tree.ts";
import { readTrusted, type TrustOptions } from "./verify-trusted.ts";

/** Options of `ledger-node verify`. */
export type VerifyOptions = StoreOptions & TrustOptions;

/**
 * The `verify` command: reads everything that is kept, recomputes its hashes, and says what that proves and what it cannot. A
 * node may be running meanwhile.
 */
export async function verify(options: VerifyOptions): Promise<void> {
  const verifyTrusted = await readTrusted(options);
  const location = storeLocation(options);
  // Rows say more of what is damaged than pages do, so those are looked at first.
  const progress = createProgressLine();
  const onProgress: CheckPagesOptions["onProgress"] = (pages) =>
    progress.show("comparing the pages with their sums", pages);
  const pages = await expectWholeFiles(location, "all", { onProgress }).catch((error: unknown) => error);
  const reader = await openReader(location);
  try {
    const proved = await verifyTrusted(reader, (at) => showVerification(progress, at));
    progress.end();
    if (pages !== undefined) throw pages;
    const lines = describeProof(proved);
    const conclusion = lines.pop();
    process.stdout.write(`${lines.join("\n")}\n`);
    await verifyTableIndex(location, reader, progress);
    await verifyStateTree(reader, progress);
    const isDerivedWrong = process.exitCode === 1;
    process.stdout.write(`${conclusion}${isDerivedWrong ? ", but what is derived from the ledger is not" : ""}\n`);
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
