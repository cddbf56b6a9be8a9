import type { EpochState, LedgerInfoWithSignatures } from "@ledger/types";
import { findSignatureFault } from "@ledger/verifier/signatures";
import { SyncError } from "../refusal/sync-error.ts";

/**
 * Verifies that validators of an epoch, holding more than two thirds of its voting power, signed a ledger info.
 *
 * @param epochState - trusted: the epoch of the ledger info, with its validators
 * @throws {@link SyncError} `invalid_signature`; `field` names what is wrong (`epoch`, `validator_bitmask`,
 * `voting_power`, `signature`)
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#6 | Specification, chain types 6}
 */
export function verifyLedgerInfo(signed: LedgerInfoWithSignatures, epochState: EpochState): void {
  const fault = findSignatureFault(signed, epochState);
  if (fault === undefined) return;
  const { version } = signed.value.ledgerInfo.commitInfo;
  throw new SyncError("invalid_signature", "the ledger info is not signed by a quorum of its epoch", {
    version,
    ...fault,
  });
}
