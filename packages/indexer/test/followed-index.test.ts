import { demoSource } from "@ledger/demo-ledger";
import type { LedgerReader, LedgerStore } from "@ledger/state-store";
import { createMemoryStore } from "@ledger/state-store/memory";
import { ingest } from "@ledger/sync";
import { expect, test } from "vitest";
import { createQueryService } from "../src/graphql/index.ts";
import { createLedgerIndex } from "../src/lists/index.ts";

// An index in memory follows its ledger; a question only waits for it.

async function ledgerOf(blocks: number, store: LedgerStore = createMemoryStore()): Promise<LedgerStore> {
  await ingest({ source: demoSource(blocks), store });
  return store;
}

/** A ledger whose records cannot be read until they may, and the number of reads of them. */
function heldLedger(store: LedgerStore, page = 1_000) {
  const gate = Promise.withResolvers<void>();
  const seen = { reads: 0 };
  const held = new Proxy<LedgerReader>(store, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown;
      if (name !== "listRecords") return typeof value === "function" ? (value.bind(target) as unknown) : value;
      return async (start: bigint, limit: number) => {
        seen.reads += 1;
        await gate.promise;
        return target.listRecords(start, Math.min(limit, page));
      };
    },
  });
  return { held, seen, open: () => gate.resolve() };
}

const status = new TextEncoder().encode(JSON.stringify({ query: "{processor_status(limit:1){last_success_version}}" }));
const objects = new TextEncoder().encode(JSON.stringify({ query: "{current_objects{object_address}}" }));
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

test("what was built for a question that has ended is there for the next one", async () => {
  const store = await ledgerOf(4);
  const { held, seen, open } = heldLedger(store);
  const service = createQueryService({ store: held });
  const left = new AbortController();
  const first = service.answer(objects, left.signal);
  await settled();
  left.abort();
  open();
  await first.catch(() => undefined);
  await settled();
  expect(seen.reads).toBe(1);
  const { body } = await service.answer(objects);
  expect((JSON.parse(body) as { data: { current_objects: unknown[] } }).data.current_objects.length).toBeGreaterThan(3);
  expect(seen.reads).toBe(1);
});

test("a question gives up after two seconds, and where the ledger is can be asked at any time", async () => {
  const store = await ledgerOf(4);
  const { version } = (await store.summary())!;
  // Reads one record at a time, and the first only when it is let through.
  const { held, open } = heldLedger(store, 1);
  const service = createQueryService({ store: held });
  // Later than the two seconds of a question, which begins when the schema is built.
  setTimeout(open, 4_000);
  const [refused, answered] = await Promise.all([service.answer(objects), service.answer(status)]);
  expect(refused.body).toMatch(/the index of tables is being built: it is at version [1-9]\d*, the ledger at \d+/);
  expect(JSON.parse(answered.body)).toEqual({
    data: { processor_status: [{ last_success_version: Number(version) }] },
  });
  // It goes on without them.
  await expect.poll(async () => JSON.parse((await service.answer(objects)).body) as unknown).toHaveProperty("data");
});

test("is built without a question once a hundred commits wait for one", async () => {
  const store = await ledgerOf(4);
  const { held, seen, open } = heldLedger(store);
  open();
  const index = createLedgerIndex({ store: held });
  for (let count = 0; count < 100; count++) index.noteCommit();
  await settled();
  expect(seen.reads).toBe(0);
  index.noteCommit();
  await settled();
  expect(seen.reads).toBe(1);
});
