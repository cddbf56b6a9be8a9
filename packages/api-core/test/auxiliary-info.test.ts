import { type Api, createApi } from "@ledger/api-core";
import type { LedgerStore } from "@ledger/state-store";
import { hashAuxiliaryInfo, type LedgerRecord, PersistedAuxiliaryInfo, TransactionInfo } from "@ledger/types";
import { beforeAll, expect, test } from "vitest";
import { ask, jsonOf } from "./support/ask.ts";
import { openDemoStore } from "./support/demo-store.ts";
import { withAnswers } from "./support/with-answers.ts";

let store: LedgerStore;
let api: Api;

beforeAll(async () => {
  store = await openDemoStore(12);
  api = createApi({ store });
});

const read = (query: Record<string, string>, of = api, accept = "application/json") =>
  ask(of, "get_transactions_auxiliary_info", { query, accept });

/** An API over the same records with other hashes of auxiliary info. */
function withHashes(hashOf: (version: bigint) => Uint8Array | undefined): Api {
  const listRecords = async (start: bigint, limit: number): Promise<readonly LedgerRecord[]> =>
    (await store.listRecords(start, limit)).map((record) => {
      const info = TransactionInfo.decode(record.info);
      const value = { ...info.value, auxiliaryInfoHash: hashOf(record.version) };
      return { ...record, info: TransactionInfo.encode({ ...info, value } as TransactionInfo) };
    });
  return createApi({ store: withAnswers(store, { listRecords }) });
}

const hashOfIndex = (transactionIndex: number) =>
  hashAuxiliaryInfo(PersistedAuxiliaryInfo.encode({ kind: "V1", value: { transactionIndex } }));

test("every transaction has its place in its block, and genesis has none", async () => {
  const all = jsonOf(await read({ start_version: "0", limit: "100" })) as { transaction_index?: number }[];
  const places: object[] = [{}];
  for (let height = 1n; places.length < all.length; height++) {
    const { firstVersion, lastVersion } = (await store.findBlockByHeight(height))!;
    for (let at = firstVersion; at <= lastVersion; at++) places.push({ transaction_index: Number(at - firstVersion) });
  }
  expect(all.length).toBeGreaterThan(25);
  expect(all).toEqual(places.slice(0, all.length));
});

test("pages are as those of transactions", async () => {
  expect(jsonOf(await read({ start_version: "1" }))).toHaveLength(25);
  expect(jsonOf(await read({ start_version: "1", limit: "3" }))).toHaveLength(3);
  expect((await read({})).status).toBe(400);
  expect((await read({ start_version: "1", limit: "0" })).status).toBe(400);
  const { version } = (await store.summary())!;
  expect(jsonOf(await read({ start_version: `${version}` }))).toHaveLength(1);
  const above = await read({ start_version: `${version + 1n}` });
  expect([above.status, jsonOf(above)]).toMatchObject([400, { error_code: "invalid_input" }]);
});

test("in BCS, each is a variant and its index", async () => {
  const genesis = await read({ start_version: "0", limit: "1" }, api, "application/x-bcs");
  expect(new Uint8Array(genesis.body as Uint8Array)).toEqual(Uint8Array.of(1, 0));
  const { body } = await read({ start_version: "12", limit: "2" }, api, "application/x-bcs");
  expect(new Uint8Array(body as Uint8Array)).toEqual(Uint8Array.of(2, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0));
});

test("transactions that were discarded leave gaps in a block, which the next one does not have", async () => {
  const { firstVersion, lastVersion } = (await store.findBlockByHeight(5n))!;
  const gapped = withHashes((version) => hashOfIndex(version > lastVersion ? 0 : Number(version - firstVersion) * 700));
  const count = Number(lastVersion - firstVersion) + 2;
  const answer = await read({ start_version: `${firstVersion}`, limit: `${count}` }, gapped);
  const expected = Array.from({ length: count }, (_, at) => ({ transaction_index: at === count - 1 ? 0 : at * 700 }));
  expect(jsonOf(answer)).toEqual(expected);
});

test("a hash that no index has ends the search of the whole page: hostile records cost what one does", async () => {
  const none = withHashes((version) => (version === 2n ? new Uint8Array(32).fill(7) : hashOfIndex(0)));
  const found = jsonOf(await read({ start_version: "1" }, none));
  expect(found).toEqual([{ transaction_index: 0 }, ...new Array(24).fill({})]);
});

test("what is pruned is gone", async () => {
  const pruned = await openDemoStore(12);
  const { firstVersion } = await pruned.readBlockByVersion(20n);
  await pruned.prune({ stateVersion: firstVersion, ledgerVersion: firstVersion }, 1_000_000);
  const gone = await read({ start_version: `${firstVersion - 1n}` }, createApi({ store: pruned }));
  expect([gone.status, jsonOf(gone)]).toMatchObject([410, { error_code: "version_pruned" }]);
  expect((await read({ start_version: `${firstVersion}` }, createApi({ store: pruned }))).status).toBe(200);
});
