import { bytes as byteString, type Codec, option, struct, transform, u32, u64, vector } from "@ledger/bcs";
import {
  type AccumulatorFrontierState,
  Address,
  concatBytes,
  HashValue,
  type LruCache,
  ReplayProtector,
  type StateWrite,
} from "@ledger/types";
import type { CommitBlock, CommitRecord, LedgerIdentity } from "../port.ts";
import { withDerivedHashes, withoutDerivedHashes } from "./derived-hashes.ts";
import { Model } from "./similar-bytes.ts";

/** A block, with what its head has that no record says. */
export interface KeptBlock {
  readonly block: CommitBlock;
  readonly lastModuleVersion: bigint;
}

/** The writer of a block. Blocks of one writer share it. */
export interface BlockWriter {
  readonly identity: LedgerIdentity;
  readonly incarnation: number | undefined;
}

/** The accumulator after a block: absent inside a batch; `derived` where that of the block before and the records lead to it. */
export type NodeFrontier = AccumulatorFrontierState | "derived" | undefined;

/** A block, and the one before it. Those that are not the newest are packed: a network holds a hundred thousand of them. */
export class BlockNode {
  readonly writer: BlockWriter;
  readonly lastVersion: number;
  /** Absent for the first block of the ledger, and where the one before is pruned. */
  parent: BlockNode | undefined;
  frontier: NodeFrontier;
  #kept: KeptBlock | string;
  #model: Model | undefined;

  constructor(kept: KeptBlock, writer: BlockWriter, parent: BlockNode | undefined, frontier: NodeFrontier) {
    this.#kept = kept;
    this.writer = writer;
    this.parent = parent;
    this.frontier = frontier;
    this.lastVersion = Number(kept.block.lastVersion);
  }

  get isPacked(): boolean {
    return typeof this.#kept === "string";
  }

  /** @param read - what packed blocks said when they were last read */
  read(read: LruCache<BlockNode, KeptBlock>): KeptBlock {
    if (typeof this.#kept !== "string") return this.#kept;
    const known = read.get(this);
    if (known !== undefined) return known;
    const bytes = this.#model!.unpack(this.#kept);
    const kept = KeptBlockBytes.decode(bytes);
    read.set(this, kept, bytes.length);
    return kept;
  }

  pack(packer: BlockPacker): void {
    if (typeof this.#kept === "string") return;
    // A genesis has megabytes: they are not encoded only to be counted.
    if (leastLength(this.#kept.block) > longestPacked) return;
    const bytes = KeptBlockBytes.encode(this.#kept);
    if (bytes.length > longestPacked) return;
    this.#model = packer.modelFor(bytes);
    this.#kept = this.#model.pack(bytes);
  }
}

/** Blocks that are packed after the model of one of them: what is unlike grows with the distance. */
const blocksPerModel = 256;

/** Blocks from one model to the next at least: a model is kept as it is. */
const blocksBetweenModels = 16;

/** Longest block that others are packed after. */
const longestModel = 32 * 1_024;

/**
 * Longest block that is packed. A genesis is longer: it would be unpacked, in a tenth of a second, for each of its values that is read
 * as of an earlier version.
 */
const longestPacked = 2 ** 20;

/** A lower bound of a block's encoded length. */
function leastLength({ records }: CommitBlock): number {
  return records.reduce(
    (sum, { transaction, writeSet, events }) => sum + transaction.length + writeSet.length + events.length,
    0,
  );
}

/** Kinds of blocks that take turns, such as empty ones and those of one transfer. */
const mostModels = 4;

/** Chooses the model of each block, which is one of the last few hundred of about its length. */
export class BlockPacker {
  /** The newest first. */
  readonly #models: { readonly model: Model; left: number }[] = [];
  #sinceLast = blocksBetweenModels;

  modelFor(bytes: Uint8Array): Model {
    this.#sinceLast += 1;
    const distance = ({ model }: { readonly model: Model }): number => Math.abs(model.bytes.length - bytes.length);
    const [nearest] = this.#models.toSorted((a, b) => distance(a) - distance(b));
    const isNear = nearest !== undefined && nearest.left > 0 && distance(nearest) <= bytes.length / 16;
    const mayBegin = this.#sinceLast >= blocksBetweenModels && bytes.length <= longestModel;
    if (nearest !== undefined && (isNear || !mayBegin)) {
      nearest.left -= 1;
      return nearest.model;
    }
    const model = new Model(mayBegin ? bytes : new Uint8Array());
    if (!mayBegin) return model;
    this.#sinceLast = 0;
    // The one that this one takes the place of, or the oldest.
    const gone = nearest !== undefined && nearest.left <= 0 ? this.#models.indexOf(nearest) : mostModels - 1;
    for (const { model: old } of this.#models.splice(gone, 1)) old.seal();
    this.#models.unshift({ model, left: blocksPerModel });
    return model;
  }
}

/** Numbers of a write's places: where key, value and metadata begin, and how long they are. */
const placesPerWrite = 6;

/** Length of what is absent. */
const absent = 0xffff_ffff;

/** How far behind the last part the next one is looked for in a write set: it has a few bytes between them. */
const farthest = 64;

const CodedRecord = struct("CodedRecord", {
  version: u64,
  transaction: byteString,
  info: byteString,
  events: byteString,
  writeSet: byteString,
  accumulatorRoot: HashValue,
  hash: HashValue,
  hashesAt: u32,
  /** Parts of writes that the write set does not have, one after the other. */
  others: byteString,
  /** Places in the write set with the others behind it, see {@link placesPerWrite}. */
  places: vector(u32),
  user: option(struct("CodedUser", { sender: Address, replayProtector: ReplayProtector })),
  handleEvents: vector(struct("CodedHandleEvent", { key: byteString, sequenceNumber: u64, index: u32 })),
  topics: vector(struct("CodedTopic", { key: byteString, positions: vector(u32) })),
});

/** A record whose writes are places in its write set, without the hashes that follow from the rest. */
const KeptRecord: Codec<CommitRecord> = transform(CodedRecord, {
  name: "KeptRecord",
  encode: ({ writes, ...record }: CommitRecord) => ({
    ...withoutDerivedHashes(record),
    ...placesOf(writes, record.writeSet),
  }),
  decode: ({ others, places, ...record }) => {
    const pool = concatBytes(record.writeSet, others);
    const partAt = (at: number): Uint8Array | undefined =>
      places[at + 1] === absent ? undefined : pool.subarray(places[at]!, places[at]! + places[at + 1]!);
    const writes: StateWrite[] = [];
    for (let at = 0; at < places.length; at += placesPerWrite)
      writes.push({ key: partAt(at)!, value: partAt(at + 2), metadata: partAt(at + 4) });
    return { ...withDerivedHashes(record), writes };
  },
});

function placesOf(writes: readonly StateWrite[], writeSet: Uint8Array) {
  const places: number[] = [];
  const others: Uint8Array[] = [];
  let end = writeSet.length;
  let last = 0;
  for (const part of writes.flatMap(({ key, value, metadata }) => [key, value, metadata])) {
    const found = part === undefined ? 0 : placeOf(part, writeSet, last);
    places.push(found ?? end, part?.length ?? absent);
    if (part === undefined) continue;
    if (found !== undefined) last = found + part.length;
    else {
      others.push(part);
      end += part.length;
    }
  }
  return { places, others: concatBytes(...others) };
}

/** The offset at which a write set contains a part, if that is shortly after another offset. */
function placeOf(part: Uint8Array, writeSet: Uint8Array, from: number): number | undefined {
  const end = Math.min(from + farthest, writeSet.length - part.length);
  for (let at = from; at <= end; at++) {
    let same = 0;
    while (same < part.length && writeSet[at + same] === part[same]) same++;
    if (same === part.length) return at;
  }
  return undefined;
}

/** Bytes of a kept block, in no format that leaves the process. */
const KeptBlockBytes: Codec<KeptBlock> = struct("KeptBlock", {
  block: struct("CommitBlock", {
    height: u64,
    hash: HashValue,
    epoch: u64,
    round: u64,
    timestampUsecs: u64,
    firstVersion: u64,
    lastVersion: u64,
    records: vector(KeptRecord),
  }),
  lastModuleVersion: u64,
});
