import type { CommitBatch } from "@ledger/state-store";
import { buildLedger, testAccountKey, testAddress } from "@ledger/store-contract/build-ledger";
import type { StateWrite } from "@ledger/types";

/** Distinct state keys. */
export const keyCount = 100_000;
export const writesPerVersion = 8;
export const versionsPerBlock = 1_000;
/** Bytes of a value. */
export const valueBytes = 120;

/** Numbers from 0 to 1 that repeat for a seed. */
export function createUniform(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

const noise = Buffer.alloc(4 << 20);
const uniformNoise = createUniform(99);
for (let i = 0; i < noise.length; i++) noise[i] = uniformNoise() * 256;

/** The encoded keys: ten resources per account. */
export const keys: readonly Uint8Array[] = Array.from({ length: keyCount }, (_, i) =>
  testAccountKey(testAddress(Math.floor(i / 10)), 1, noise.subarray((i % 10) * 40, (i % 10) * 40 + 40)),
);

/** The keys that a version writes: distinct, spread evenly. */
export function keysOf(version: number): number[] {
  const uniform = createUniform(Math.imul(version + 1, 0x9e3779b1));
  uniform();
  const chosen = new Set<number>();
  while (chosen.size < writesPerVersion) chosen.add(Math.floor(uniform() * keyCount));
  return [...chosen];
}

/** A value that names its key and version in its first eight bytes; the rest does not compress. */
export function makeValue(key: number, version: number): Buffer {
  const at = ((Math.imul(key, 2_654_435_761) ^ Math.imul(version, 40_503)) >>> 0) % (noise.length - valueBytes);
  const value = Buffer.from(noise.subarray(at, at + valueBytes));
  value.writeUInt32LE(key, 0);
  value.writeUInt32LE(version, 4);
  return value;
}

/** Continues with the dataset's blocks after a stored head, one batch per call; the first block of all is genesis. */
export function continueDataset(
  head: { readonly version: bigint; readonly blockHeight: bigint } | undefined,
): () => CommitBatch {
  let version = head === undefined ? 0 : Number(head.version) + 1;
  const ledger = buildLedger(head === undefined ? {} : { version: head.version + 1n, height: head.blockHeight + 1n });
  return () => {
    const count = version === 0 ? 1 : versionsPerBlock;
    const records = Array.from({ length: count }, () => {
      const own = version++;
      const writes: StateWrite[] = keysOf(own).map((key) => ({
        key: keys[key]!,
        value: makeValue(key, own),
        metadata: undefined,
      }));
      return { writes };
    });
    return ledger.batch([records]);
  };
}

/** A state key of kind `Raw`, as long as keys are on average. */
export function rawKey(number: number): Uint8Array {
  const key = Buffer.alloc(75, 0xff);
  key.writeUInt32BE(number, 71);
  return key;
}
