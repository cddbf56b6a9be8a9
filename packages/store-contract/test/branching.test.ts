import type { CommitBatch, CommitRecord, LedgerReader } from "@ledger/state-store";
import { createMemoryStore, type LedgerMark } from "@ledger/state-store/memory";
import { cases } from "@ledger/test-run/effort";
import { type Address, parseAddress } from "@ledger/types";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildLedger, type RecordSpec, testAccountKey } from "../src/build-ledger.ts";

const addresses = ["0xa", "0xb", "0xc"].map((text) => parseAddress(text));
const eventKeys = [0, 1].map((number) => new Uint8Array(40).fill(number));
const { identity } = buildLedger();

function stateKey(owner: Address, item: number): Uint8Array {
  return testAccountKey(owner, 1, Uint8Array.of(item));
}

const record: fc.Arbitrary<RecordSpec> = fc.record({
  writes: fc.uniqueArray(
    fc.record({
      key: fc.tuple(fc.constantFrom(...addresses), fc.nat({ max: 5 })).map(([owner, item]) => stateKey(owner, item)),
      value: fc.option(fc.uint8Array({ maxLength: 8 }), { nil: undefined }),
    }),
    { selector: ({ key }) => key.join(), maxLength: 4 },
  ),
  user: fc.option(
    fc.record({
      sender: fc.constantFrom(...addresses),
      replayProtector: fc.nat({ max: 9 }).map((value) => ({ kind: "SequenceNumber" as const, value: BigInt(value) })),
    }),
    { nil: undefined },
  ),
});

/** A step: blocks that are added, or a place to go to. */
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      blocks: fc.array(fc.array(record, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ restore: fc.nat() }) },
);

/** Everything that a reader can be asked. */
async function answers(store: LedgerReader, hashes: readonly CommitRecord[]): Promise<unknown> {
  const summary = (await store.summary())!;
  const versions = Array.from({ length: Number(summary.version) + 1 }, (_, version) => BigInt(version));
  return {
    summary,
    frontier: await store.frontier(),
    oldestFrontier: await store.oldestFrontier(),
    records: await store.listRecords(0n, 1_000),
    blocks: await Promise.all(versions.map((version) => store.readBlockByVersion(version))),
    heights: await Promise.all(versions.map((height) => store.findBlockByHeight(height))),
    hashes: await Promise.all(hashes.map(({ hash }) => store.findVersionByHash(hash))),
    sent: await Promise.all(addresses.map((sender) => store.listSummaries({ sender, limit: 100 }))),
    numbers: await Promise.all(
      addresses.flatMap((sender) => [0n, 1n, 2n].map((number) => store.findVersionBySequenceNumber(sender, number))),
    ),
    events: await Promise.all(eventKeys.map((key) => store.listEvents(key, 0n, 100))),
    state: await Promise.all(
      versions.flatMap((version) =>
        addresses.map((owner) => store.listState({ version, prefix: Uint8Array.of(0, ...owner), limit: 3 })),
      ),
    ),
  };
}

async function replay(batches: readonly CommitBatch[]) {
  const store = createMemoryStore();
  for (const batch of batches) await store.commit(batch);
  return store;
}

describe("a store in memory", () => {
  test("answers on every branch as a store that has seen that branch only", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const store = createMemoryStore();
        const marks: { mark: LedgerMark; batches: readonly CommitBatch[]; height: bigint }[] = [];
        let batches: readonly CommitBatch[] = [];
        let height = 0n;
        let seed = 1;
        const seen: CommitRecord[] = [];
        for (const { blocks, restore } of steps as { blocks?: RecordSpec[][]; restore?: number }[]) {
          if (blocks !== undefined) {
            const version = store.summary()?.version ?? -1n;
            const batch = { ...buildLedger({ seed: seed++, version: version + 1n, height }).batch(blocks), identity };
            store.commit(batch);
            seen.push(...batch.blocks.flatMap(({ records }) => records));
            batches = [...batches, batch];
            height += BigInt(blocks.length);
            marks.push({ mark: store.mark(), batches, height });
          } else if (marks.length > 0) {
            const place = marks[restore! % marks.length]!;
            store.branch(place.mark);
            ({ batches, height } = place);
          }
        }
        if (batches.length === 0) return;
        expect(await answers(store, seen)).toEqual(await answers(await replay(batches), seen));
      }),
      { numRuns: cases(300) },
    );
  });

  test("refuses a mark of another store", () => {
    const [one, other] = [createMemoryStore(), createMemoryStore()];
    for (const store of [one, other]) store.commit(buildLedger().batch([[{}]]));
    expect(() => one.branch(other.mark())).toThrow(expect.objectContaining({ code: "invalid_argument" }));
  });

  test("goes back as far as its state is kept, and keeps what a prune took away", () => {
    const store = createMemoryStore();
    const ledger = buildLedger();
    const key = stateKey(addresses[0]!, 1);
    const marks = [0, 1, 2, 3].map((value) => {
      store.commit(ledger.batch([[{ writes: [{ key, value: Uint8Array.of(value) }] }]]));
      return store.mark();
    });
    store.prune({ stateVersion: 2n, ledgerVersion: 1n }, 1_000);
    store.branch(marks[2]!);
    expect(store.summary()).toMatchObject({ version: 2n, oldestVersion: 2n, oldestLedgerVersion: 1n });
    expect(store.readState(2n, key)?.bytes).toEqual(Uint8Array.of(2));
    for (const gone of marks.slice(0, 2)) {
      expect(() => store.branch(gone)).toThrow(expect.objectContaining({ code: "version_pruned" }));
    }
    store.branch(marks[3]!);
    expect(store.readState(3n, key)?.bytes).toEqual(Uint8Array.of(3));
    expect(store.verify()).toMatchObject({ records: 3, stateRows: 2 });
  });

  test("forgets a branch that no mark leads to", () => {
    const store = createMemoryStore();
    store.commit(buildLedger().batch([[{}]]));
    const mark = store.mark();
    const { fileBytes } = store.stats();
    for (let seed = 2; seed < 200; seed++) {
      const writes = [{ key: stateKey(addresses[0]!, seed), value: new Uint8Array(100) }];
      store.commit({ ...buildLedger({ seed, version: 1n, height: 1n }).batch([[{ writes }]]), identity });
      store.branch(mark);
    }
    expect(store.stats()).toMatchObject({ fileBytes });
  });
});
