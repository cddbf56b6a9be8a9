import { createMemoryStore } from "@ledger/state-store/memory";
import { bytesEqual, type LedgerRecord } from "@ledger/types";
import { ingest, restSource, SyncError } from "../../src/index.ts";
import { createCheckPool, type ThreadedCheckPool } from "../../src/node/index.ts";
import type { TestChain } from "../../src/testing/index.ts";
import { fastPacing } from "./fast-pacing.ts";
import { faults } from "./faults.ts";
import { type MockUpstream, startMockUpstream } from "./mock-server.ts";
import { createRandom } from "./random.ts";

/** What a run against a faulty upstream came to. */
export interface ByzantineResult {
  /** Faults by name. */
  readonly faults: Readonly<Record<string, number>>;
  readonly count: number;
  /** Faults that changed records. */
  readonly tampered: number;
  /** Times the follower stopped and was started again. */
  readonly restarts: number;
  /** Records that were committed although they are not those of the ledger; must be 0. */
  readonly wrong: number;
  /** Whether the whole ledger was there after the faults ended. */
  readonly converged: boolean;
}

/** How a run is made. */
export interface ByzantineOptions {
  readonly chain: TestChain;
  readonly faults: number;
  readonly seed: number;
}

/**
 * Lets a follower read a ledger through a proxy that answers every second request with a fault, until the faults are used
 * up; a store is begun anew whenever one is full. A stopped follower is started again, as an operator would.
 */
export async function runByzantine({ chain, faults: wanted, seed }: ByzantineOptions): Promise<ByzantineResult> {
  const { records } = chain;
  const random = createRandom(seed);
  const counts: Record<string, number> = {};
  let count = 0;
  let tampered = 0;
  const upstream = await startMockUpstream(records, {
    intercept(request, reply) {
      if (request.kind === "index" || reply.status !== 200 || count >= wanted || random.chance(0.5)) return reply;
      let fault = faults[random.below(faults.length)]!;
      // Those that are waited out take a while each.
      if ((fault.name === "silence" || fault.name === "endless") && !random.chance(0.1)) fault = faults[0]!;
      if (request.kind === "version" && fault.tampers) fault = faults[0]!;
      count += 1;
      if (fault.tampers) tampered += 1;
      counts[fault.name] = (counts[fault.name] ?? 0) + 1;
      return fault.apply(reply, random, records, request);
    },
  });
  const checkPool = createCheckPool({ threads: 1 });
  let restarts = 0;
  let wrong = 0;
  let converged = false;
  try {
    while (count < wanted || !converged) {
      converged = false;
      const store = createMemoryStore();
      while ((await store.summary())?.version !== records.at(-1)!.version) {
        // As the node does it, and in one thread.
        const pool = random.chance(0.5) ? checkPool : undefined;
        await followOnce(upstream, chain, store, pool).catch((error: unknown) => {
          if (!(error instanceof SyncError)) throw error;
          restarts += 1;
        });
        wrong += await countWrong(store, records);
      }
      converged = true;
    }
  } finally {
    upstream.close();
    await checkPool.close();
  }
  return { faults: counts, count, tampered, restarts, wrong, converged };
}

async function followOnce(
  upstream: MockUpstream,
  chain: TestChain,
  store: ReturnType<typeof createMemoryStore>,
  checkPool: ThreadedCheckPool | undefined,
): Promise<void> {
  const source = restSource({
    upstreams: [upstream.url],
    once: true,
    // Long enough to be sent to a thread.
    pageRecords: 20,
    decodePage: checkPool?.decodePage,
    pacing: fastPacing(),
    bounds: { headersMs: 100, idleMs: 100, totalMs: 500, bodyBytes: 1 << 20 },
  });
  await ingest({ source, store, checkPool, waypoint: chain.waypoint, batchRecords: 20 });
}

async function countWrong(
  store: ReturnType<typeof createMemoryStore>,
  records: readonly LedgerRecord[],
): Promise<number> {
  const summary = await store.summary();
  if (summary === undefined) return 0;
  const stored = await store.listRecords(0n, records.length + 1);
  return stored.filter((record) => !sameRecord(record, records[Number(record.version)])).length;
}

function sameRecord(a: LedgerRecord, b: LedgerRecord | undefined): boolean {
  if (b === undefined) return false;
  const parts = ["transaction", "info", "events", "writeSet", "accumulatorRoot"] as const;
  return parts.every((part) => bytesEqual(a[part], b[part]));
}
