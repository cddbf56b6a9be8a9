import {
  type HashValue,
  hashTransactionInfo,
  TransactionInfo,
  type TransactionInfoV0,
  verifyAccumulatorProof,
} from "@ledger/types";
import type { ProvedInfo } from "./answer.ts";
import { inStep, VerificationError } from "./verification-error.ts";

/** A ledger that one trusts, up to one version: what every proof has to lead to. */
export interface TrustedRoot {
  /** Latest version of the ledger that the root covers. */
  readonly ledgerVersion: bigint;
  /** Root of the transaction accumulator after that version. */
  readonly accumulatorRoot: HashValue;
  /**
   * The first version whose state root is vouched for: those that records claimed before it may be none of their state. All are when
   * absent.
   */
  readonly stateRootsSince?: bigint | undefined;
}

/**
 * Reads the transaction info of an answer. Only the variant in force is known; what later ones mean is not guessed.
 *
 * @throws {@link VerificationError} `info`
 */
export function readTransactionInfo(bytes: Uint8Array): TransactionInfoV0 {
  const info = inStep("info", "transaction_info", () => TransactionInfo.decode(bytes));
  if (info.kind !== "V0") throw new VerificationError("info", `transaction info ${info.kind} is not known`);
  return info.value;
}

/**
 * Checks that a ledger has a transaction info at a version. Its bytes are what counts: they need not decode.
 *
 * @param version - of the transaction
 * @throws {@link VerificationError} `accumulator`: for another ledger version than the trusted one, a version above it, another
 * number of siblings than an accumulator of that size has, and siblings that lead elsewhere
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#10 | Specification, chain types 10}
 */
export function verifyInfo(info: ProvedInfo, version: bigint, trusted: TrustedRoot): void {
  const { ledgerVersion, siblings, transactionInfo } = info;
  if (ledgerVersion !== trusted.ledgerVersion) {
    throw refused(`the proof is for ledger version ${ledgerVersion}, trusted is ${trusted.ledgerVersion}`);
  }
  if (version < 0n || version > ledgerVersion)
    throw refused(`version ${version} is above the ledger's ${ledgerVersion}`);
  // The leaf count is trusted, so the height is known: a proof of another height is one of another place.
  const height = ledgerVersion === 0n ? 0 : ledgerVersion.toString(2).length;
  if (siblings.length !== height) throw refused(`${siblings.length} siblings instead of ${height}`);
  const leaf = hashTransactionInfo(transactionInfo);
  if (!verifyAccumulatorProof("TransactionAccumulator", { siblings }, trusted.accumulatorRoot, version, leaf)) {
    throw refused(`the transaction info is not that of version ${version} in the trusted ledger`);
  }
}

function refused(message: string): VerificationError {
  return new VerificationError("accumulator", message);
}
