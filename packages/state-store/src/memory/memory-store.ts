import type { BaseValue, LedgerBase } from "../base-port.ts";
import {
  checkAccountPrefix,
  checkBase,
  checkBaseValues,
  checkBatch,
  checkPruneStep,
  genesisStart,
} from "../commit-check.ts";
import type { TopicQuery } from "../event-port.ts";
import type { CommitBatch, CommitRecord, LedgerSummary, PruneTarget, StateQuery, SummaryQuery } from "../port.ts";
import { clampTarget } from "../pruning/clamp-target.ts";
import { checkLedgerVersion, checkPageLimit, checkStateVersion } from "../read-bounds.ts";
import {
  alreadyBegun,
  noBaseValues,
  noPartialBase,
  outsideLedger,
  StoreError,
  storeClosed,
  storeEmpty,
  versionPruned,
} from "../store-error.ts";
import { pageOfRecords } from "../topic-page.ts";
import { moduleVersionOf, type Watermarks, watermarksAt, writeOf, writerOf } from "./batch-facts.ts";
import { BlockNode } from "./block-node.ts";
import { Branch } from "./branch.ts";
import { bytesOf, copyBlock, copyFrontier } from "./copies.ts";
import { MemoryTree } from "./memory-tree.ts";
import type { LedgerMark, MemoryStore } from "./port.ts";
import { StateHistory } from "./state-history.ts";

/** Opens an empty store that lives in memory: for tests, examples, and networks inside a process. */
export function createMemoryStore(): MemoryStore {
  return new BranchingStore();
}

interface Mark extends LedgerMark {
  readonly store: MemoryStore;
  readonly node: BlockNode;
}

/** The state of the head's branch, with every block's writes taken into it, and out of it again. */
class BranchingStore implements MemoryStore {
  readonly #branch = new Branch();
  readonly #state = new StateHistory((version, key) => writeOf(this.#branch.recordOf(version), key));
  readonly tree = new MemoryTree();
  #base: LedgerBase | undefined;
  #oldest: Watermarks = watermarksAt(genesisStart);
  #summary: LedgerSummary | undefined;
  #isClosed = false;

  summary(): LedgerSummary | undefined {
    this.#checkOpen();
    return this.#summary;
  }

  readState(version: bigint, key: Uint8Array) {
    checkStateVersion(this.#current(), version);
    return this.#state.read(version, key);
  }

  listState(query: StateQuery) {
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

  listSummaries(query: SummaryQuery) {
    const summary = this.#current();
    const { start } = query;
    if (start !== undefined && start < summary.oldestLedgerVersion) checkLedgerVersion(summary, start);
    return this.#branch.listSummaries(query);
  }

  readRecord(version: bigint) {
    return this.listRecords(version, 1)[0]!;
  }

  listRecords(start: bigint, limit: number) {
    checkLedgerVersion(this.#current(), start);
    return this.#branch.listRecords(start, limit);
  }

  findVersionByHash(hash: Uint8Array) {
    this.#current();
    return this.#branch.findVersion(hash);
  }

  findVersionBySequenceNumber(sender: Uint8Array, sequenceNumber: bigint) {
    this.#current();
    return this.#branch.findBySequence(sender, sequenceNumber);
  }

  findBlockByHeight(height: bigint) {
    this.#current();
    return this.#branch.findBlock(height);
  }

  readBlockByVersion(version: bigint) {
    checkLedgerVersion(this.#current(), version);
    return this.#branch.blockOf(version);
  }

  listEvents(key: Uint8Array, start: bigint, limit: number) {
    this.#current();
    return this.#branch.listEvents(key, start, limit);
  }

  nextEventSequence(key: Uint8Array): bigint {
    this.#current();
    return this.#branch.nextEventSequence(key);
  }

  listEventsByTopic(query: TopicQuery) {
    const { oldestLedgerVersion, version } = this.#current();
    return pageOfRecords(query, this.#branch, oldestLedgerVersion, version);
  }

  frontier() {
    this.#checkOpen();
    const { head } = this.#branch;
    return copyFrontier(head && this.#branch.frontierOf(head));
  }

  oldestFrontier() {
    this.#checkOpen();
    return copyFrontier(this.#summary && this.#branch.oldestFrontier);
  }

  stats() {
    this.#checkOpen();
    const fileBytes = this.#state.bytes() + bytesOf(this.#records());
    return { fileBytes, walBytes: 0, freeBytes: 0, unmergedRows: 0, sweepLag: 0n };
  }

  verify() {
    this.#checkOpen();
    return { problems: [], records: this.#branch.size, stateRows: this.#state.rows };
  }

  close(): void {
    this.#isClosed = true;
  }

  begin(base: LedgerBase): void {
    if (this.summary() !== undefined) throw alreadyBegun();
    checkBase(base);
    this.#base = base;
    this.#branch.begin(copyFrontier(base.frontier));
    this.#oldest = watermarksAt(base);
    this.#state.begin(base.state === "partial");
  }

  addBaseValues(values: readonly BaseValue[]): void {
    this.#checkOpen();
    const base = this.#base;
    if (base === undefined || (base.state === "whole" && this.#summary !== undefined)) throw noBaseValues();
    checkBaseValues(values, base.state);
    const version = base.version - 1n;
    for (const value of values) this.#state.addBaseValue(version, value, this.#summary?.oldestVersion ?? version);
  }

  completeAccount(prefix: Uint8Array, version: bigint, origin: string): void {
    const { version: head } = this.#current();
    const base = this.#base;
    if (base?.state !== "partial") throw noPartialBase();
    if (version < base.version || version > head) throw outsideLedger(version);
    checkAccountPrefix(prefix);
    this.#state.completeAccount(prefix, { version, origin });
  }

  commit(batch: CommitBatch): void {
    this.#checkOpen();
    const start = this.#base ?? genesisStart;
    const isChained = this.#base === undefined || this.#base.frontier !== undefined;
    checkBatch(batch, { head: this.#summary, start, isChained });
    const writer = writerOf(batch, this.#branch.head?.writer);
    for (const [index, given] of batch.blocks.entries()) {
      const block = copyBlock(given);
      const parent = this.#branch.head;
      const before = parent && this.#branch.keptOf(parent).lastModuleVersion;
      const lastModuleVersion = moduleVersionOf(block.records) ?? before ?? start.version;
      const frontier = index === batch.blocks.length - 1 ? copyFrontier(batch.frontier) : undefined;
      this.#apply(new BlockNode({ block, lastModuleVersion }, writer, parent, frontier));
    }
    if (batch.blocks.length > 0) this.#summarize();
  }

  prune(target: PruneTarget, maxRows: number) {
    const summary = this.#current();
    checkPruneStep(maxRows);
    const { stateVersion, ledgerVersion } = this.#clamp(target);
    const rows = this.#state.prune(stateVersion, ledgerVersion);
    const deletedRows = rows + Number(ledgerVersion - summary.oldestLedgerVersion);
    this.#branch.dropBelow(ledgerVersion);
    const { height } = this.#branch.blockOf(ledgerVersion);
    this.#oldest = { oldestVersion: stateVersion, oldestLedgerVersion: ledgerVersion, oldestBlockHeight: height };
    this.#summarize();
    return { oldestVersion: stateVersion, oldestLedgerVersion: ledgerVersion, deletedRows, done: true };
  }

  planPrune(target: PruneTarget) {
    const { oldestLedgerVersion } = this.#current();
    const clamped = this.#clamp(target);
    const rows = this.#state.planPrune(clamped.stateVersion);
    const records = Number(clamped.ledgerVersion - oldestLedgerVersion);
    const bytes = rows.bytes + bytesOf(this.#branch.recordsFrom(Number(oldestLedgerVersion), records));
    return { ...clamped, stateRows: rows.rows, records, bytes };
  }

  compact() {
    return { reclaimedBytes: 0, freeBytes: 0 };
  }

  mark(): LedgerMark {
    const mark: Mark = { store: this, version: this.#current().version, node: this.#branch.head! };
    return mark;
  }

  branch(at: LedgerMark): void {
    const { store, node } = at as Mark;
    if (store !== this) throw new StoreError("invalid_argument", "the mark belongs to another ledger");
    this.#checkOpen();
    const { ahead, shared } = this.#wayTo(node);
    const { oldestVersion } = this.#oldest;
    if (shared === undefined || shared.lastVersion < oldestVersion) throw versionPruned(at.version, oldestVersion);
    // A tree of the branch that is left is no use on this one.
    if (this.#branch.head !== shared) this.tree.clear();
    while (this.#branch.head !== shared) this.#revert();
    for (const next of ahead) this.#apply(next);
    this.#summarize();
  }

  sharedVersion(at: LedgerMark): bigint | undefined {
    const { store, node } = at as Mark;
    const shared = store === this ? this.#wayTo(node).shared : undefined;
    return shared && BigInt(shared.lastVersion);
  }

  /** The latest block that the present branch shares with that of another block, and those from there to it. */
  #wayTo(node: BlockNode): { readonly ahead: readonly BlockNode[]; readonly shared: BlockNode | undefined } {
    const ahead: BlockNode[] = [];
    let shared: BlockNode | undefined = node;
    for (; shared !== undefined && !this.#branch.has(shared); shared = shared.parent) ahead.push(shared);
    return { ahead: ahead.reverse(), shared };
  }

  #apply(node: BlockNode): void {
    this.#branch.push(node);
    for (const { version, writes } of this.#branch.keptOf(node).block.records) {
      for (const write of writes) this.#state.write(version, write);
    }
  }

  #revert(): void {
    for (const { version, writes } of this.#branch.keptOf(this.#branch.head!).block.records.toReversed()) {
      for (const { key } of writes) this.#state.revert(version, key);
    }
    this.#branch.pop();
  }

  #summarize(): void {
    const head = this.#branch.head!;
    const { block, lastModuleVersion } = this.#branch.keptOf(head);
    const { lastVersion: version, timestampUsecs, epoch, height: blockHeight } = block;
    const { identity, incarnation } = head.writer;
    const base = this.#base && { version: this.#base.version, state: this.#base.state };
    const heads = { version, timestampUsecs, epoch, blockHeight, lastModuleVersion };
    this.#summary = { ...identity, incarnation, ...heads, ...this.#oldest, base };
  }

  #records(): Iterable<CommitRecord> {
    return this.#summary === undefined ? [] : this.#branch.recordsFrom(Number(this.#summary.oldestLedgerVersion));
  }

  #clamp(target: PruneTarget): PruneTarget {
    return clampTarget(target, this.#current(), (version) => this.#branch.blockOf(version).firstVersion);
  }

  #current(): LedgerSummary {
    this.#checkOpen();
    if (this.#summary === undefined) throw storeEmpty();
    return this.#summary;
  }

  #checkOpen(): void {
    if (this.#isClosed) throw storeClosed();
  }
}
