import { createMemoryStore } from "@ledger/state-store/memory";
import { buildLedger, testAccountKey, testAddress } from "@ledger/store-contract/build-ledger";
import { formatAddress, formatHash } from "@ledger/types";
import { expect, test } from "vitest";
import { type ApiConfig, createApi } from "../src/index.ts";

const sender = testAddress(1);
const key = testAccountKey(sender, 1, Uint8Array.of(1));

/** Genesis, then blocks of four versions with a transaction of the sender each: 1 to 4, 5 to 8, … to 40. */
async function openStore() {
  const store = createMemoryStore();
  const ledger = buildLedger();
  await store.commit(ledger.batch([[{}]]));
  const hashes = new Map<bigint, string>();
  for (let first = 1; first <= 37; first += 4) {
    const records = [0, 1, 2, 3].map((i) => ({
      writes: [{ key, value: Uint8Array.of(first + i) }],
      user: { sender, replayProtector: { kind: "SequenceNumber" as const, value: BigInt(first + i - 1) } },
    }));
    const batch = ledger.batch([records]);
    for (const record of batch.blocks.flatMap((block) => block.records))
      hashes.set(record.version, formatHash(record.hash));
    await store.commit(batch);
  }
  return { store, hashes };
}

function opening(store: Awaited<ReturnType<typeof openStore>>["store"], config: Partial<ApiConfig> = {}) {
  const api = createApi({ store, config });
  return (id: string, params: Record<string, string> = {}, query: Record<string, string> = {}) =>
    api.handle(id, { params, query: new URLSearchParams(query) });
}

/** Records of the whole block are kept; the state begins in the middle of it: what a state window leaves. */
const inTheMiddle = { stateVersion: 15n, ledgerVersion: 15n };

test("the oldest version is the first one of a whole block, and everything below it is gone", async () => {
  const { store, hashes } = await openStore();
  await store.prune(inTheMiddle, 1_000);
  expect(await store.summary()).toMatchObject({ oldestVersion: 15n, oldestLedgerVersion: 13n });
  const ask = opening(store);
  const { headers } = await ask("get_ledger_info");
  expect(headers).toMatchObject({ "X-SVC-LEDGER-OLDEST-VERSION": "17", "X-SVC-OLDEST-BLOCK-HEIGHT": "5" });

  const address = formatAddress(sender);
  const statusOf = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).status;
  for (const [version, status] of [
    ["16", 410],
    ["13", 410],
    ["17", 200],
  ] as const) {
    expect(await statusOf("get_block_by_version", { version }), version).toBe(status);
    expect(await statusOf("get_account_transaction_summaries", { address }, { start_version: version })).toBe(status);
    expect(await statusOf("get_account_modules", { address }, { ledger_version: version })).toBe(status);
  }
  expect(await statusOf("get_transaction_by_version", { txn_version: "16" })).toBe(410);
  expect(await statusOf("get_transactions", {}, { start: "16" })).toBe(410);
  expect(await statusOf("get_transaction_by_hash", { txn_hash: hashes.get(16n)! })).toBe(410);
  expect(await statusOf("get_block_by_height", { block_height: "4" })).toBe(410);
  expect(await statusOf("get_block_by_height", { block_height: "5" })).toBe(200);
  const { body } = await ask("get_account_transaction_summaries", { address }, { end_version: "18" });
  const listed = JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body as Uint8Array));
  expect(listed.map(({ version }: { version: string }) => version)).toEqual(["17", "18"]);
});

test("within the latest block, state begins where it is kept", async () => {
  const { store } = await openStore();
  await store.prune({ stateVersion: 39n, ledgerVersion: 39n }, 1_000);
  const { headers } = await opening(store)("get_ledger_info");
  expect(headers).toMatchObject({ "X-SVC-LEDGER-OLDEST-VERSION": "39", "X-SVC-OLDEST-BLOCK-HEIGHT": "10" });
});

test("a ledger whose transactions are kept for longer answers them", async () => {
  const { store } = await openStore();
  await store.prune({ stateVersion: 15n, ledgerVersion: 5n }, 1_000);
  const ask = opening(store, { keepsOlderRecords: true });
  const { headers } = await ask("get_ledger_info");
  expect(headers).toMatchObject({ "X-SVC-LEDGER-OLDEST-VERSION": "17", "X-SVC-OLDEST-BLOCK-HEIGHT": "2" });
  const address = formatAddress(sender);
  const summaries = await ask("get_account_transaction_summaries", { address }, { start_version: "5" });
  expect(summaries.status).toBe(200);
});
