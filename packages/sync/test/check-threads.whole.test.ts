import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { vector } from "@ledger/bcs";
import { createMemoryStore } from "@ledger/state-store/memory";
import { type HashValue, type LedgerRecord, OnChainRecord } from "@ledger/types";
import { expect, onTestFinished, test, vi } from "vitest";
import { checkRecord, ingest, restSource, verifyLedger } from "../src/index.ts";
import { createCheckPool, type ThreadedCheckPool } from "../src/node/index.ts";
import { decodePage } from "../src/rest/decode-page.ts";
import { buildChain } from "../src/testing/index.ts";
import { arraySource } from "./support/array-source.ts";
import { openMockUpstream } from "./support/mock-upstream.ts";
import { refusalOf } from "./support/refusal.ts";

const chain = buildChain(60, { blocksPerEpoch: 25, transactionsPerBlock: 6 });
const { records } = chain;
const head = records.at(-1)!.version;

function createFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), "ledger-check-pool-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}

function openPool(threads = 2): ThreadedCheckPool {
  const pool = createCheckPool({ threads });
  onTestFinished(() => pool.close());
  return pool;
}

const flip = (bytes: Uint8Array, at = 0): Uint8Array => bytes.with(at, bytes[at]! ^ 1) as Uint8Array;

test("threads find out what a check in place finds out", async () => {
  const inPlace = records.map((record) => checkRecord(record, { eventRoots: "strict" }));
  expect(await openPool().checkRecords(records, { eventRoots: "strict" })).toEqual(inPlace);
});

test("pages are decoded in threads, and their records checked on the way, once", async () => {
  using folder = createFolder();
  const program = join(folder.path, "worker.mjs");
  const real = new URL("../src/node/check-worker.ts", import.meta.url);
  writeFileSync(
    program,
    `import { parentPort } from "node:worker_threads";
     parentPort.on("message", ({ kind }) => { if (kind === "check") throw new Error("these records were checked before"); });
     await import(${JSON.stringify(real.href)});`,
  );
  const onCrash = vi.fn();
  await using pool = createCheckPool({ threads: 2, program: pathToFileURL(program), onCrash });
  const upstream = await openMockUpstream(records);
  const decoded = vi.fn(pool.decodePage);
  const source = restSource({ upstreams: [upstream.url], once: true, pageRecords: 30, decodePage: decoded });
  const store = createMemoryStore();
  const report = await ingest({ source, store, checkPool: pool, waypoint: chain.waypoint });
  expect(report).toMatchObject({ version: head, waypoint: "matched" });
  expect(await store.listRecords(0n, records.length)).toEqual(records);
  expect(decoded.mock.calls.length).toBeGreaterThan(10);
  expect(onCrash.mock.calls).toEqual([]);

  const page = vector(OnChainRecord).encode(records.slice(3, 40));
  const damaged = page.with(page.length >> 1, page[page.length >> 1]! ^ 0xff) as Uint8Array;
  for (const [body, start, limit] of [
    [page, 3n, 37],
    [page, 3n, 36],
    [page, 4n, 37],
    [page.subarray(0, -1), 3n, 37],
    [damaged, 3n, 37],
  ] as const) {
    expect(await pool.decodePage(body, start, limit)).toEqual(decodePage(body, start, limit));
  }
});

test("a ledger checked in threads is the same ledger, and can be verified in them", async () => {
  const checkPool = openPool();
  const store = createMemoryStore();
  const source = arraySource(records, 30);
  expect(await ingest({ source, store, checkPool, waypoint: chain.waypoint })).toMatchObject({
    version: head,
    waypoint: "matched",
  });
  expect(await store.listRecords(0n, records.length)).toEqual(records);
  const proof = await verifyLedger(store, { checkPool });
  expect(proof).toEqual(await verifyLedger(store));
  expect(proof).toMatchObject({ chainedFrom: 0n, records: records.length, blocks: 61 });
});

const changes: [string, (record: LedgerRecord) => LedgerRecord, object][] = [
  [
    "another root",
    (one) => ({ ...one, accumulatorRoot: flip(one.accumulatorRoot) as HashValue }),
    { field: "accumulator_root" },
  ],
  [
    "other writes",
    (one) => ({ ...one, writeSet: flip(one.writeSet, one.writeSet.length - 1) }),
    { field: "state_change_hash" },
  ],
  ["an info that does not decode", (one) => ({ ...one, info: one.info.subarray(1) }), { code: "invalid_record" }],
  ["another version", (one) => ({ ...one, version: one.version + 1n }), { code: "not_contiguous" }],
];

test.each(changes)(
  "a record with %s is refused by the thread that asked, with both values",
  async (_, change, refusal) => {
    const changed = records.map((record) => (record.version === 100n ? change(record) : record));
    const [store, other] = [createMemoryStore(), createMemoryStore()];
    const threaded = await refusalOf(ingest({ source: arraySource(changed, 40), store, checkPool: openPool() }));
    const inPlace = await refusalOf(ingest({ source: arraySource(changed, 40), store: other }));
    expect(threaded).toMatchObject(refusal);
    expect({ ...threaded }).toEqual({ ...inPlace });
    const { incarnation: _incarnation, ...stored } = store.summary()!;
    expect(other.summary()).toMatchObject(stored);
  },
);

test("what is kept with a warning is warned of", async () => {
  const warnings: unknown[] = [];
  const rewritten = records.map((record) =>
    record.version === 90n ? { ...record, events: Uint8Array.of(0) } : record,
  );
  const store = createMemoryStore();
  const report = await ingest({
    source: arraySource(rewritten, 40),
    store,
    checkPool: openPool(),
    eventRoots: "warn",
    onWarning: (warning) => warnings.push(warning),
  });
  expect(report.version).toBe(head);
  expect(warnings).toMatchObject([{ kind: "event_root", version: 90n }]);
});

test("a thread that crashes is replaced after a pause, and each crash is told", async () => {
  using folder = createFolder();
  // Ends the first two threads at their first request; later ones do what every thread does.
  const program = join(folder.path, "worker.mjs");
  const real = new URL("../src/node/check-worker.ts", import.meta.url);
  writeFileSync(
    program,
    `import { existsSync, writeFileSync } from "node:fs";
     import { parentPort } from "node:worker_threads";
     const crash = ["first", "second"].map((name) => ${JSON.stringify(`${folder.path}/`)} + name).find((path) => !existsSync(path));
     if (crash === undefined) await import(${JSON.stringify(real.href)});
     else parentPort.once("message", () => { writeFileSync(crash, ""); throw new Error("a crash on purpose"); });`,
  );
  const crashes: [reason: string, at: number][] = [];
  await using pool = createCheckPool({
    threads: 1,
    program: pathToFileURL(program),
    onCrash: (reason) => crashes.push([reason, performance.now()]),
  });
  const check = (): Promise<readonly unknown[]> => pool.checkRecords(records, { eventRoots: "strict" });
  const started = performance.now();
  expect(await check()).toEqual([]);
  await vi.waitUntil(async () => (await check()).length === records.length, { timeout: 300_000, interval: 20 });
  expect(crashes.map(([reason]) => reason)).toEqual(Array(2).fill("Error: a crash on purpose"));
  const [first, second] = crashes.map(([, at]) => at) as [number, number];
  expect(second - first).toBeGreaterThanOrEqual(500);
  expect(performance.now() - started).toBeGreaterThanOrEqual(1_500);
});

test("without threads, or when they have ended, everything is checked in place", async () => {
  const closed = openPool();
  await closed.checkRecords(records, { eventRoots: "strict" });
  await closed.close();
  const lost = createCheckPool({ threads: 1, program: new URL("data:text/javascript,process.exit()") });
  for (const checkPool of [openPool(0), closed, lost]) {
    expect(await checkPool.checkRecords(records, { eventRoots: "strict" })).toEqual([]);
    const store = createMemoryStore();
    expect((await ingest({ source: arraySource(records, 40), store, checkPool })).version).toBe(head);
  }
});
