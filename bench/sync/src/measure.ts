import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vector, withSource } from "@ledger/bcs";
import type { CommitBatch } from "@ledger/state-store";
import { openSqliteStore } from "@ledger/state-store/sqlite";
import {
  BlockAssembler,
  checkPage,
  ingest,
  type LedgerSource,
  restSource,
  type VerifiedBlock,
  verifyGenesis,
} from "@ledger/sync";
import { createCheckPool, type ThreadedCheckPool } from "@ledger/sync/node";
import {
  ContractEvent,
  hashEvent,
  hashTransaction,
  hashTransactionInfo,
  hashWriteSet,
  type LedgerRecord,
} from "@ledger/types";
import { buildDataset } from "./dataset.ts";
import { startUpstream } from "./upstream.ts";

/** The measurements. `commit` and `hash` are what `follow` is compared with. */
export const works = ["follow", "ingest", "verify", "commit", "hash"] as const;
export type Work = (typeof works)[number];

/** The measurements of one process. */
export interface Measurement {
  readonly recordsPerSecond: number;
  /** Most anonymous memory of the process while it worked. */
  readonly anonymousMegabytes: number;
  /** Part of the time that the measuring thread, which commits, was at work. */
  readonly busy: number;
}

const recordsPerBatch = 1000;
const Events = vector(withSource(ContractEvent));

/** Work that can be done and timed any number of times. */
interface PreparedWork {
  run(): Promise<Measurement>;
  stop?(): void;
}

/**
 * Measures one kind of work over the whole data set. It is done twice and timed the second time: what a long run comes to, not
 * how it begins.
 */
export async function measure(work: Work, records: number): Promise<Measurement> {
  const prepared = await prepare(work, records);
  await prepared.run();
  const measurement = await prepared.run();
  prepared.stop?.();
  return measurement;
}

async function prepare(work: Work, records: number): Promise<PreparedWork> {
  if (work === "follow") {
    const upstream = await startUpstream(records);
    const open = ({ decodePage }: ThreadedCheckPool): LedgerSource =>
      restSource({ upstreams: [upstream.url], once: true, decodePage });
    return { run: () => timeIngest(open), stop: () => upstream.stop() };
  }
  const dataset = buildDataset(records);
  switch (work) {
    case "ingest":
      return { run: () => timeIngest(() => memorySource(dataset)) };
    case "verify":
      return { run: () => time(dataset.length, () => void verifyAll(dataset)) };
    case "commit": {
      const batches = toBatches(verifyAll(dataset));
      return { run: () => timeCommits(batches, dataset.length) };
    }
    case "hash":
      return { run: () => time(dataset.length, () => dataset.forEach(hashRecord)) };
  }
}

function timeCommits(batches: readonly CommitBatch[], records: number): Promise<Measurement> {
  return withStore((store) =>
    time(records, async () => {
      for (const batch of batches) await store.commit(batch);
    }),
  );
}

function timeIngest(open: (pool: ThreadedCheckPool) => LedgerSource): Promise<Measurement> {
  return withStore(async (store) => {
    const checkPool = createCheckPool();
    // Started beforehand: from sources threads take most of a second to start, which a real ledger does not notice.
    await checkPool.checkRecords(buildDataset(20), { eventRoots: "strict" });
    const source = open(checkPool);
    let records = 0;
    const measurement = await time(1, async () => {
      records = (await ingest({ source, store, checkPool, batchRecords: recordsPerBatch })).records;
    });
    await checkPool.close();
    return { ...measurement, recordsPerSecond: measurement.recordsPerSecond * records };
  });
}

function memorySource(records: readonly LedgerRecord[]): LedgerSource {
  return {
    name: "memory",
    async *records(from) {
      for (let i = Number(from); i < records.length; i += 100) yield records.slice(i, i + 100);
    },
  };
}

function verifyAll(records: readonly LedgerRecord[]): VerifiedBlock[] {
  const chain = new BlockAssembler({ chainId: 4, blockHeight: -1n, timestampUsecs: 0n, epoch: 0n });
  const frontier = { leafCount: 0n, roots: [] };
  const { records: checked, refusal } = checkPage({ records, nextVersion: 0n, frontier, eventRoots: "strict" });
  if (refusal !== undefined) throw refusal;
  return checked.flatMap((record) => chain.accept(record) ?? []);
}

function toBatches(blocks: readonly VerifiedBlock[]): CommitBatch[] {
  const { identity } = verifyGenesis(blocks[0]!.block.records[0]!.transaction);
  const batches: CommitBatch[] = [];
  let batch: VerifiedBlock[] = [];
  let records = 0;
  for (const block of blocks) {
    batch.push(block);
    records += block.block.records.length;
    if (records < recordsPerBatch && block !== blocks.at(-1)) continue;
    batches.push({ identity, blocks: batch.map((one) => one.block), frontier: block.frontier });
    batch = [];
    records = 0;
  }
  return batches;
}

/** The hashes over a record's own bytes; not the accumulator. */
function hashRecord({ transaction, info, events, writeSet }: LedgerRecord): void {
  hashTransaction(transaction);
  for (const { source } of Events.decode(events)) hashEvent(source);
  hashWriteSet(writeSet);
  hashTransactionInfo(info);
}

async function withStore<T>(use: (store: ReturnType<typeof openSqliteStore>) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "ledger-bench-sync-"));
  const store = openSqliteStore(join(folder, "ledger.db"));
  try {
    return await use(store);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function time(records: number, work: () => void | Promise<void>): Promise<Measurement> {
  let most = anonymousMegabytes();
  const sampling = setInterval(() => {
    most = Math.max(most, anonymousMegabytes());
  }, 50);
  const loop = performance.eventLoopUtilization();
  const started = performance.now();
  await work();
  const seconds = (performance.now() - started) / 1000;
  clearInterval(sampling);
  return {
    recordsPerSecond: records / seconds,
    anonymousMegabytes: Math.max(most, anonymousMegabytes()),
    busy: performance.eventLoopUtilization(loop).utilization,
  };
}

function anonymousMegabytes(): number {
  try {
    return Number(/RssAnon:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))![1]) / 1024;
  } catch {
    return process.memoryUsage.rss() / 2 ** 20;
  }
}
