import type { StateUsage } from "@ledger/executor";
import { type KnownUsages, LedgerReplay, type ReplayedLedger, type ReplayOutcome } from "@ledger/executor/replay";
import { Random } from "@ledger/random";
import type { LedgerReader } from "@ledger/state-store";
import { createMemoryStore } from "@ledger/state-store/memory";
import { checkRecord, ingest, SyncError } from "@ledger/sync";
import {
  accumulatorRoot,
  bytesEqual,
  ContractEvent,
  ContractEvents,
  hashEvent,
  hashTransaction,
  hashWriteSet,
  type LedgerRecord,
  Transaction,
  TransactionInfo,
  type TransactionInfoV0,
  WriteSet,
  writesOf,
} from "@ledger/types";
import { MoveVm } from "@ledger/vm";
import { frameworkNatives } from "@ledger/vm/natives";
import { blockLies } from "./lies/block-lies.ts";
import type { Lie, Parts } from "./lies/lie.ts";
import { outcomeLies } from "./lies/outcome-lies.ts";
import { writeLies } from "./lies/write-lies.ts";
import { makeMixedBlocks } from "./mixed/make-blocks.ts";

const lies: readonly Lie[] = [...writeLies, ...outcomeLies, ...blockLies];
/** Honest versions, at least. */
const leastVersions = 600;

/** The outcome of a run. */
export interface LiesReport {
  readonly honest: number;
  readonly told: number;
  readonly byName: ReadonlyMap<string, number>;
  /** For people. */
  readonly problems: readonly string[];
}

/**
 * Forges records, with all hashes that follow from it, and has them executed again: each that execution can see has to be found, by its
 * version and part, and nothing else.
 */
export async function runLies(count: number, seed: number): Promise<LiesReport> {
  const random = new Random(seed);
  const blocks: (readonly LedgerRecord[])[] = [];
  for await (const block of makeMixedBlocks({ versions: leastVersions, seed })) blocks.push(block);
  const records = blocks.flat();
  const store = createMemoryStore();
  await ingest({ source: { name: "made", records: () => pagesOf(blocks) }, store });
  const vm = new MoveVm({ natives: frameworkNatives });
  const problems: string[] = [];
  let honest = 0;
  // How much state there is follows from all records before: it is counted once.
  const usages = new Map<bigint, StateUsage>();
  for await (const { version, outcome } of replayOf(store, vm, usages).run(0n, BigInt(records.length) - 1n)) {
    if (outcome.kind === "equal") honest += 1;
    else problems.push(`the honest version ${version} is ${outcome.kind}`);
  }
  const byName = new Map<string, number>();
  for (let told = 0; told < count; ) {
    const lie = random.pick(lies);
    const record = random.pick(records.slice(1));
    const forged = forge(record, lie, random, records);
    if (forged === undefined || !passesChecks(forged)) continue;
    told += 1;
    byName.set(lie.name, (byName.get(lie.name) ?? 0) + 1);
    const next = record.version + 1n;
    const replay = replayOf(withRecord(store, forged), vm, { get: (at) => usages.get(at), set: () => undefined });
    // A forged write is what the next records find, so they may be none that follow from it.
    const hasNext = bytesEqual(forged.writeSet, record.writeSet) && next < BigInt(records.length);
    const last = hasNext && random.once(20) ? next : record.version;
    for await (const { version, outcome } of replay.run(record.version, last)) {
      const expected = version === record.version ? lie.part : undefined;
      if (!isFound(outcome, expected)) {
        const found = outcome.kind === "different" ? outcome.differences.map(({ part }) => part).join() : outcome.kind;
        problems.push(`${lie.name} at version ${record.version}: version ${version} is reported as ${found}`);
      }
    }
  }
  return { honest, told: count, byName, problems };
}

/** False for what a follower refuses anyway: a block whose event says something else than its metadata. */
function passesChecks(record: LedgerRecord): boolean {
  try {
    checkRecord(record, { eventRoots: "strict" });
    return true;
  } catch (error) {
    if (error instanceof SyncError && error.code !== "hash_mismatch") return false;
    throw error;
  }
}

function isFound(outcome: ReplayOutcome, part: string | undefined): boolean {
  if (part === undefined) return outcome.kind === "equal";
  if (outcome.kind !== "different") return false;
  // Changed metadata may be refused, or write something else.
  return part === "any" || outcome.differences.some((difference) => difference.part === part);
}

function replayOf(ledger: ReplayedLedger, vm: MoveVm, usages: KnownUsages): LedgerReplay {
  return new LedgerReplay({ ledger, vm, usages });
}

/** A ledger with another record in the place of one. The state is that of the honest one: only this record is looked at. */
function withRecord(store: LedgerReader, forged: LedgerRecord): ReplayedLedger {
  return {
    readState: (version, key) => store.readState(version, key),
    readBlockByVersion: (version) => store.readBlockByVersion(version),
    listRecords: async (start, limit) =>
      (await store.listRecords(start, limit)).map((record) => (record.version === forged.version ? forged : record)),
  };
}

async function* pagesOf(pages: readonly (readonly LedgerRecord[])[]): AsyncGenerator<readonly LedgerRecord[]> {
  yield* pages;
}

function forge(
  record: LedgerRecord,
  lie: Lie,
  random: Random,
  others: readonly LedgerRecord[],
): LedgerRecord | undefined {
  const info = TransactionInfo.decode(record.info);
  if (info.kind !== "V0") return undefined;
  const parts: Parts = {
    transaction: Transaction.decode(record.transaction),
    info: info.value,
    events: ContractEvents.decode(record.events),
    writes: [...writesOf(WriteSet.decode(record.writeSet))],
  };
  if (!lie.tell(parts, random, others)) return undefined;
  const transaction = Transaction.encode(parts.transaction);
  const writeSet = WriteSet.encode({ kind: "V0", value: new Map(parts.writes) });
  const eventHashes = parts.events.map((event) => hashEvent(ContractEvent.encode(event)));
  const value: TransactionInfoV0 = {
    ...parts.info,
    transactionHash: hashTransaction(transaction),
    eventRootHash: accumulatorRoot("EventAccumulator", eventHashes),
    stateChangeHash: hashWriteSet(writeSet),
  };
  const events = ContractEvents.encode(parts.events);
  return { ...record, transaction, writeSet, events, info: TransactionInfo.encode({ kind: "V0", value }) };
}
