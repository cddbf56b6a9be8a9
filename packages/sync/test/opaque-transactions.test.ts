import { createMemoryStore } from "@ledger/state-store/memory";
import { concatBytes, type LedgerRecord, OnChainRecord } from "@ledger/types";
import { describeVectors } from "@ledger/vectors";
import { expect, test } from "vitest";
import { type IngestWarning, ingest, restSource } from "../src/index.ts";
import { splitOpaqueRecord } from "../src/rest/split-opaque-record.ts";
import { buildChain } from "../src/testing/index.ts";
import { arraySource } from "./support/array-source.ts";
import { openMockUpstream } from "./support/mock-upstream.ts";
import { rehash } from "./support/rehash.ts";
import { readTestnetRecords } from "./support/testnet-records.ts";

/** A transaction of a kind that nobody knows yet, with bytes that look like other things. */
const unknownTransaction = concatBytes(Uint8Array.of(9, 0, 0, 1), new Uint8Array(300).fill(0), Uint8Array.of(1, 0, 2));

const plain = buildChain(10);
const unknownAt = new Set([3n, 22n]);
const records = rehash(
  plain.records.map((record) =>
    unknownAt.has(record.version) ? { ...record, transaction: unknownTransaction } : record,
  ),
);

test("a transaction of an unknown kind does not stop the ledger, and is reported", async () => {
  const store = createMemoryStore();
  const warnings: IngestWarning[] = [];
  const source = arraySource(records);
  const report = await ingest({
    source,
    store,
    stateRoots: "every_block",
    onWarning: (warning) => warnings.push(warning),
  });
  expect(report.version).toBe(records.at(-1)!.version);
  expect(warnings).toEqual([...unknownAt].map((version) => ({ kind: "opaque_transaction", version })));
  expect((await store.readRecord(22n)).transaction).toEqual(unknownTransaction);
});

test("an upstream page is read around it", async () => {
  const upstream = await openMockUpstream(records);
  const store = createMemoryStore();
  await ingest({ source: restSource({ upstreams: [upstream.url], once: true }), store });
  expect(await store.listRecords(0n, records.length)).toEqual(records);
  expect(upstream.requests.filter(({ kind }) => kind === "version").map(({ start }) => start)).toEqual([...unknownAt]);
});

test("its hash is checked as any other", async () => {
  const changed = records.map((record) =>
    record.version === 22n ? { ...record, transaction: concatBytes(unknownTransaction, Uint8Array.of(0)) } : record,
  );
  const refused = ingest({ source: arraySource(changed), store: createMemoryStore() });
  await expect(refused).rejects.toMatchObject({ code: "hash_mismatch", version: 22n, field: "transaction_hash" });
});

/** Everything but the transaction's kind is known: cutting must give back the parts. */
function expectSplit(record: LedgerRecord): void {
  expect(splitOpaqueRecord(OnChainRecord.encode(record))).toEqual(record);
}

test("records are cut where their hashes say", () => {
  for (const record of [...records, ...plain.records]) expectSplit(record);
});

test("a record that was changed anywhere is not cut", () => {
  const bytes = OnChainRecord.encode(records[22]!);
  const length = bytes.length;
  let cut = 0;
  for (let at = 8; at < length; at++) {
    const split = splitOpaqueRecord(bytes.with(at, bytes[at]! ^ 1) as Uint8Array);
    if (split === undefined) continue;
    cut += 1;
    // Only what no hash inside the record covers may differ: gas, status, event root, events and the accumulator root.
    expect([split.transaction, split.writeSet]).toEqual([records[22]!.transaction, records[22]!.writeSet]);
  }
  expect(cut).toBeLessThan(length / 3);
});

test("crafted bytes are abandoned in bounded time", () => {
  const zeros = new Uint8Array(1 << 20);
  const started = performance.now();
  expect(splitOpaqueRecord(zeros)).toBeUndefined();
  expect(splitOpaqueRecord(new Uint8Array(10))).toBeUndefined();
  expect(performance.now() - started).toBeLessThan(5000);
});

describeVectors("real records", () => {
  test("are cut where their hashes say", () => {
    for (const { stateRoot: _stateRoot, ...record } of readTestnetRecords()) expectSplit(record);
  });
});
