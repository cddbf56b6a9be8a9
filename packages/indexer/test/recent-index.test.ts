import { demoSource } from "@ledger/demo-ledger";
import type { LedgerStore } from "@ledger/state-store";
import { createMemoryStore } from "@ledger/state-store/memory";
import { ingest } from "@ledger/sync";
import { describe, expect, test } from "vitest";
import { allTableGroups, IndexBuilder } from "../src/build.ts";
import { createQueryService } from "../src/graphql/index.ts";
import { writeHead } from "../src/ledger/index-head.ts";
import { MemoryIndex } from "../src/ledger/memory-index.ts";
import { createLedgerIndex, createTableLists } from "../src/lists/index.ts";

// Answers given while the index of all history is still being built.

async function ledgerOf(blocks: number, store: LedgerStore = createMemoryStore()): Promise<LedgerStore> {
  await ingest({ source: demoSource(blocks), store });
  return store;
}

test("where the ledger is can be asked while the index is being built, and nothing else", async () => {
  const store = await ledgerOf(3);
  const { version, chainId } = (await store.summary())!;
  const index = new MemoryIndex();
  const head = { groups: allTableGroups, chainId, next: "0", isReady: false, knowsState: true } as const;
  const reading = { ...head, state: { pass: "resources" }, stateVersion: `${version}` } as const;
  index.write({ head: writeHead(reading), rows: [], versions: [] });
  const service = createQueryService({ store, openIndex: () => index });
  const ask = async (query: string): Promise<unknown> =>
    JSON.parse((await service.answer(new TextEncoder().encode(JSON.stringify({ query })))).body);
  const status = "processor_status(limit:1){last_success_version}";
  const ofHead = `{ledger_infos{chain_id} ...f __typename} fragment f on query_root{${status}}`;
  expect(await ask(ofHead)).toEqual({
    data: {
      ledger_infos: [{ chain_id: chainId }],
      processor_status: [{ last_success_version: Number(version) }],
      __typename: "query_root",
    },
  });
  const refused = `the index of tables is being built: it reads the state, the ledger at ${version}`;
  for (const query of ["{current_objects{object_address}}", `{${status} current_objects{object_address}}`])
    expect(await ask(query)).toMatchObject({ errors: [{ message: refused }] });
});

describe("an index that begins at the head of a ledger", () => {
  const question = new TextEncoder().encode(
    JSON.stringify({
      query: `{
        current_fungible_asset_balances(order_by:{storage_id:asc}){storage_id owner_address asset_type amount last_transaction_version}
        account_transactions(order_by:[{transaction_version:asc},{account_address:asc}]){transaction_version account_address}
      }`,
    }),
  );

  /** Asks a ledger with an index of its last blocks, and one of the whole of it that is built as far as its first page of records. */
  async function askWhileBuilt() {
    const store = await ledgerOf(20);
    const [whole, recent] = [new MemoryIndex(), new MemoryIndex()];
    const builder = new IndexBuilder(store, whole, allTableGroups, { page: 5 });
    await builder.step();
    const newest = new IndexBuilder(store, recent, allTableGroups, { isRecent: true });
    while (!(await newest.step()).isAtHead);
    const since = (await store.summary())!.version;
    await ledgerOf(24, store);
    while (!(await newest.step()).isAtHead);
    const openRecent = () => recent;
    const service = createQueryService({ store, openIndex: () => whole, openRecent });
    return { store, builder, whole, recent, since, service };
  }

  test("answers what is now, and says from which version on it knows history, until that of all is built", async () => {
    const { store, builder, recent, since, service } = await askWhileBuilt();
    const { version } = (await store.summary())!;
    const partial = await service.answer(question);
    expect(partial.headers).toMatchObject({
      "X-SVC-LEDGER-VERSION": `${version}`,
      "X-SVC-LEDGER-OLDEST-VERSION": `${since}`,
    });
    while (!(await builder.step()).isAtHead);
    recent.clear();
    const all = await service.answer(question);
    expect(all.headers).toMatchObject({
      "X-SVC-LEDGER-VERSION": `${version}`,
      "X-SVC-LEDGER-OLDEST-VERSION": "0",
    });
    interface Rows {
      readonly data: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
    }
    const [now, then] = [partial, all].map(({ body }) => (JSON.parse(body) as Rows).data);
    const held = then!.current_fungible_asset_balances!.filter(({ amount }) => amount !== 0);
    expect(held.length).toBeGreaterThan(3);
    expect(now!.current_fungible_asset_balances!.filter(({ amount }) => amount !== 0)).toEqual(held);
    const later = then!.account_transactions!.filter((row) => Number(row.transaction_version) >= Number(since));
    expect(later.length).toBeGreaterThan(3);
    expect(later.length).toBeLessThan(then!.account_transactions!.length);
    expect(now!.account_transactions).toEqual(later);
  });

  test("refuses a list of a time before", async () => {
    const { store, whole, recent, since } = await askWhileBuilt();
    const ledger = (await store.summary())!;
    const index = createLedgerIndex({ store, openIndex: () => whole, openRecent: () => recent });
    const lists = createTableLists(index);
    const at = (version: bigint | undefined) =>
      lists.list(
        { list: "asset_holders", of: "0x1::aptos_coin::AptosCoin", version, start: undefined, limit: 5 },
        ledger,
      );
    expect(await at(since - 1n)).toEqual({
      refusal: "behind",
      message: `the index of tables tells of version ${since} and later ones; what is older follows`,
    });
    expect(await at(undefined)).toMatchObject({ ledger: { version: ledger.version, oldestLedgerVersion: since } });
  });
});
