import type { CommitBatch } from "@ledger/state-store";
import { buildLedger, testAccountKey, testAddress, testBytes } from "@ledger/store-contract/build-ledger";

/** Transactions of a block, and state writes of a transaction. */
export const blockRecords = 1_000;
export const recordWrites = 8;

const keyCount = 20_000;
const valueBytes = 120;

/** The state keys of the ledger: ten resources per account. */
export const keys: readonly Uint8Array[] = Array.from({ length: keyCount }, (_, i) =>
  testAccountKey(testAddress(Math.floor(i / 10)), 1, testBytes(7, BigInt(i), 1, 40)),
);
/** A key that every version writes. */
export const hotKey: Uint8Array = testAccountKey(testAddress(0xffff), 1, testBytes(7, 0n, 2, 40));

/** Makes a ledger of equal blocks; each call makes the next one. */
export function createBlocks(): () => CommitBatch {
  const ledger = buildLedger();
  let version = 0;
  return () => {
    const count = version === 0 ? 1 : blockRecords;
    const records = Array.from({ length: count }, () => {
      const own = version++;
      const written = Array.from({ length: recordWrites - 1 }, (_, i) => keys[(own * 7_919 + i * 104_729) % keyCount]!);
      const value = testBytes(9, BigInt(own), 3, valueBytes);
      const user = { sender: testAddress(own % 500), replayProtector: { kind: "Nonce" as const, value: BigInt(own) } };
      return { writes: [...new Set(written), hotKey].map((key) => ({ key, value })), user };
    });
    return ledger.batch([records]);
  };
}
