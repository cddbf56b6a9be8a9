import type { LedgerIdentity } from "@ledger/state-store";
import { bytesEqual, formatHash } from "@ledger/types";
import { SyncError } from "../refusal/sync-error.ts";

/**
 * Joins what two parties know about a network.
 *
 * @param claimant - the source of `claim`, for the error text
 * @throws {@link SyncError} `wrong_network` when both know a member and disagree; `field` is `chain_id` or `genesis_hash`
 */
export function mergeIdentities(
  known: Partial<LedgerIdentity>,
  claim: Partial<LedgerIdentity>,
  claimant: string,
): Partial<LedgerIdentity> {
  if (known.chainId !== undefined && claim.chainId !== undefined && known.chainId !== claim.chainId) {
    throw new SyncError("wrong_network", `${claimant} belongs to another network (chain id)`, {
      field: "chain_id",
      expected: String(known.chainId),
      actual: String(claim.chainId),
    });
  }
  if (
    known.genesisHash !== undefined &&
    claim.genesisHash !== undefined &&
    !bytesEqual(known.genesisHash, claim.genesisHash)
  ) {
    throw new SyncError("wrong_network", `${claimant} belongs to another network (hash of the genesis transaction)`, {
      field: "genesis_hash",
      expected: formatHash(known.genesisHash),
      actual: formatHash(claim.genesisHash),
    });
  }
  const chainId = known.chainId ?? claim.chainId;
  const genesisHash = known.genesisHash ?? claim.genesisHash;
  return { ...(chainId === undefined ? {} : { chainId }), ...(genesisHash === undefined ? {} : { genesisHash }) };
}
