import { deepStrictEqual } from "node:assert/strict";
import { Random } from "@ledger/random";
import type { BaseValue, LedgerBase, LedgerReader, LedgerStore } from "@ledger/state-store";
import { createMemoryStore } from "@ledger/state-store/memory";
import {
  buildLedger,
  type RecordSpec,
  testAccountKey,
  testAddress,
  testFrontier,
  testHash,
} from "../src/build-ledger.ts";
import type { TestedStore } from "./tested-store.ts";

const accounts = [1, 2, 3, 0xffff].map(testAddress);
const topics = [1, 2, 3].map((fill) => new Uint8Array(fill * 30).fill(fill));
const streams = [1, 2, 3].map((fill) => new Uint8Array(40).fill(fill));
const keys = accounts.flatMap((account) =>
  Array.from({ length: 40 }, (_, i) => testAccountKey(account, i % 3, new Uint8Array(1 + (i >> 3)).fill(i))),
);
const otherKeys = [Uint8Array.of(1, 2, 3), Uint8Array.of(2), new Uint8Array(700).fill(2), Uint8Array.of(255, 255)];
const kinds = [undefined, undefined, "code", "resource", "resource_group"] as const;

/** What one run of the model did. */
export interface ModelReport {
  readonly operations: number;
  readonly commits: number;
  readonly prunes: number;
  readonly reopens: number;
}

/** Operations on one store. */
const operationsPerStore = 10_000;

/** Runs the model on as many empty stores as a number of operations takes. @returns the sum of the reports */
export async function runModels(seed: number, operations: number, open: () => TestedStore): Promise<ModelReport> {
  const sum = { operations: 0, commits: 0, prunes: 0, reopens: 0 };
  for (let run = 0; sum.operations < operations; run++) {
    const tested = open();
    try {
      const report = await runModel(seed + run, Math.min(operationsPerStore, operations - sum.operations), tested);
      for (const name of ["operations", "commits", "prunes", "reopens"] as const) sum[name] += report[name];
    } finally {
      await tested.close();
    }
  }
  return sum;
}

/**
 * Does random commits, prunes, reads and reopens to an empty store and to the memory store, and compares every answer,
 * refusals included. Reads go through the writer's store and through a reader of its own.
 *
 * @throws AssertionError at the first difference, with the operation in its message
 */
export async function runModel(seed: number, operations: number, tested: TestedStore): Promise<ModelReport> {
  const random = new Random(seed);
  const base = randomBase(random, seed);
  const ledger = buildLedger({
    seed,
    version: base?.version,
    height: base?.blockHeight,
    isChained: base === undefined || base.frontier !== undefined,
  });
  const model = createMemoryStore();
  let store: LedgerStore = await tested.open();
  await tested.settle();
  let reader: LedgerReader = await tested.openReader();
  let done = true;
  const report = { operations: 0, commits: 0, prunes: 0, reopens: 0 };

  async function commit(): Promise<void> {
    const batch = ledger.batch(Array.from({ length: 1 + random.below(3) }, () => randomBlock(random)));
    model.commit(batch);
    await store.commit(batch);
    report.commits++;
  }
  async function addBase(): Promise<void> {
    const values = randomBaseValues(random, base!);
    model.addBaseValues(values);
    await store.addBaseValues(values);
  }
  async function completeAccount(): Promise<void> {
    const { version } = (await model.summary())!;
    const at = version - BigInt(random.below(Number(version - base!.version) + 1));
    const prefix = Uint8Array.of(0, ...random.pick(accounts));
    model.completeAccount(prefix, at, "model");
    await store.completeAccount(prefix, at, "model");
  }
  async function prune(): Promise<void> {
    const head = (await model.summary())!;
    const span = Number(head.version - head.oldestVersion);
    const stateVersion = head.oldestVersion + BigInt(random.below(span + 2));
    const target = { stateVersion, ledgerVersion: head.oldestLedgerVersion + BigInt(random.below(span + 5)) };
    if (done && random.once(4))
      deepStrictEqual(withoutBytes(await store.planPrune(target)), withoutBytes(await model.planPrune(target)));
    const progress = await store.prune(target, 1 + random.below(40));
    done = progress.done;
    model.prune({ stateVersion: progress.oldestVersion, ledgerVersion: progress.oldestLedgerVersion }, 1);
    report.prunes++;
  }
  async function reopen(): Promise<void> {
    deepStrictEqual((await store.verify()).problems, []);
    if (done) deepStrictEqual((await store.verify()).stateRows, (await model.verify()).stateRows);
    await store.close();
    store = await tested.open();
    if (random.once(2)) {
      await reader.close();
      reader = await tested.openReader();
    }
    report.reopens++;
  }

  if (base !== undefined) {
    model.begin(base);
    await store.begin(base);
    for (let i = random.below(8); i > 0; i--) await addBase();
  }
  await commit();
  await tested.settle();
  try {
    for (; report.operations < operations; report.operations++) {
      const dice = random.below(1_000);
      const isPartial = base?.state === "partial";
      if (dice < (isPartial ? 62 : 52)) {
        if (dice < 25) await commit();
        else if (dice < 50) await prune();
        else if (dice < 52) await reopen();
        else if (dice < 60) await addBase();
        else await completeAccount();
        await tested.settle();
      } else {
        const read = randomRead(random, (await model.summary())!.version, seed);
        const expected = await outcome(model, read);
        deepStrictEqual(await outcome(random.once(2) ? store : reader, read), expected, read.name);
        // A reader may stay within its snapshot for a turn of the loop: let most turns end.
        if (!random.once(4)) await new Promise((resolve) => setImmediate(resolve));
      }
    }
    await reopen();
  } catch (error) {
    throw new Error(`seed ${seed}, operation ${report.operations}`, { cause: error });
  } finally {
    await reader.close();
    await store.close();
  }
  return report;
}

function withoutBytes({ bytes: _, ...plan }: { bytes: number }): object {
  return plan;
}

/** Two runs in three begin with genesis or a whole base. */
function randomBase(random: Random, seed: number): LedgerBase | undefined {
  if (random.once(3)) return undefined;
  const version = BigInt(1 + random.below(1_000));
  const frontier = random.once(2) ? testFrontier(seed, version) : undefined;
  const blockHeight = BigInt(1 + random.below(99));
  return { version, blockHeight, frontier, state: random.once(2) ? "whole" : "partial" };
}

function randomBaseValues(random: Random, { state }: LedgerBase): BaseValue[] {
  return Array.from({ length: random.below(6) }, () => {
    const key = random.pick([...keys, ...otherKeys]);
    const kind = state === "whole" ? "value" : random.pick(["value", "value", "absent", "lost"] as const);
    const origin = state === "partial" && random.once(2) ? "a.example" : undefined;
    if (kind !== "value") return { key, kind, origin };
    const metadata = random.once(3) ? random.bytes(random.below(20)) : undefined;
    return { key, kind, value: random.bytes(random.below(60)), metadata, origin };
  });
}

function randomBlock(random: Random): RecordSpec[] {
  const pool = random.once(3) ? keys.slice(0, 10) : [...keys, ...otherKeys];
  return Array.from({ length: 1 + random.below(4) }, () => {
    const written = new Set(Array.from({ length: random.below(5) }, () => random.pick(pool)));
    const writes = [...written].map((key) => ({
      key,
      value: random.once(5) ? undefined : random.bytes(random.once(20) ? random.below(9_000) : random.below(60)),
      metadata: random.once(3) ? random.bytes(random.below(20)) : undefined,
    }));
    const kind = random.once(4) ? ("Nonce" as const) : ("SequenceNumber" as const);
    const user = { sender: random.pick(accounts), replayProtector: { kind, value: BigInt(random.below(50)) } };
    return {
      writes: writes.map((write) => (write.value === undefined ? { ...write, metadata: undefined } : write)),
      user: random.once(3) ? undefined : user,
      handleEvents: random.once(3)
        ? [{ key: random.pick(streams), sequenceNumber: BigInt(random.below(40)), index: 0 }]
        : [],
      topics: topics
        .filter(() => random.once(2))
        .map((key) => ({ key, positions: [0, 1, 2, 200].filter(() => random.once(2)) }))
        .filter(({ positions }) => positions.length > 0),
    };
  });
}

interface NamedRead {
  readonly name: string;
  readonly run: (reader: LedgerReader) => unknown;
}

function randomRead(random: Random, head: bigint, seed: number): NamedRead {
  const back = random.once(2) ? 12 : Number(head) + 3;
  const version = head + 1n - BigInt(random.below(back + 1));
  const at = version < 0n ? 0n : version;
  const key = random.pick([...keys, ...otherKeys]);
  const prefix = random.pick([key, key.subarray(0, 33), key.subarray(0, 1), new Uint8Array(0), key.subarray(0, 34)]);
  const limit = 1 + random.below(12);
  const sender = random.pick(accounts);
  const sequence = BigInt(random.below(55));
  const query = {
    version: at,
    prefix,
    limit,
    pathKind: random.pick(kinds),
    start: random.once(2) ? random.pick(keys) : undefined,
  };
  const summaries = {
    sender,
    limit: random.below(9),
    ...random.pick([{}, { start: at }, { end: at }, { start: at, end: head }]),
  };
  const stream = random.pick([...streams, new Uint8Array(40)]);
  const byTopic = {
    topics: random.pick([[random.pick(topics)] as const, [random.pick(topics), random.pick(topics)] as const]),
    order: random.pick(["oldest_first", "newest_first"] as const),
    start: random.once(2) ? { version: at, index: random.below(3) } : undefined,
    limit,
  };
  const reads: NamedRead[] = [
    { name: `state at ${at}`, run: (reader) => reader.readState(at, key) },
    { name: `state at ${at}`, run: (reader) => reader.readState(at, prefix) },
    { name: `listing at ${at}`, run: (reader) => reader.listState(query) },
    { name: `origin at ${at}`, run: (reader) => reader.findValueOrigin(at, key) },
    { name: `origin at ${at}`, run: (reader) => reader.findListingOrigin(at, prefix) },
    { name: "summary", run: (reader) => reader.summary() },
    { name: `record ${at}`, run: (reader) => reader.readRecord(at) },
    { name: `records from ${at}`, run: (reader) => reader.listRecords(at, limit) },
    { name: `block of ${at}`, run: (reader) => reader.readBlockByVersion(at) },
    { name: "block by height", run: (reader) => reader.findBlockByHeight(at / 3n) },
    { name: "summaries", run: (reader) => reader.listSummaries(summaries) },
    { name: "version by sequence", run: (reader) => reader.findVersionBySequenceNumber(sender, sequence) },
    { name: "version by hash", run: (reader) => reader.findVersionByHash(testHash(seed, at, 0)) },
    { name: "events", run: (reader) => reader.listEvents(stream, sequence, limit) },
    { name: "events by topic", run: (reader) => reader.listEventsByTopic(byTopic) },
    { name: "next event", run: (reader) => reader.nextEventSequence(stream) },
    { name: "frontiers", run: async (reader) => [await reader.frontier(), await reader.oldestFrontier()] },
  ];
  return random.pick(reads);
}

/** The answer, or what a refusal says. */
async function outcome(reader: LedgerReader, read: NamedRead): Promise<unknown> {
  try {
    return { answer: await read.run(reader) };
  } catch (error) {
    const { code, requested, oldest, latest, key, firstWrite } = error as Record<string, unknown>;
    if (code === undefined) throw error;
    return { code, requested, oldest, latest, key, firstWrite };
  }
}
