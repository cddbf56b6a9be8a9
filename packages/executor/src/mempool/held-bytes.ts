import type { SignedTransaction } from "@ledger/types";

/** Bytes that the engine takes for values of each kind, next to what they hold. */
const cost = { transaction: 1_024, view: 112, object: 64, member: 8, integer: 24 } as const;

/**
 * Bytes of memory that a decoded transaction takes, about: one of many short parts takes a hundred times as much as the bytes that it came in.
 *
 * @param encodedBytes - length of its BCS, which its parts are views of
 */
export function heldBytes(transaction: SignedTransaction, encodedBytes: number): number {
  let bytes = cost.transaction + encodedBytes;
  const left: unknown[] = [transaction];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === "bigint") bytes += cost.integer;
    else if (typeof value === "string") bytes += cost.object + value.length;
    else if (value instanceof Uint8Array) bytes += cost.view;
    else if (typeof value === "object" && value !== null) {
      const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
      bytes += cost.object + cost.member * members.length;
      for (const member of members) left.push(member);
    }
  }
  return bytes;
}
