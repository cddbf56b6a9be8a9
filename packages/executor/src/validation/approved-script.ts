import { bytes, struct, u64, vector } from "@ledger/bcs";
import { bytesEqual, frameworkKey, type StateView } from "@ledger/types";
import type { TransactionParts } from "../context/transaction-parts.ts";

const approvedKey = frameworkKey("aptos_governance", "ApprovedExecutionHashes");

/** `0x1::aptos_governance::ApprovedExecutionHashes`: a map from proposals to the hashes of their scripts. */
const ApprovedExecutionHashes = struct("ApprovedExecutionHashes", {
  hashes: vector(struct("Element", { key: u64, value: bytes })),
});

/**
 * True if a transaction runs a script that governance has approved: it may be larger and use more than others.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#1.1 | Specification, execution 1.1}
 */
export async function isApprovedScript(
  { executable, scriptHash }: TransactionParts,
  state: StateView,
): Promise<boolean> {
  if (executable?.kind !== "Script") return false;
  const item = await state.get(approvedKey);
  if (item === undefined) return false;
  return ApprovedExecutionHashes.decode(item.bytes).hashes.some(({ value }) => bytesEqual(value, scriptHash));
}
