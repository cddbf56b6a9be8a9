import type { Address, EventHandle } from "@ledger/types";

/** A handle that has emitted nothing yet. */
export function newHandle(address: Address, creationNumber: bigint): EventHandle {
  return { count: 0n, key: { creationNumber, accountAddress: address } };
}
