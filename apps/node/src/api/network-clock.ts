/**
 * The clock of the node's ledger: the host's, and on a network of this node what that is ahead of it.
 *
 * @param leadUsecs - see `NodeHealth.leadUsecs`
 * @returns microseconds since the Unix epoch
 */
export function networkClock(leadUsecs: () => bigint): () => bigint {
  return () => BigInt(Date.now()) * 1_000n + leadUsecs();
}
