import { bytesEqual, type HashValue, type StateWrite } from "@ledger/types";
import type { LedgerBase } from "../base-port.ts";
import type { genesisStart } from "../commit-check.ts";
import type { CommitBatch, CommitRecord, LedgerSummary } from "../port.ts";
import { isPathKind } from "../state-key.ts";
import type { BlockWriter } from "./block-node.ts";

/** The writer of a batch: the last one where it is the same. */
export function writerOf(
  { identity: { chainId, genesisHash }, incarnation }: CommitBatch,
  last: BlockWriter | undefined,
): BlockWriter {
  const isSame = last !== undefined && last.incarnation === incarnation && last.identity.chainId === chainId;
  if (isSame && sameBytes(last.identity.genesisHash, genesisHash)) return last;
  return { identity: { chainId, genesisHash: genesisHash?.slice() as HashValue | undefined }, incarnation };
}

/** The last write of a key in a record that has one. */
export function writeOf({ writes }: CommitRecord, key: Uint8Array): StateWrite {
  return writes.findLast((write) => bytesEqual(write.key, key))!;
}

/** The last version that wrote code. */
export function moduleVersionOf(records: readonly CommitRecord[]): bigint | undefined {
  return records.findLast(({ writes }) => writes.some(({ key }) => isPathKind(key, "code")))?.version;
}

function sameBytes(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  return one === undefined || other === undefined ? one === other : bytesEqual(one, other);
}

/** The oldest that is kept of a ledger. */
export type Watermarks = Pick<LedgerSummary, "oldestVersion" | "oldestLedgerVersion" | "oldestBlockHeight">;

/** Those of a ledger that begins somewhere. */
export function watermarksAt({ version, blockHeight }: typeof genesisStart | LedgerBase): Watermarks {
  return { oldestVersion: version, oldestLedgerVersion: version, oldestBlockHeight: blockHeight };
}
