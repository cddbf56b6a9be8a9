import { bytes as byteString, type Codec, option, struct, u32, u64, vector } from "@ledger/bcs";
import { type AccumulatorFrontierState, Address, HashValue, type LruCache, ReplayProtector } from "@ledger/types";
import type { CommitBlock, LedgerIdentity } from "../port.ts";
import { Model } from "./similar-bytes.ts";

/** A block, with what its head has that no record says. */
export interface KeptBlock {
  readonly block: CommitBlock;
  readonly lastModuleVersion: bigint;
}

/** Who wrote a block. Blocks of one writer share it. */
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
    const bytes = KeptBlockBytes.encode(this.#kept);
    this.#model = packer.modelFor(bytes);
    this.#kept = this.#model.pack(bytes);
  }
}

/** Blocks that are packed after the model of one of them: what is unlike grows with the distance. */
const blocksPerModel = 256;

/** Longest block that others are packed after. */
const longestModel = 32 * 1_024;

/** Chooses the model of each block: the first one of every few hundred, since blocks of one time resemble each other. */
export class BlockPacker {
  #model = new Model(new Uint8Array());
  #left = 0;

  /** True if the next block may be the model of those after it. */
  get isAtModel(): boolean {
    return this.#left <= 1;
  }

  modelFor(bytes: Uint8Array): Model {
    this.#left -= 1;
    if (this.#left <= 0 && bytes.length <= longestModel) {
      this.#model.seal();
      this.#model = new Model(bytes);
      this.#left = blocksPerModel;
    }
    return this.#model;
  }
}

const KeptWrite = struct("KeptWrite", {
  key: byteString,
  value: option(byteString),
  metadata: option(byteString),
});

const KeptRecord = struct("KeptRecord", {
  version: u64,
  transaction: byteString,
  info: byteString,
  events: byteString,
  writeSet: byteString,
  accumulatorRoot: HashValue,
  hash: HashValue,
  writes: vector(KeptWrite),
  user: option(struct("KeptUser", { sender: Address, replayProtector: ReplayProtector })),
  handleEvents: vector(struct("KeptHandleEvent", { key: byteString, sequenceNumber: u64, index: u32 })),
  topics: vector(struct("KeptTopic", { key: byteString, positions: vector(u32) })),
});

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
