import type { CommitBatch, CommitBlock, CommitRecord, LedgerIdentity } from "@ledger/state-store";
import { type AccumulatorFrontierState, type Address, type HashValue, type StateWrite, WriteSet } from "@ledger/types";

/** The parts of a record that a test chooses; the rest is made up, deterministically. */
export interface RecordSpec {
  readonly writes?: readonly (Pick<StateWrite, "key" | "value"> & Partial<StateWrite>)[] | undefined;
  readonly user?: CommitRecord["user"];
  readonly handleEvents?: CommitRecord["handleEvents"] | undefined;
  readonly topics?: CommitRecord["topics"] | undefined;
  /** The record's events as stored; made up when absent. */
  readonly events?: Uint8Array | undefined;
}

/** Makes consecutive blocks of a made-up ledger. Its bytes mean nothing: they are for tests of stores. */
export interface LedgerBuilder {
  readonly identity: LedgerIdentity;
  /** The next block, one record per spec. */
  block(records: readonly RecordSpec[]): CommitBlock;
  /** The next blocks as one batch; each inner list is a block. */
  batch(blocks: readonly (readonly RecordSpec[])[]): CommitBatch;
}

/** The beginning of a made-up ledger, and the network that it claims. */
export interface LedgerBuilderOptions {
  readonly chainId?: number | undefined;
  /** Tells two ledgers of the same chain id apart. */
  readonly seed?: number | undefined;
  /** First version and height; for ledgers that go on where a stored one stops. */
  readonly version?: bigint | undefined;
  readonly height?: bigint | undefined;
  /** True if batches carry the accumulator, which is the default. */
  readonly isChained?: boolean | undefined;
}

/** Starts a made-up ledger. */
export function buildLedger(options: LedgerBuilderOptions = {}): LedgerBuilder {
  const { chainId = 4, seed = 1, isChained = true } = options;
  let version = options.version ?? 0n;
  let height = options.height ?? 0n;
  const identity: LedgerIdentity = { chainId, genesisHash: testHash(seed, 0n, 0) };

  function record(spec: RecordSpec): CommitRecord {
    const own = version++;
    const length = 16 + Number(own % 7n);
    return {
      version: own,
      hash: testHash(seed, own, 0),
      transaction: testBytes(seed, own, 1, length),
      info: testBytes(seed, own, 2, length),
      events: spec.events ?? testBytes(seed, own, 3, length),
      writeSet: testBytes(seed, own, 4, length),
      accumulatorRoot: testHash(seed, own, 5),
      writes: (spec.writes ?? []).map(({ key, value, metadata }) => ({ key, value, metadata })),
      user: spec.user,
      handleEvents: spec.handleEvents ?? [],
      topics: spec.topics ?? [],
    };
  }

  function block(specs: readonly RecordSpec[]): CommitBlock {
    const own = height++;
    const firstVersion = version;
    const records = specs.map(record);
    return {
      height: own,
      hash: testHash(seed, own, 6),
      epoch: own / 10n,
      round: own % 10n,
      timestampUsecs: own === 0n ? 0n : 1_700_000_000_000_000n + own * 1_000_000n,
      firstVersion,
      lastVersion: version - 1n,
      records,
    };
  }

  return {
    identity,
    block,
    batch(blocks) {
      const made = blocks.map(block);
      return { identity, blocks: made, frontier: isChained ? testFrontier(seed, version) : undefined };
    },
  };
}

/** Gives the records of a block the write sets that their writes are read from. The keys are `Raw` ones, without metadata. */
export function withWriteSets(block: CommitBlock): CommitBlock {
  const records = block.records.map((record) => ({
    ...record,
    writeSet: WriteSet.encode({
      kind: "V0",
      value: new Map(
        record.writes.map(({ key, value }) => [
          { kind: "Raw", value: key.subarray(1) },
          value === undefined ? { kind: "Deletion" } : { kind: "Modification", value },
        ]),
      ),
    }),
  }));
  return { ...block, records };
}

/** An accumulator of this many leaves: one root per set bit. */
export function testFrontier(seed: number, leafCount: bigint): AccumulatorFrontierState {
  const roots = [...leafCount.toString(2)].flatMap((bit, i) =>
    bit === "1" ? [testHash(seed, leafCount, 16 + i)] : [],
  );
  return { leafCount, roots };
}

/** An encoded account key: `00`, address, ULEB128 path length, path. `kind` is the path's first byte. */
export function testAccountKey(address: Address, kind: number, name: Uint8Array): Uint8Array {
  const length = name.length + 1;
  const prefix = length < 0x80 ? [length] : [(length & 0x7f) | 0x80, length >>> 7];
  return Uint8Array.from([0, ...address, ...prefix, kind, ...name]);
}

/** An address that ends in `number`. */
export function testAddress(number: number): Address {
  const address = new Uint8Array(32);
  new DataView(address.buffer).setUint32(28, number);
  return address as Address;
}

/** 32 bytes that look like a hash. */
export function testHash(seed: number, version: bigint, part: number): HashValue {
  return testBytes(seed, version, part, 32) as HashValue;
}

/** Bytes that look random and depend on the arguments only (xorshift). */
export function testBytes(seed: number, version: bigint, part: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(Number(version & 0xffffffffn), 0x85ebca6b) ^ (part << 7)) | 1;
  for (let i = 0; i < length; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[i] = state >>> 11;
  }
  return bytes;
}
