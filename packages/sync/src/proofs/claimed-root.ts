import { type DifferentRoot, StoreError } from "@ledger/state-store";
import { bytesEqual, type HashValue, TransactionInfo } from "@ledger/types";

/** Compares the root that a record claims with the one of its state. @returns `undefined` where they are equal */
export function compareRoots(version: bigint, claimed: HashValue, computed: HashValue): DifferentRoot | undefined {
  return bytesEqual(claimed, computed) ? undefined : { version, claimed, computed };
}

/** The root of the state that the last record of a block claims. */
export function claimedRoot(info: Uint8Array): HashValue {
  const { stateCheckpointHash } = TransactionInfo.decode(info).value;
  if (stateCheckpointHash !== undefined) return stateCheckpointHash;
  throw new StoreError("corrupt", "the last record of a block has no state root");
}
