import type { LedgerStore } from "@ledger/state-store";
import { createMemoryStore } from "@ledger/state-store/memory";
import { ingest, type LedgerSource } from "@ledger/sync";
import { bytesToHash, type LedgerRecord } from "@ledger/types";
import { beforeAll, describe, expect, test } from "vitest";
import type { DevnetLedger } from "../src/index.ts";
import { runBlocks } from "./support/run.ts";

let whole: (readonly LedgerRecord[])[];

beforeAll(async () => {
  whole = await runBlocks(130);
});

/** Takes the first blocks into a store, with every check that a follower makes. */
async function storeBlocks(blocks: number): Promise<LedgerStore> {
  const store = createMemoryStore();
  const source: LedgerSource = {
    name: "recorded",
    records: async function* () {
      yield* whole.slice(0, blocks);
    },
  };
  await ingest({ source, store, stateRoots: "every_block" });
  return store;
}

describe("a follower", () => {
  test("verifies every record and every state root", async () => {
    const store = await storeBlocks(130);
    expect(await store.summary()).toMatchObject({ chainId: 4, blockHeight: 129n, epoch: 3n });
  });
});

describe("resuming", () => {
  test.each([1, 2, 59, 60, 61, 100])("after %i blocks goes on as if it had not stopped", async (height) => {
    const store = await storeBlocks(height + 1);
    const summary = await store.summary();
    const rest = await runBlocks(3, { from: summary!.version + 1n, height: BigInt(height), resume: store });
    expect(rest).toEqual(whole.slice(height + 1, height + 4));
  });

  test("works when all but the head is pruned", async () => {
    const store = await storeBlocks(70);
    const { version } = (await store.summary())!;
    while (!(await store.prune({ stateVersion: version, ledgerVersion: version }, 10_000)).done);
    expect(await store.summary()).toMatchObject({ oldestVersion: version });
    const rest = await runBlocks(3, { from: version + 1n, height: 69n, resume: store });
    expect(rest).toEqual(whole.slice(70, 73));
  });

  test("starts at genesis when nothing is stored", async () => {
    const [genesis] = await runBlocks(1, { resume: createMemoryStore() });
    expect(genesis).toMatchObject([{ version: 0n }]);
  });

  test("is refused without a ledger that ends there", async () => {
    await expect(runBlocks(1, { from: 5n })).rejects.toMatchObject({ code: "cannot_resume" });
    await expect(runBlocks(1, { from: 5n, resume: createMemoryStore() })).rejects.toMatchObject({
      code: "cannot_resume",
    });
    const store = await storeBlocks(3);
    const { version } = (await store.summary())!;
    await expect(runBlocks(1, { from: version, resume: store })).rejects.toMatchObject({ code: "cannot_resume" });
  });

  test("is refused for the ledger of another network", async () => {
    const store = await storeBlocks(2);
    const { version } = (await store.summary())!;
    const foreign = alter(store, {
      summary: async () => ({ ...(await store.summary())!, genesisHash: bytesToHash(new Uint8Array(32)) }),
    });
    await expect(runBlocks(1, { from: version + 1n, resume: foreign })).rejects.toMatchObject({
      code: "foreign_ledger",
    });
  });

  test("is refused when the stored state is not the one of the head", async () => {
    const store = await storeBlocks(2);
    const { version } = (await store.summary())!;
    const tampered = alter(store, {
      listState: async (query) => {
        const page = await store.listState(query);
        const [first, ...rest] = page.entries;
        return { ...page, entries: [{ ...first!, bytes: Uint8Array.of(...first!.bytes, 0) }, ...rest] };
      },
    });
    await expect(runBlocks(1, { from: version + 1n, resume: tampered })).rejects.toMatchObject({
      code: "state_mismatch",
    });
  });
});

function alter(store: LedgerStore, changes: Partial<DevnetLedger>): DevnetLedger {
  return {
    summary: () => store.summary(),
    listState: (query) => store.listState(query),
    readRecord: (version) => store.readRecord(version),
    frontier: () => store.frontier(),
    ...changes,
  };
}
