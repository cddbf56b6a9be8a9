import { bool, bytes, type Codec, option, struct } from "@ledger/bcs";
import { formatHex } from "@ledger/types";
import { atMost } from "./at-most.ts";
import { inStep } from "./verification-error.ts";

/** Most ends of epochs in one step. */
export const maxEpochChanges = 64;

/**
 * The continuation of a trusted ledger, as a node says it: nothing of it is checked yet.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/proofs.md#3 | Specification, proofs 3}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/proofs.md#5.3 | Specification, proofs 5.3}
 */
export interface LedgerStep {
  /** BCS of `LedgerInfoWithSignatures`, each of the end of an epoch, ascending. At most 64. */
  readonly epochChanges: readonly Uint8Array[];
  /** True if the node cut the list. */
  readonly more: boolean;
  /** BCS of the latest `LedgerInfoWithSignatures`, where it ends no epoch. */
  readonly latest: Uint8Array | undefined;
}

/** BCS of {@link LedgerStep}. */
export const LedgerStep: Codec<LedgerStep> = struct("LedgerStep", {
  epochChanges: atMost(maxEpochChanges, bytes),
  more: bool,
  latest: option(bytes),
});

/** A step in JSON: ledger infos as hex. */
export interface LedgerStepJson {
  readonly epoch_changes: readonly string[];
  readonly more: boolean;
  readonly latest?: string;
}

/** JSON of a step. */
export function ledgerStepToJson({ epochChanges, more, latest }: LedgerStep): LedgerStepJson {
  return { epoch_changes: epochChanges.map(formatHex), more, ...(latest && { latest: formatHex(latest) }) };
}

/**
 * Reads the BCS of a step, whole.
 *
 * @throws VerificationError `signature`
 */
export function decodeLedgerStep(encoded: Uint8Array): LedgerStep {
  return inStep("signature", "the answer does not decode", () => LedgerStep.decode(encoded));
}
