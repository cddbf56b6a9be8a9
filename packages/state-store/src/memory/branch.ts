import { type AccumulatorFrontierState, bytesToHex, type LedgerRecord } from "@ledger/types";
import type {
  BlockEntry,
  CommitBlock,
  CommitRecord,
  EventEntry,
  LedgerIdentity,
  LedgerSummary,
  SummaryEntry,
  SummaryQuery,
} from "../port.ts";

/** The oldest that is kept of a ledger. */
export type Watermarks = Pick<LedgerSummary, "oldestVersion" | "oldestLedgerVersion" | "oldestBlockHeight">;

/** The part of a summary that each block changes. */
export type Heads = Omit<LedgerSummary, keyof LedgerIdentity | keyof Watermarks | "incarnation" | "base">;

/** A block, and the one before it. */
export interface BlockNode {
  readonly identity: LedgerIdentity;
  readonly incarnation: number | undefined;
  readonly block: CommitBlock;
  /** The accumulator after the block, where a batch ended. */
  readonly frontier: AccumulatorFrontierState | undefined;
  /** The heads of the ledger after the block. */
  readonly heads: Heads;
  /** Absent for the first block of the ledger, and where the one before is pruned. */
  parent: BlockNode | undefined;
}

/** The kept blocks of one branch, and what finds their records. */
export class Branch {
  /** The accumulator before the first block, where it is known. */
  #before: AccumulatorFrontierState | undefined;
  #nodes: BlockNode[] = [];
  #records: CommitRecord[] = [];
  readonly #versions = new Map<string, bigint>();
  readonly #senders = new Map<string, SummaryEntry[]>();
  readonly #events = new Map<string, EventEntry[]>();

  get head(): BlockNode | undefined {
    return this.#nodes.at(-1);
  }

  /** Ascending by version, without a gap. */
  get records(): readonly CommitRecord[] {
    return this.#records;
  }

  has(node: BlockNode): boolean {
    return this.#at(node.block.height) === node;
  }

  /** The first accumulator that is not older than the first record. */
  get oldestFrontier(): AccumulatorFrontierState | undefined {
    return this.#before ?? this.#nodes.find(({ frontier }) => frontier !== undefined)?.frontier;
  }

  /** @param before - the accumulator before the first block of a ledger that does not begin with genesis */
  begin(before: AccumulatorFrontierState | undefined): void {
    this.#before = before;
  }

  /** Adds the next block. */
  push(node: BlockNode): void {
    this.#nodes.push(node);
    for (const record of node.block.records) {
      const { version, hash, user, handleEvents } = record;
      this.#records.push(record);
      this.#versions.set(bytesToHex(hash), version);
      if (user !== undefined) listOf(this.#senders, bytesToHex(user.sender)).push({ ...user, version, hash });
      for (const { key, sequenceNumber, index } of handleEvents) {
        const events = listOf(this.#events, bytesToHex(key));
        // Events of a handle may be written in another order than they are counted; hardly any are.
        const place = events.findLastIndex((event) => event.sequenceNumber <= sequenceNumber) + 1;
        events.splice(place, 0, { sequenceNumber, version, index });
      }
    }
  }

  /** Takes the last block away. */
  pop(): void {
    const node = this.#nodes.pop();
    for (const { version, hash, user, handleEvents } of node?.block.records.toReversed() ?? []) {
      this.#records.pop();
      this.#versions.delete(bytesToHex(hash));
      if (user !== undefined) removeOf(this.#senders, bytesToHex(user.sender), (sent) => sent.version === version);
      for (const { key, index } of handleEvents) {
        removeOf(this.#events, bytesToHex(key), (event) => event.version === version && event.index === index);
      }
    }
  }

  /** Forgets the blocks before the one that begins with a version. */
  dropBelow(version: bigint): void {
    const kept = this.#nodes.filter(({ block }) => block.firstVersion >= version);
    if (kept.length === this.#nodes.length) return;
    this.#before = kept[0]!.parent?.frontier;
    this.#nodes = [];
    this.#records = [];
    for (const found of [this.#versions, this.#senders, this.#events]) found.clear();
    kept[0]!.parent = undefined;
    for (const node of kept) this.push(node);
  }

  /** Records from a kept version on. */
  listRecords(start: bigint, limit: number): readonly LedgerRecord[] {
    const from = Number(start - this.#records[0]!.version);
    return this.#records.slice(from, from + limit).map(toLedgerRecord);
  }

  findVersion(hash: Uint8Array): bigint | undefined {
    return this.#versions.get(bytesToHex(hash));
  }

  listSummaries({ sender, start, end, limit }: SummaryQuery): readonly SummaryEntry[] {
    const matching = this.#sentBy(sender).filter(
      ({ version }) => (start === undefined || version >= start) && (end === undefined || version <= end),
    );
    return start === undefined ? matching.slice(Math.max(0, matching.length - limit)) : matching.slice(0, limit);
  }

  findBySequence(sender: Uint8Array, sequenceNumber: bigint): bigint | undefined {
    return this.#sentBy(sender).find(
      ({ replayProtector: { kind, value } }) => kind === "SequenceNumber" && value === sequenceNumber,
    )?.version;
  }

  listEvents(key: Uint8Array, start: bigint, limit: number): readonly EventEntry[] {
    return this.#eventsOf(key)
      .filter(({ sequenceNumber }) => sequenceNumber >= start)
      .slice(0, limit);
  }

  nextEventSequence(key: Uint8Array): bigint {
    return (this.#eventsOf(key).at(-1)?.sequenceNumber ?? -1n) + 1n;
  }

  findBlock(height: bigint): BlockEntry | undefined {
    const node = this.#at(height);
    return node && entryOf(node);
  }

  /** The block that holds a kept version. */
  blockOf(version: bigint): BlockEntry {
    let low = 0;
    let high = this.#nodes.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#nodes[middle]!.block.lastVersion < version) low = middle + 1;
      else high = middle;
    }
    return entryOf(this.#nodes[low]!);
  }

  /** Transactions of a sender, ascending by version. */
  #sentBy(sender: Uint8Array): readonly SummaryEntry[] {
    return this.#senders.get(bytesToHex(sender)) ?? [];
  }

  /** Events of a handle, ascending by their numbers. */
  #eventsOf(key: Uint8Array): readonly EventEntry[] {
    return this.#events.get(bytesToHex(key)) ?? [];
  }

  #at(height: bigint): BlockNode | undefined {
    const first = this.#nodes[0];
    return first && this.#nodes[Number(height - first.block.height)];
  }
}

/** Bytes of records as they were committed. */
export function bytesOf(records: readonly CommitRecord[]): number {
  let bytes = 0;
  for (const { transaction, info, events, writeSet, accumulatorRoot } of records) {
    bytes += transaction.length + info.length + events.length + writeSet.length + accumulatorRoot.length;
  }
  return bytes;
}

function toLedgerRecord({ version, transaction, info, events, writeSet, accumulatorRoot }: CommitRecord): LedgerRecord {
  return structuredClone({ version, transaction, info, events, writeSet, accumulatorRoot });
}

function entryOf({ block: { records, ...entry } }: BlockNode): BlockEntry {
  return entry;
}

function listOf<T>(lists: Map<string, T[]>, id: string): T[] {
  let list = lists.get(id);
  if (list === undefined) {
    list = [];
    lists.set(id, list);
  }
  return list;
}

/** Removes the last entry of a list that matches. */
function removeOf<T>(lists: Map<string, T[]>, id: string, matches: (entry: T) => boolean): void {
  const list = lists.get(id);
  list?.splice(list.findLastIndex(matches), 1);
  if (list?.length === 0) lists.delete(id);
}
