import type { ReplayProtector } from "@ledger/types";
import { bytesToU64, u64ToBytes } from "./bytes-view.ts";

/** Packs a replay protector: kind (0 sequence number, 1 nonce), u64 big-endian. */
export function replayToColumn(protector: ReplayProtector): Uint8Array {
  const column = new Uint8Array(9);
  column[0] = protector.kind === "Nonce" ? 1 : 0;
  column.set(u64ToBytes(protector.value), 1);
  return column;
}

/** Inverse of {@link replayToColumn}. */
export function columnToReplay(column: Uint8Array): ReplayProtector {
  return { kind: column[0] === 1 ? "Nonce" : "SequenceNumber", value: bytesToU64(column, 1) };
}
