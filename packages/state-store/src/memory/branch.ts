import {
  AccumulatorFrontier,
  type AccumulatorFrontierState,
  bytesEqual,
  hashTransactionInfo,
  type LedgerRecord,
  LruCache,
  mapKey,
} from "@ledger/types";
import type { BlockEntry, CommitRecord, EventEntry, SummaryEntry, SummaryQuery } from "../port.ts";
import { type BlockNode, BlockPacker, type KeptBlock } from "./block-node.ts";
import { toLedgerRecord } from "./copies.ts";
import { HashPlaces } from "./hash-places.ts";
import { type Counted, dropFrom, listsOf, removeFrom, type Sent, smallNumber } from "./place-lists.ts";

/** Newest blocks that are kept as they are: what comes next reads and takes back those. */
const freshBlocks = 16;

/** Blocks to an accumulator that is kept, so that those between are not far from it. */
const blocksPerFrontier = 256;

/** Bytes of packed blocks that stay unpacked when they were read. */
const readBytes = 2 * 2 ** 20;

/** The kept blocks of one branch, and what finds their records: places only, since the blocks themselves say the rest. */
export class Branch {
  /** The accumulator before the first block, where it is known. */
  #before: AccumulatorFrontierState | undefined;
  #nodes: BlockNode[] = [];
  /** Of the first block. */
  #firstVersion = 0;
  #firstHeight = 0n;
  readonly #versions = new HashPlaces();
  readonly #senders = new Map<string, Sent>();
  readonly #events = new Map<string, Counted>();
  readonly #topics = new Map<string, number[]>();
  readonly #read = new LruCache<BlockNode, KeptBlock>(readBytes);
  readonly #packer = new BlockPacker();
  /** The block that was packed last, and the accumulator after it. */
  #followed: { readonly node: BlockNode; readonly frontier: AccumulatorFrontier } | undefined;

  get head(): BlockNode | undefined {
    return this.#nodes.at(-1);
  }

  /** How many records are kept. */
  get size(): number {
    const last = this.#nodes.at(-1)?.lastVersion;
    return last === undefined ? 0 : last - this.#firstVersion + 1;
  }

  has(node: BlockNode): boolean {
    return this.#nodes[this.#indexOf(node.lastVersion)] === node;
  }

  keptOf(node: BlockNode): KeptBlock {
    return node.read(this.#read);
  }

  /** The accumulator after a block, where it is known. */
  frontierOf(node: BlockNode): AccumulatorFrontierState | undefined {
    const path: BlockNode[] = [];
    let known: BlockNode | undefined = node;
    for (; known?.frontier === "derived"; known = known.parent) path.push(known);
    const start = known === undefined ? this.#before : (known.frontier as AccumulatorFrontierState | undefined);
    if (start === undefined || path.length === 0) return start;
    const frontier = new AccumulatorFrontier("TransactionAccumulator", start);
    for (const { block } of path.reverse().map((next) => this.keptOf(next)))
      for (const { info } of block.records) frontier.append(hashTransactionInfo(info));
    return { leafCount: frontier.leafCount, roots: frontier.roots };
  }

  /** The first accumulator that is not older than the first record. */
  get oldestFrontier(): AccumulatorFrontierState | undefined {
    if (this.#before !== undefined) return this.#before;
    const first = this.#nodes.find(({ frontier }) => frontier !== undefined);
    return first && this.frontierOf(first);
  }

  /** @param before - the accumulator before the first block of a ledger that does not begin with genesis */
  begin(before: AccumulatorFrontierState | undefined): void {
    this.#before = before;
  }

  /** Adds the next block. */
  push(node: BlockNode): void {
    const { block } = this.keptOf(node);
    if (this.#nodes.length === 0) {
      this.#firstVersion = Number(block.firstVersion);
      this.#firstHeight = block.height;
    }
    this.#nodes.push(node);
    for (const record of block.records) this.#find(record);
    const ripe = this.#nodes[this.#nodes.length - 1 - freshBlocks];
    if (ripe !== undefined) this.#pack(ripe);
  }

  #find({ version, hash, user, handleEvents, topics }: CommitRecord): void {
    const place = Number(version);
    this.#versions.add(hash, place);
    if (user !== undefined) {
      const sent = listsOf(this.#senders, user.sender, () => ({ versions: [], numbers: [] }));
      sent.versions.push(place);
      const { kind, value } = user.replayProtector;
      sent.numbers.push(kind === "SequenceNumber" ? smallNumber(value) : undefined);
    }
    for (const { key, sequenceNumber, index } of handleEvents) {
      const counted = listsOf(this.#events, key, () => ({ numbers: [], versions: [], indexes: [] }));
      // Events of a handle may be written in another order than they are counted; hardly any are.
      const at = counted.numbers.findLastIndex((number) => number <= sequenceNumber) + 1;
      counted.numbers.splice(at, 0, smallNumber(sequenceNumber));
      counted.versions.splice(at, 0, place);
      counted.indexes.splice(at, 0, index);
    }
    for (const { key } of topics) listsOf<number[]>(this.#topics, key, () => []).push(place);
  }

  /** Packs a block, and forgets its accumulator where that follows from the one before. */
  #pack(node: BlockNode): void {
    if (node.isPacked) return;
    const { frontier } = node;
    const followed = this.#followed;
    this.#followed = undefined;
    if (followed !== undefined && followed.node === node.parent) {
      for (const { info } of this.keptOf(node).block.records) followed.frontier.append(hashTransactionInfo(info));
      this.#followed = { node, frontier: followed.frontier };
      const isNear = this.#nodes.length % blocksPerFrontier !== 0;
      if (isNear && isSame(followed.frontier, frontier)) node.frontier = "derived";
    }
    if (node.frontier !== "derived")
      this.#followed = isWhole(frontier)
        ? { node, frontier: new AccumulatorFrontier("TransactionAccumulator", frontier) }
        : undefined;
    node.pack(this.#packer);
  }

  /** Takes the last block away. */
  pop(): void {
    const node = this.#nodes.pop();
    if (node === undefined) return;
    for (const { version, hash, user, handleEvents, topics } of this.keptOf(node).block.records.toReversed()) {
      const place = Number(version);
      this.#versions.remove(hash, place);
      if (user !== undefined) removeFrom(this.#senders, user.sender, ({ versions }) => versions.lastIndexOf(place));
      for (const { key, sequenceNumber, index } of handleEvents) {
        removeFrom(this.#events, key, ({ numbers, versions, indexes }) =>
          numbers.findLastIndex(
            (number, at) => BigInt(number) === sequenceNumber && versions[at] === place && indexes[at] === index,
          ),
        );
      }
      for (const { key } of topics) {
        const versions = this.#topics.get(mapKey(key));
        if (versions?.at(-1) === place) versions.pop();
        if (versions?.length === 0) this.#topics.delete(mapKey(key));
      }
    }
  }

  /** Forgets the blocks before the one that begins with a version. */
  dropBelow(version: bigint): void {
    const oldest = Number(version);
    const dropped = this.#indexOf(oldest);
    if (dropped === 0) return;
    const [first] = this.#nodes.slice(dropped);
    const before = this.frontierOf(first!.parent!);
    const after = this.frontierOf(first!);
    this.#before = before;
    first!.frontier = after;
    first!.parent = undefined;
    this.#nodes = this.#nodes.slice(dropped);
    this.#firstVersion = oldest;
    this.#firstHeight += BigInt(dropped);
    const isGone = (place: number): boolean => place < oldest;
    this.#versions.dropBelow(oldest);
    for (const lists of [this.#senders, this.#events]) dropFrom(lists, isGone);
    for (const [key, versions] of this.#topics) {
      const kept = versions.filter((place) => !isGone(place));
      if (kept.length === 0) this.#topics.delete(key);
      else this.#topics.set(key, kept);
    }
  }

  /** The record of a kept version. */
  recordOf(version: number): CommitRecord {
    const { block } = this.keptOf(this.#nodes[this.#indexOf(version)]!);
    return block.records[version - Number(block.firstVersion)]!;
  }

  /** Records of kept versions, from one on. */
  *recordsFrom(start: number, limit = this.size): Generator<CommitRecord> {
    const end = Math.min(start + limit, this.#firstVersion + this.size);
    for (let version = start; version < end; version++) yield this.recordOf(version);
  }

  /** Records from a kept version on. */
  listRecords(start: bigint, limit: number): readonly LedgerRecord[] {
    return Array.from(this.recordsFrom(Number(start), limit), toLedgerRecord);
  }

  findVersion(hash: Uint8Array): bigint | undefined {
    for (const place of this.#versions.find(hash))
      if (bytesEqual(this.recordOf(place).hash, hash)) return BigInt(place);
    return undefined;
  }

  listSummaries({ sender, start, end, limit }: SummaryQuery): readonly SummaryEntry[] {
    const matching = (this.#senders.get(mapKey(sender))?.versions ?? []).filter(
      (version) => (start === undefined || version >= start) && (end === undefined || version <= end),
    );
    const page = start === undefined ? matching.slice(Math.max(0, matching.length - limit)) : matching.slice(0, limit);
    return page.map((place) => {
      const { user, version, hash } = this.recordOf(place);
      return { ...user!, version, hash };
    });
  }

  findBySequence(sender: Uint8Array, sequenceNumber: bigint): bigint | undefined {
    const sent = this.#senders.get(mapKey(sender));
    const place = sent?.versions[sent.numbers.indexOf(smallNumber(sequenceNumber))];
    return place === undefined ? undefined : BigInt(place);
  }

  listEvents(key: Uint8Array, start: bigint, limit: number): readonly EventEntry[] {
    const counted = this.#events.get(mapKey(key));
    const from = counted?.numbers.findIndex((number) => number >= start) ?? -1;
    if (counted === undefined || from < 0) return [];
    return counted.numbers.slice(from, from + limit).map((sequenceNumber, at) => ({
      sequenceNumber: BigInt(sequenceNumber),
      version: BigInt(counted.versions[from + at]!),
      index: counted.indexes[from + at]!,
    }));
  }

  nextEventSequence(key: Uint8Array): bigint {
    return BigInt(this.#events.get(mapKey(key))?.numbers.at(-1) ?? -1) + 1n;
  }

  /** Versions of the kept transactions with a topic, ascending. */
  versionsOf(topic: Uint8Array): readonly number[] {
    return this.#topics.get(mapKey(topic)) ?? [];
  }

  findBlock(height: bigint): BlockEntry | undefined {
    const node = this.#nodes[Number(height - this.#firstHeight)];
    return node && this.#entryOf(node);
  }

  /** The block that holds a kept version. */
  blockOf(version: bigint): BlockEntry {
    return this.#entryOf(this.#nodes[this.#indexOf(Number(version))]!);
  }

  #entryOf(node: BlockNode): BlockEntry {
    const { records, ...entry } = this.keptOf(node).block;
    return entry;
  }

  /** Index of the block that holds a version. */
  #indexOf(version: number): number {
    let low = 0;
    let high = this.#nodes.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#nodes[middle]!.lastVersion < version) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function isWhole(frontier: BlockNode["frontier"]): frontier is AccumulatorFrontierState {
  return frontier !== undefined && frontier !== "derived";
}

function isSame(derived: AccumulatorFrontierState, frontier: BlockNode["frontier"]): boolean {
  if (!isWhole(frontier) || frontier.leafCount !== derived.leafCount) return false;
  const { roots } = derived;
  return frontier.roots.every((root, index) => bytesEqual(root, roots[index]!));
}
