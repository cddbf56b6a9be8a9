import type { AccumulatorFrontierState } from "@ledger/types";
import { checkAccountPrefix, checkBase, checkBaseValues, checkBatch, genesisStart } from "../commit-check.ts";
import type { EventPage, TopicQuery } from "../event-port.ts";
import { StateHistory } from "../memory/state-history.ts";
import type {
  BaseValue,
  BlockEntry,
  CommitBatch,
  CommitBlock,
  CommitRecord,
  LedgerBase,
  LedgerReader,
  LedgerStore,
  LedgerSummary,
} from "../port.ts";
import { checkLedgerVersion, checkPageLimit, checkStateVersion } from "../read-bounds.ts";
import { isPathKind } from "../state-key.ts";
import {
  alreadyBegun,
  noBaseValues,
  noPartialBase,
  outsideLedger,
  StoreError,
  storeClosed,
  storeEmpty,
} from "../store-error.ts";
import { pageOfRecords } from "../topic-page.ts";
import { RecordIndex } from "./record-index.ts";

/** A place in a branching ledger, to go back to. It keeps the blocks that lead to it for as long as the mark is held. */
export interface LedgerMark {
  /** Latest version there. */
  readonly version: bigint;
}

/** A ledger in memory that can go back to any place it has been at, and on from there another way. Nothing of it is pruned. */
export interface BranchingStore extends LedgerReader, Pick<LedgerStore, "begin" | "addBaseValues" | "completeAccount"> {
  /** As of a store, at once. @throws StoreError `wrong_network`, `batch_not_contiguous`, `batch_invalid` */
  commit(batch: CommitBatch): void;
  /** The place where the ledger is. @throws StoreError `store_empty` */
  mark(): LedgerMark;
  /**
   * Goes to a place, in time that depends on the blocks between here and there only.
   *
   * @throws StoreError `invalid_argument` for a mark of another store
   */
  restore(mark: LedgerMark): void;
}

/** A block with what was before it. */
interface BlockNode extends LedgerMark {
  readonly store: BranchingLedger;
  readonly parent: BlockNode | undefined;
  readonly block: CommitBlock;
  readonly frontier: AccumulatorFrontierState | undefined;
  readonly summary: LedgerSummary;
}

/** Opens an empty ledger in memory that can branch: for networks that live inside a test. */
export function createBranchingStore(): BranchingStore {
  return new BranchingLedger();
}

class BranchingLedger implements BranchingStore {
  readonly #state = new StateHistory();
  readonly #index = new RecordIndex();
  #base: LedgerBase | undefined;
  #head: BlockNode | undefined;
  #firstFrontier: AccumulatorFrontierState | undefined;
  #isClosed = false;

  summary(): LedgerSummary | undefined {
    this.#checkOpen();
    return this.#head?.summary;
  }

  readState(version: bigint, key: Uint8Array) {
    checkStateVersion(this.#current(), version);
    return this.#state.read(version, key);
  }

  listState(query: Parameters<LedgerReader["listState"]>[0]) {
    checkStateVersion(this.#current(), query.version);
    checkPageLimit(query.limit);
    return this.#state.list(query);
  }

  findValueOrigin(version: bigint, key: Uint8Array) {
    checkStateVersion(this.#current(), version);
    return this.#state.findValueOrigin(version, key);
  }

  findListingOrigin(version: bigint, prefix: Uint8Array) {
    checkStateVersion(this.#current(), version);
    return this.#state.findListingOrigin(prefix);
  }

  listSummaries({ sender, start, end, limit }: Parameters<LedgerReader["listSummaries"]>[0]) {
    const summary = this.#current();
    if (start !== undefined && start < summary.oldestLedgerVersion) checkLedgerVersion(summary, start);
    const matching = this.#index
      .sentBy(sender)
      .filter(({ version }) => (start === undefined || version >= start) && (end === undefined || version <= end));
    return start === undefined ? matching.slice(Math.max(0, matching.length - limit)) : matching.slice(0, limit);
  }

  readRecord(version: bigint) {
    return toLedgerRecord(this.#recordAt(version));
  }

  listRecords(start: bigint, limit: number) {
    const first = this.#recordAt(start);
    const from = Number(first.version - this.#index.records[0]!.version);
    return this.#index.records.slice(from, from + limit).map(toLedgerRecord);
  }

  findVersionByHash(hash: Uint8Array) {
    this.#current();
    return this.#index.findVersion(hash);
  }

  findVersionBySequenceNumber(sender: Uint8Array, sequenceNumber: bigint) {
    this.#current();
    return this.#index
      .sentBy(sender)
      .find(
        ({ replayProtector }) => replayProtector.kind === "SequenceNumber" && replayProtector.value === sequenceNumber,
      )?.version;
  }

  findBlockByHeight(height: bigint): BlockEntry | undefined {
    this.#current();
    const { blocks } = this.#index;
    return blocks[Number(height - blocks[0]!.height)];
  }

  readBlockByVersion(version: bigint): BlockEntry {
    checkLedgerVersion(this.#current(), version);
    return this.#index.blockOf(version);
  }

  listEvents(key: Uint8Array, start: bigint, limit: number) {
    this.#current();
    return this.#index
      .eventsOf(key)
      .filter(({ sequenceNumber }) => sequenceNumber >= start)
      .slice(0, limit);
  }

  nextEventSequence(key: Uint8Array) {
    this.#current();
    return (this.#index.eventsOf(key).at(-1)?.sequenceNumber ?? -1n) + 1n;
  }

  listEventsByTopic(query: TopicQuery): EventPage {
    const { oldestLedgerVersion, version } = this.#current();
    return pageOfRecords(query, this.#index.records, oldestLedgerVersion, version);
  }

  frontier() {
    this.#checkOpen();
    return this.#head?.frontier;
  }

  oldestFrontier() {
    this.#checkOpen();
    return this.#head === undefined ? undefined : this.#firstFrontier;
  }

  stats() {
    this.#checkOpen();
    const records = this.#index.records.reduce((sum, record) => sum + bytesOf(record), 0);
    const fileBytes = this.#state.size().bytes + records;
    return { fileBytes, walBytes: 0, freeBytes: 0, unmergedRows: 0, sweepLag: 0n };
  }

  verify() {
    this.#checkOpen();
    return { problems: [], records: this.#index.records.length, stateRows: this.#state.size().rows };
  }

  close(): void {
    this.#isClosed = true;
  }

  begin(base: LedgerBase): void {
    if (this.summary() !== undefined) throw alreadyBegun();
    checkBase(base);
    this.#base = base;
    this.#firstFrontier = base.frontier;
    this.#state.begin(base.state === "partial");
  }

  addBaseValues(values: readonly BaseValue[]): void {
    this.#checkOpen();
    const base = this.#base;
    if (base === undefined || (base.state === "whole" && this.#head !== undefined)) {
      throw noBaseValues();
    }
    checkBaseValues(values, base.state);
    const version = base.version - 1n;
    for (const value of values) this.#state.addBaseValue(version, value, version);
  }

  completeAccount(prefix: Uint8Array, version: bigint, origin: string): void {
    const { version: head } = this.#current();
    const base = this.#base;
    if (base?.state !== "partial") throw noPartialBase();
    if (version < base.version || version > head) {
      throw outsideLedger(version);
    }
    checkAccountPrefix(prefix);
    this.#state.completeAccount(prefix, { version, origin });
  }

  commit(batch: CommitBatch): void {
    const start = this.#base ?? genesisStart;
    const isChained = this.#base === undefined || this.#base.frontier !== undefined;
    checkBatch(batch, { head: this.summary(), start, isChained });
    for (const [index, block] of batch.blocks.entries()) {
      const isLast = index === batch.blocks.length - 1;
      this.#apply({
        store: this,
        version: block.lastVersion,
        parent: this.#head,
        block,
        frontier: isLast ? batch.frontier : undefined,
        summary: this.#summaryAfter(block, batch.identity),
      });
    }
    this.#firstFrontier ??= batch.frontier;
  }

  mark(): LedgerMark {
    this.#current();
    return this.#head!;
  }

  restore(mark: LedgerMark): void {
    const target = mark as BlockNode;
    if (target.store !== this) throw new StoreError("invalid_argument", "the mark belongs to another ledger");
    this.#current();
    const ahead: BlockNode[] = [];
    for (let node: BlockNode = target; node !== this.#head; ) {
      if (this.#head!.block.height >= node.block.height) this.#revert();
      if (node === this.#head) break;
      if (this.#head!.block.height < node.block.height) {
        ahead.push(node);
        node = node.parent!;
      }
    }
    for (const node of ahead.reverse()) this.#apply(node);
  }

  #apply(node: BlockNode): void {
    this.#head = node;
    this.#index.push(node.block);
    for (const { version, writes } of node.block.records) {
      for (const write of writes) this.#state.write(version, write);
    }
  }

  #revert(): void {
    const { block, parent } = this.#head!;
    for (const { version, writes } of [...block.records].reverse()) {
      for (const { key } of writes) this.#state.revert(version, key);
    }
    this.#index.pop(block);
    this.#head = parent;
  }

  #summaryAfter(block: CommitBlock, identity: CommitBatch["identity"]): LedgerSummary {
    const start = this.#base ?? genesisStart;
    const before = this.#head?.summary;
    return {
      ...identity,
      version: block.lastVersion,
      oldestVersion: start.version,
      oldestLedgerVersion: start.version,
      timestampUsecs: block.timestampUsecs,
      epoch: block.epoch,
      blockHeight: block.height,
      oldestBlockHeight: start.blockHeight,
      lastModuleVersion: lastModuleVersion(block) ?? before?.lastModuleVersion ?? start.version,
      base: this.#base && { version: this.#base.version, state: this.#base.state },
    };
  }

  #recordAt(version: bigint): CommitRecord {
    checkLedgerVersion(this.#current(), version);
    const { records } = this.#index;
    return records[Number(version - records[0]!.version)]!;
  }

  #current(): LedgerSummary {
    this.#checkOpen();
    if (this.#head === undefined) throw storeEmpty();
    return this.#head.summary;
  }

  #checkOpen(): void {
    if (this.#isClosed) throw storeClosed();
  }
}

function lastModuleVersion({ records }: CommitBlock): bigint | undefined {
  return records.findLast(({ writes }) => writes.some(({ key }) => isPathKind(key, "code")))?.version;
}

function toLedgerRecord({ version, transaction, info, events, writeSet, accumulatorRoot }: CommitRecord) {
  return structuredClone({ version, transaction, info, events, writeSet, accumulatorRoot });
}

function bytesOf({ transaction, info, events, writeSet, accumulatorRoot }: CommitRecord): number {
  return transaction.length + info.length + events.length + writeSet.length + accumulatorRoot.length;
}
