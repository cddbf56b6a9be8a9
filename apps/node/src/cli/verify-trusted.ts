import type { LedgerReader } from "@ledger/state-store";
import { type LedgerVerification, type VerifyLedgerOptions, verifyLedger } from "@ledger/sync";
import { readWaypoint } from "@ledger/sync/node";
import type { OptionsOf } from "../config/option.ts";
import { publicNetworks } from "../config/public-networks.ts";
import type { trustOptions } from "../config/source-options.ts";
import { expectNetwork } from "../ingest/named-network.ts";
import { openCheckPool } from "../ingest/open-check-pool.ts";

/** Facts that a stored ledger must match, and the policy for events that do not match their hash, as the ledger was kept. */
export interface TrustOptions extends OptionsOf<typeof trustOptions> {}

/** Verifies a stored ledger. */
export type VerifyTrusted = (
  reader: LedgerReader,
  onProgress: NonNullable<VerifyLedgerOptions["onProgress"]>,
) => Promise<LedgerVerification>;

/**
 * Reads what a stored ledger must match: the given waypoint, else that of the named network where it is built in.
 *
 * @throws SyncError for a waypoint that cannot be read; the verification throws ConfigError for the ledger of another network
 */
export async function readTrusted({ waypoint: given, network, eventRoots }: TrustOptions): Promise<VerifyTrusted> {
  const text = given ?? (network && publicNetworks[network].waypoint);
  const waypoint = text === undefined ? undefined : await readWaypoint(text);
  return async (reader, onProgress) => {
    if (network !== undefined) expectNetwork(network, await reader.summary());
    await using checkPool = openCheckPool();
    return await verifyLedger(reader, { waypoint, eventRoots, checkPool, onProgress });
  };
}
