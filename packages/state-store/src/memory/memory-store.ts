import { type AccumulatorFrontierState, bytesEqual, type HashValue } from "@ledger/types";
import {
  checkAccountPrefix,
  checkBase,
  checkBaseValues,
  checkBatch,
  checkPruneStep,
  genesisStart,
} from "../commit-check.ts";
import type {
  BlockEntry,
  CommitRecord,
  EventEntry,
  LedgerBase,
  LedgerStore,
  LedgerSummary,
  PruneTarget,
  SummaryEntry,
  SummaryQuery,
} from "../port.ts";
import { clampTarget } from "../pruning/clamp-target.ts";
import { checkLedgerVersion, checkPageLimit, checkStateVersion } from "../read-bounds.ts";
import { isPathKind } from "../state-key.ts";
import { alreadyBegun, noBaseValues, noPartialBase, outsideLedger, storeClosed, storeEmpty } from "../store-error.ts";
import { pageOfRecords } from "../topic-page.ts";
import { StateHistory } from "./state-history.ts";

/**
 * Opens an empty store that lives in memory: for tests and examples. It keeps everything in plain maps and arrays, so it
 * is also the model that the SQLite driver is compared with.
 */
export function createMemoryStore(): LedgerStore {
  const state = new StateHistory();
  let records: CommitRecord[] = [];
  let blocks: BlockEntry[] = [];
  let frontiers: AccumulatorFrontierState[] = [];
  let head: LedgerSummary | undefined;
  let base: LedgerBase | undefined;
  let closed = false;

  function current(): LedgerSummary {
    if (closed) throw storeClosed();
    if (head === undefined) throw storeEmpty();
    return head;
  }
  function recordAt(version: bigint): CommitRecord {
    checkLedgerVersion(current(), version);
    return records[Number(version - records[0]!.version)]!;
  }
  function blockStart(version: bigint): bigint {
    return blocks.find((block) => block.lastVersion >= version)!.firstVersion;
  }
  function maybe<T>(read: () => T): T | undefined {
    if (closed) throw storeClosed();
    return head === undefined ? undefined : read();
  }

  function partialBase(): LedgerBase {
    if (base?.state === "partial") return base;
    throw noPartialBase();
  }

  return {
    summary: () => maybe(current),
    readState(version, key) {
      checkStateVersion(current(), version);
      return state.read(version, key);
    },
    listState(query) {
      checkStateVersion(current(), query.version);
      checkPageLimit(query.limit);
      return state.list(query);
    },
    findValueOrigin(version, key) {
      checkStateVersion(current(), version);
      return state.findValueOrigin(version, key);
    },
    findListingOrigin(version, prefix) {
      checkStateVersion(current(), version);
      return state.findListingOrigin(prefix);
    },
    listSummaries: (query) => listSummaries(current(), records, query),
    readRecord: (version) => toLedgerRecord(recordAt(version)),
    listRecords(start, limit) {
      recordAt(start);
      const from = Number(start - records[0]!.version);
      return records.slice(from, from + limit).map(toLedgerRecord);
    },
    findVersionByHash(hash) {
      current();
      return records.find((record) => bytesEqual(record.hash, hash))?.version;
    },
    findVersionBySequenceNumber(sender, sequenceNumber) {
      current();
      return records.find(
        ({ user }) =>
          user !== undefined &&
          bytesEqual(user.sender, sender) &&
          user.replayProtector.kind === "SequenceNumber" &&
          user.replayProtector.value === sequenceNumber,
      )?.version;
    },
    findBlockByHeight(height) {
      current();
      return blocks.find((block) => block.height === height);
    },
    readBlockByVersion(version) {
      recordAt(version);
      return blocks.find((block) => block.lastVersion >= version)!;
    },
    listEvents(key, start, limit) {
      current();
      return eventsOf(records, key)
        .filter((event) => event.sequenceNumber >= start)
        .slice(0, limit);
    },
    nextEventSequence(key) {
      current();
      return (eventsOf(records, key).at(-1)?.sequenceNumber ?? -1n) + 1n;
    },
    listEventsByTopic(query) {
      const { oldestLedgerVersion, version } = current();
      return pageOfRecords(query, records, oldestLedgerVersion, version);
    },
    frontier: () => maybe(() => copyFrontier(frontiers.at(-1))),
    oldestFrontier: () => maybe(() => copyFrontier(frontiers[0])),
    stats() {
      maybe(current);
      const recordBytes = records.reduce((sum, record) => sum + bytesOf(record), 0);
      return { fileBytes: state.size().bytes + recordBytes, walBytes: 0, freeBytes: 0, unmergedRows: 0, sweepLag: 0n };
    },
    close() {
      closed = true;
    },

    begin(wanted) {
      if (maybe(current) !== undefined) throw alreadyBegun();
      checkBase(wanted);
      const frontier = copyFrontier(wanted.frontier);
      base = { ...wanted, frontier };
      frontiers = frontier === undefined ? [] : [frontier];
      state.begin(base.state === "partial");
    },
    addBaseValues(values) {
      maybe(current);
      if (base === undefined || (base.state === "whole" && head !== undefined)) {
        throw noBaseValues();
      }
      checkBaseValues(values, base.state);
      const version = base.version - 1n;
      for (const value of values) state.addBaseValue(version, value, head?.oldestVersion ?? version);
    },
    completeAccount(prefix, version, origin) {
      const { version: first } = partialBase();
      if (version < first || version > current().version) {
        throw outsideLedger(version);
      }
      checkAccountPrefix(prefix);
      state.completeAccount(prefix, { version, origin });
    },
    commit(batch) {
      maybe(current);
      const start = base ?? genesisStart;
      checkBatch(batch, { head, start, isChained: base === undefined || base.frontier !== undefined });
      const lastBlock = batch.blocks.at(-1);
      if (lastBlock === undefined) return;
      let lastModuleVersion = head?.lastModuleVersion ?? start.version;
      for (const block of batch.blocks) {
        const { records: blockRecords, ...entry } = block;
        blocks.push(entry);
        for (const record of blockRecords) {
          records.push(copyRecord(record));
          for (const write of record.writes) {
            state.write(record.version, write);
            if (isPathKind(write.key, "code")) lastModuleVersion = record.version;
          }
        }
      }
      const frontier = copyFrontier(batch.frontier);
      if (frontier !== undefined) frontiers.push(frontier);
      head = {
        chainId: batch.identity.chainId,
        genesisHash: batch.identity.genesisHash?.slice() as HashValue | undefined,
        version: lastBlock.lastVersion,
        oldestVersion: head?.oldestVersion ?? start.version,
        oldestLedgerVersion: head?.oldestLedgerVersion ?? start.version,
        timestampUsecs: lastBlock.timestampUsecs,
        epoch: lastBlock.epoch,
        blockHeight: lastBlock.height,
        oldestBlockHeight: head?.oldestBlockHeight ?? start.blockHeight,
        lastModuleVersion,
        base: base && { version: base.version, state: base.state },
      };
    },
    prune(target, maxRows) {
      const summary = current();
      checkPruneStep(maxRows);
      const { stateVersion, ledgerVersion } = clampTarget(target, summary, blockStart);
      const deleted = state.prune(stateVersion, true).rows + Number(ledgerVersion - summary.oldestLedgerVersion);
      records = records.filter((record) => record.version >= ledgerVersion);
      blocks = blocks.filter((block) => block.lastVersion >= ledgerVersion);
      frontiers = frontiers.filter((frontier) => frontier.leafCount >= ledgerVersion);
      head = {
        ...summary,
        oldestVersion: stateVersion,
        oldestLedgerVersion: ledgerVersion,
        oldestBlockHeight: blocks[0]!.height,
      };
      return { oldestVersion: stateVersion, oldestLedgerVersion: ledgerVersion, deletedRows: deleted, done: true };
    },
    planPrune(target: PruneTarget) {
      const summary = current();
      const clamped = clampTarget(target, summary, blockStart);
      const rows = state.prune(clamped.stateVersion, false);
      const gone = records.filter((record) => record.version < clamped.ledgerVersion);
      const bytes = rows.bytes + gone.reduce((sum, record) => sum + bytesOf(record), 0);
      return { ...clamped, stateRows: rows.rows, records: gone.length, bytes };
    },
    compact: () => ({ reclaimedBytes: 0, freeBytes: 0 }),
    verify() {
      maybe(current);
      return { problems: [], records: records.length, stateRows: state.size().rows };
    },
  };
}

function listSummaries(
  summary: LedgerSummary,
  records: readonly CommitRecord[],
  { sender, start, end, limit }: SummaryQuery,
): readonly SummaryEntry[] {
  if (start !== undefined && start < summary.oldestLedgerVersion) checkLedgerVersion(summary, start);
  const matching = records.filter(
    ({ user, version }) =>
      user !== undefined &&
      bytesEqual(user.sender, sender) &&
      (start === undefined || version >= start) &&
      (end === undefined || version <= end),
  );
  const page = start === undefined ? matching.slice(Math.max(0, matching.length - limit)) : matching.slice(0, limit);
  return page.map(({ user, version, hash }) => ({
    sender: user!.sender,
    version,
    hash,
    replayProtector: user!.replayProtector,
  }));
}

function eventsOf(records: readonly CommitRecord[], key: Uint8Array): EventEntry[] {
  return records
    .flatMap(({ version, handleEvents }) =>
      handleEvents
        .filter((event) => bytesEqual(event.key, key))
        .map(({ sequenceNumber, index }) => ({ sequenceNumber, version, index })),
    )
    .sort((a, b) => (a.sequenceNumber < b.sequenceNumber ? -1 : 1));
}

function copyRecord(record: CommitRecord): CommitRecord {
  return structuredClone(record);
}

function toLedgerRecord({ version, transaction, info, events, writeSet, accumulatorRoot }: CommitRecord) {
  return structuredClone({ version, transaction, info, events, writeSet, accumulatorRoot });
}

function copyFrontier(frontier: AccumulatorFrontierState | undefined): AccumulatorFrontierState | undefined {
  if (frontier === undefined) return undefined;
  const { leafCount, roots } = frontier;
  return { leafCount, roots: roots.map((root) => root.slice() as HashValue) };
}

function bytesOf({ transaction, info, events, writeSet, accumulatorRoot }: CommitRecord): number {
  return transaction.length + info.length + events.length + writeSet.length + accumulatorRoot.length;
}
