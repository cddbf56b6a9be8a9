import { u64 } from "@ledger/bcs";
import { type HashValue, sha3_256 } from "@ledger/types";

/** Any 32 bytes that no other block has; these follow from what came before. */
export function blockId(accumulatorRoot: HashValue, timestampUsecs: bigint): HashValue {
  const input = new Uint8Array(40);
  input.set(accumulatorRoot);
  input.set(u64.encode(timestampUsecs), 32);
  return sha3_256(input);
}
