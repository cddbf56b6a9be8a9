import type { EpochState } from "@ledger/types";
import { inStep, VerificationError } from "./verification-error.ts";
import type { TrustedRoot } from "./verify-info.ts";

/** Loads the curves, with what reads and checks signed ledger infos. */
export function loadSignatures(): Promise<typeof import("./signatures.ts")> {
  return import("./signatures.ts");
}

/**
 * Checks that the validators of an epoch signed a ledger info: what it says of the ledger can be trusted as they are. The curves
 * are loaded with the first call.
 *
 * @param ledgerInfo - BCS of `LedgerInfoWithSignatures`; absent where an answer has none, which is refused
 * @param epochState - trusted: the epoch of the ledger info, with its validators
 * @throws {@link VerificationError} `signature`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#6 | Specification, chain types 6}
 */
export async function verifySignedRoot(
  ledgerInfo: Uint8Array | undefined,
  epochState: EpochState,
): Promise<TrustedRoot> {
  if (ledgerInfo === undefined) throw new VerificationError("signature", "the answer has no ledger info");
  const { decodeLedgerInfo, findSignatureFault } = await loadSignatures();
  const signed = inStep("signature", "ledger_info", () => decodeLedgerInfo(ledgerInfo));
  const fault = findSignatureFault(signed, epochState);
  if (fault !== undefined) {
    throw new VerificationError("signature", `${fault.field}: expected ${fault.expected}, found ${fault.actual}`);
  }
  const { version, executedStateId } = signed.value.ledgerInfo.commitInfo;
  return { ledgerVersion: version, accumulatorRoot: executedStateId };
}
