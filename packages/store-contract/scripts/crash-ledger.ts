import type { CommitBatch } from "@ledger/state-store";
import { buildLedger, type RecordSpec, testAccountKey, testAddress } from "../src/build-ledger.ts";

/** A ledger whose every byte follows from its version: what a killed process left can be checked without a record of it. */
export const crashKeys: readonly Uint8Array[] = Array.from({ length: 50 }, (_, i) =>
  testAccountKey(testAddress(i % 5), i % 3, Uint8Array.of(i, i, i)),
);
/** Batches have two blocks of three records; the genesis batch has one of one. */
export const versionsPerBatch = 6n;
const writesPerRecord = 4;

/** Whether a version is the last of a batch. */
export function isBatchEnd(version: bigint): boolean {
  return version % versionsPerBatch === 0n;
}

/** What version `version` wrote to key `index`: bytes, `null` for a removal, `undefined` for nothing. */
export function writeAt(version: number, index: number): Uint8Array | null | undefined {
  for (let i = 0; i < writesPerRecord; i++) {
    if ((version * 7 + i * 13) % crashKeys.length !== index) continue;
    if ((version + i) % 11 === 0) return null;
    return new Uint8Array(1 + (version % 5 === 0 ? 2_000 : version % 40)).fill(version % 251);
  }
  return undefined;
}

/** The value of key `index` as of a version. */
export function valueAsOf(version: number, index: number): Uint8Array | undefined {
  for (let at = version; at >= 0; at--) {
    const written = writeAt(at, index);
    if (written !== undefined) return written ?? undefined;
  }
  return undefined;
}

/** Goes on after a stored head. */
export function continueCrashLedger(
  head: { readonly version: bigint; readonly blockHeight: bigint } | undefined,
): () => CommitBatch {
  let version = head === undefined ? 0 : Number(head.version) + 1;
  const ledger = buildLedger(head === undefined ? {} : { version: head.version + 1n, height: head.blockHeight + 1n });
  function record(): RecordSpec {
    const own = version++;
    const writes = crashKeys.flatMap((key, index) => {
      const written = writeAt(own, index);
      return written === undefined ? [] : [{ key, value: written ?? undefined }];
    });
    const user = { sender: testAddress(own % 3), replayProtector: { kind: "Nonce" as const, value: BigInt(own) } };
    return { writes, user };
  }
  return () => {
    if (version === 0) return ledger.batch([[record()]]);
    return ledger.batch([0, 1].map(() => [record(), record(), record()]));
  };
}
