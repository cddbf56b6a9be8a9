import type { StateUsage } from "@ledger/executor";
import { createNodeEd25519Verifier } from "@ledger/executor/node";
import { type KnownUsages, LedgerReplay, type ReplayedLedger, type ReplayOutcome } from "@ledger/executor/replay";
import { Random } from "@ledger/random";
import type { LedgerReader } from "@ledger/state-store";
import { createMemoryStore } from "@ledger/state-store/memory";
import { checkRecord, ingest, SyncError } from "@ledger/sync";
import {
  accumulatorRoot,
  type BlockMetadata,
  bytesEqual,
  ContractEvent,
  ContractEvents,
  encodeStateKey,
  frameworkAddress,
  frameworkKey,
  hashEvent,
  hashTransaction,
  hashWriteSet,
  type LedgerRecord,
  type StateKey,
  Transaction,
  TransactionInfo,
  type TransactionInfoV0,
  type WriteOp,
  WriteSet,
  writesOf,
} from "@ledger/types";
import { MoveVm } from "@ledger/vm";
import { frameworkNatives } from "@ledger/vm/natives";
import { makeRecords } from "./made-ledger.ts";

/** The decoded parts of a record. */
interface Parts {
  transaction: Transaction;
  info: TransactionInfoV0;
  events: readonly ContractEvent[];
  writes: readonly (readonly [StateKey, WriteOp])[];
}

/** A way to forge a record. */
interface Lie {
  readonly name: string;
  /** The part of the record that a report has to name; `undefined` for what execution cannot see. */
  readonly part: string | undefined;
  /** @returns false where the record gives no occasion */
  readonly tell: (parts: Parts, random: Random, others: readonly LedgerRecord[]) => boolean;
}

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
export async function runLies(count: number, seed: number, onProgress: (told: number) => void): Promise<LiesReport> {
  const random = new Random(seed);
  const records = (await makeRecords(100)).flat();
  const store = createMemoryStore();
  await ingest({ source: { name: "made", records: () => pagesOf(records) }, store });
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
    const hasNext = lie.part !== "write" && next < BigInt(records.length);
    const last = hasNext && random.once(20) ? next : record.version;
    for await (const { version, outcome } of replay.run(record.version, last)) {
      const expected = version === record.version ? lie.part : undefined;
      if (!isFound(outcome, expected)) {
        const found = outcome.kind === "different" ? outcome.differences.map(({ part }) => part).join() : outcome.kind;
        problems.push(`${lie.name} at version ${record.version}: version ${version} is reported as ${found}`);
      }
    }
    onProgress(told);
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
  return new LedgerReplay({ ledger, vm, usages, ed25519: createNodeEd25519Verifier() });
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

async function* pagesOf(records: readonly LedgerRecord[]): AsyncGenerator<readonly LedgerRecord[]> {
  yield records;
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

const usageKey = frameworkKey("state_storage", "StateStorageUsage");

const lies: readonly Lie[] = [
  { name: "a byte of a value", part: "write", tell: (parts, random) => changeWrite(parts, random, flipValue) },
  { name: "a deposit", part: "write", tell: (parts, random) => changeWrite(parts, random, changeDeposit) },
  {
    name: "how much state there is",
    part: "write",
    tell(parts, random) {
      const index = parts.writes.findIndex(([key]) => bytesEqual(encodeStateKey(key), usageKey));
      const [key, op] = parts.writes[index] ?? [];
      const changed = op && flipValue(op, random);
      if (key === undefined || changed === undefined) return false;
      parts.writes = parts.writes.with(index, [key, changed]);
      return true;
    },
  },
  {
    name: "a write that is left out",
    part: "write",
    tell(parts, random) {
      if (parts.writes.length === 0) return false;
      const index = random.below(parts.writes.length);
      parts.writes = parts.writes.filter((_, at) => at !== index);
      return true;
    },
  },
  {
    name: "a write of another transaction",
    part: "write",
    tell(parts, random, others) {
      const foreign = [...writesOf(WriteSet.decode(random.pick(others).writeSet))];
      const own = new Set(parts.writes.map(([key]) => JSON.stringify(key, plain)));
      const added = foreign.find(([key]) => !own.has(JSON.stringify(key, plain)));
      if (added === undefined) return false;
      parts.writes = [...parts.writes, added];
      return true;
    },
  },
  {
    name: "a byte of an event",
    part: "event",
    tell(parts, random) {
      const index = random.below(Math.max(1, parts.events.length));
      const event = parts.events[index];
      if (event === undefined || event.value.data.length === 0) return false;
      const changed = { ...event, value: { ...event.value, data: flip(event.value.data, random) } } as ContractEvent;
      parts.events = parts.events.with(index, changed);
      return true;
    },
  },
  {
    name: "an event that is left out",
    part: "event",
    tell(parts, random) {
      if (parts.events.length === 0) return false;
      const index = random.below(parts.events.length);
      parts.events = parts.events.filter((_, at) => at !== index);
      return true;
    },
  },
  {
    name: "an event twice",
    part: "event",
    tell(parts, random) {
      if (parts.events.length === 0) return false;
      parts.events = [...parts.events, random.pick(parts.events)];
      return true;
    },
  },
  {
    name: "gas",
    part: "gas",
    tell(parts, random) {
      parts.info = { ...parts.info, gasUsed: parts.info.gasUsed + BigInt(1 + random.below(1_000)) };
      return true;
    },
  },
  {
    name: "a status",
    part: "status",
    tell(parts) {
      const { status } = parts.info;
      parts.info = { ...parts.info, status: status.kind === "Success" ? { kind: "OutOfGas" } : { kind: "Success" } };
      return true;
    },
  },
  {
    name: "the code of an abort",
    part: "status",
    tell(parts) {
      const { status } = parts.info;
      if (status.kind !== "MoveAbort") return false;
      parts.info = { ...parts.info, status: { ...status, value: { ...status.value, code: status.value.code + 1n } } };
      return true;
    },
  },
  {
    name: "the fees of a block",
    part: "fees",
    tell(parts, random) {
      const { transaction } = parts;
      if (transaction.kind !== "BlockEpilogue" || transaction.value.kind === "V0") return false;
      const { value } = transaction.value;
      const [fee = 0n] = value.feeDistribution.value.amount.values();
      const amount = new Map([[0n, fee + BigInt(1 + random.below(1_000))]]);
      const feeDistribution = { kind: "V0", value: { amount } } as const;
      parts.transaction = {
        ...transaction,
        value: { ...transaction.value, value: { ...value, feeDistribution } },
      } as Transaction;
      return true;
    },
  },
  // Those that the record's own event shows are refused before.
  {
    name: "the votes of a block",
    part: "any",
    tell: (parts) => changeMetadata(parts, () => ({ previousBlockVotesBitvec: Uint8Array.of(0) })),
  },
  {
    name: "the proposer of a block",
    part: "any",
    tell: (parts) => changeMetadata(parts, () => ({ proposer: frameworkAddress })),
  },
  {
    name: "a request that was not signed",
    part: "refused",
    tell(parts) {
      const { transaction } = parts;
      if (transaction.kind !== "UserTransaction") return false;
      const { rawTxn, authenticator } = transaction.value;
      const changed = { ...rawTxn, expirationTimestampSecs: rawTxn.expirationTimestampSecs + 1n };
      parts.transaction = { kind: "UserTransaction", value: { rawTxn: changed, authenticator } };
      return true;
    },
  },
  {
    name: "how full a block was, which is believed",
    part: undefined,
    tell(parts) {
      const { transaction } = parts;
      if (transaction.kind !== "BlockEpilogue") return false;
      const { value } = transaction.value;
      const blockEndInfo = { kind: "V0", value: { ...value.blockEndInfo.value, blockApproxOutputSize: 7n } } as const;
      parts.transaction = {
        ...transaction,
        value: { ...transaction.value, value: { ...value, blockEndInfo } },
      } as Transaction;
      return true;
    },
  },
];

function changeWrite(
  parts: Parts,
  random: Random,
  change: (op: WriteOp, random: Random) => WriteOp | undefined,
): boolean {
  const index = random.below(Math.max(1, parts.writes.length));
  const [key, op] = parts.writes[index] ?? [];
  const changed = op && change(op, random);
  if (key === undefined || changed === undefined) return false;
  parts.writes = parts.writes.with(index, [key, changed]);
  return true;
}

function flipValue(op: WriteOp, random: Random): WriteOp | undefined {
  switch (op.kind) {
    case "Creation":
    case "Modification":
      return op.value.length === 0 ? undefined : { ...op, value: flip(op.value, random) };
    case "CreationWithMetadata":
    case "ModificationWithMetadata":
      return op.value.data.length === 0
        ? undefined
        : { ...op, value: { ...op.value, data: flip(op.value.data, random) } };
    default:
      return undefined;
  }
}

function changeDeposit(op: WriteOp): WriteOp | undefined {
  if (op.kind !== "CreationWithMetadata" && op.kind !== "ModificationWithMetadata") return undefined;
  const { metadata } = op.value;
  if (metadata.kind !== "V0") return undefined;
  const raised = { kind: "V0", value: { ...metadata.value, deposit: metadata.value.deposit + 1n } } as const;
  return { ...op, value: { ...op.value, metadata: raised } };
}

function changeMetadata(parts: Parts, change: () => Partial<BlockMetadata>): boolean {
  const { transaction } = parts;
  if (transaction.kind !== "BlockMetadata") return false;
  parts.transaction = { kind: "BlockMetadata", value: { ...transaction.value, ...change() } };
  return true;
}

function flip(bytes: Uint8Array, random: Random): Uint8Array {
  const at = random.below(bytes.length);
  return bytes.with(at, bytes[at]! ^ (1 << random.below(8)));
}

function plain(_: string, value: unknown): unknown {
  return value instanceof Uint8Array
    ? Buffer.from(value).toString("hex")
    : typeof value === "bigint"
      ? `${value}`
      : value;
}
