import { openSqliteReader } from "@ledger/state-store/sqlite";
import { verifyLedger } from "@ledger/sync";
import { readWaypoint } from "@ledger/sync/node";
import { formatHash } from "@ledger/types";
import { databasePath, type StoreOptions } from "../config/store-options.ts";
import { createProgressLine } from "./progress-line.ts";

/** What `ledger-node verify` was asked to do. */
export interface VerifyOptions extends StoreOptions {
  readonly waypoint?: string;
}

/** The `verify` command: reads everything that is kept and recomputes its hashes. A node may be running meanwhile. */
export async function verify({ dataDir, waypoint }: VerifyOptions): Promise<void> {
  const trusted = waypoint === undefined ? undefined : await readWaypoint(waypoint);
  const reader = openSqliteReader(databasePath(dataDir));
  const progress = createProgressLine();
  try {
    const proved = await verifyLedger(reader, {
      waypoint: trusted,
      onProgress: ({ version, head, stateItems }) =>
        progress.show(stateItems === 0 ? `version ${version} of ${head}` : `${stateItems} items of the state`),
    });
    progress.end();
    const lines = [
      `versions     ${proved.oldestVersion} to ${proved.version}: ${proved.records} records match their transaction infos`,
      `accumulator  chained from version ${proved.chainedFrom} to ${formatHash(proved.accumulatorRoot)}`,
      `blocks       ${proved.blocks} match their records`,
      `state        ${proved.stateItems} items have the root ${formatHash(proved.stateRoot)} of the latest block`,
      proved.fromGenesis ? "genesis      derived again from its transaction" : "genesis      not kept",
      `waypoint     ${trusted === undefined ? "none given" : proved.waypoint}`,
    ];
    process.stdout.write(`${lines.join("\n")}\nverified\n`);
  } finally {
    progress.end();
    await reader.close();
  }
}
