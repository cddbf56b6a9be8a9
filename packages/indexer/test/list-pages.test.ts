import type { RowChange } from "@ledger/state-store";
import { describe, expect, test } from "vitest";
import type { LedgerPicture } from "../src/answering/picture.ts";
import { MemoryIndex } from "../src/ledger/memory-index.ts";
import { writeRow } from "../src/ledger/row-text.ts";
import { rowTopics } from "../src/ledger/row-topics.ts";
import { historyLists } from "../src/lists/history-lists.ts";
import { listHolders } from "../src/lists/holders.ts";
import { PageItems, type PlacedQuestion } from "../src/lists/list.ts";
import { RecordView } from "../src/record/record-view.ts";
import { currentTables } from "../src/tables/current-tables.ts";

// The bounds of one page.

const system = `0x${"4".padStart(64, "0")}`;

const { signal } = new AbortController();

/** A ledger of many transactions, none of which has to do with an account. */
function pictureOf(transactions: number) {
  let reads = 0;
  const place = { blockHeight: 0n, epoch: 0n, timestampUsecs: 0n };
  const parts = { transaction: undefined, gasUsed: 0n, success: true, events: [], writes: [] };
  async function* versions(_: string, __: string, ___: unknown, { to }: { readonly to: bigint }) {
    for (let version = Math.min(transactions - 1, Number(to)); version >= 0; version--) yield version;
  }
  const picture = {
    index: { has: () => true, versions },
    see: () => undefined,
    read: (version: bigint) => {
      reads += 1;
      return new RecordView({ ...place, version }, parts);
    },
  } as unknown as LedgerPicture;
  return { picture, reads: () => reads };
}

test.each(["account_activities", "account_transactions"] as const)(
  "a search that finds nothing gives a cursor instead of going on: %s",
  async (list) => {
    const { picture, reads } = pictureOf(4_500);
    const question = { of: system, version: 10_000n, limit: 5, start: undefined };
    const first = await historyLists[list](picture, question);
    expect([first.items, reads()]).toEqual([[], 2_000]);
    const second = await historyLists[list](picture, { ...question, start: first.next });
    expect([second.items, reads()]).toEqual([[], 4_000]);
    const third = await historyLists[list](picture, { ...question, start: second.next });
    expect([third, reads()]).toEqual([{ items: [], next: undefined }, 4_500]);
  },
);

test("a page of long texts ends before its limit", () => {
  const page = new PageItems({ limit: 100 } as PlacedQuestion);
  for (; !page.isFull; ) page.add({ description: "x".repeat(500_000) });
  expect(page.items).toHaveLength(4);
  const short = new PageItems({ limit: 3 } as PlacedQuestion);
  for (; !short.isFull; ) short.add({ description: "x" });
  expect(short.items).toHaveLength(3);
});

describe("a page of holders", () => {
  /** Holders of ever more of an asset, and the state reads before each reading of their rows. */
  function pictureOfHolders(holders: number, written: bigint) {
    const reads: number[] = [];
    let states = 0;
    const rows = Array.from({ length: holders }, (_, id) => ({
      id: id + 1,
      row: { storage_id: system, asset_type: "a", amount: BigInt(id + 1), last_transaction_version: written },
    }));
    const store = {
      readState() {
        states += 1;
        return undefined;
      },
    };
    const rowsAfter = (_: string, __: string, after: number, limit: number) => {
      reads.push(states);
      return rows.slice(after, after + limit);
    };
    const index = {
      has: () => true,
      knowsState: true,
      summary: { version: 9n },
      find: () => undefined,
      store,
      rowsAfter,
    };
    return { picture: { index, signal, see: () => undefined } as unknown as LedgerPicture, reads };
  }
  const question = { of: "a::b::C", version: 5n, limit: 2, start: undefined };

  test("at an earlier version has the largest of all", async () => {
    const { picture } = pictureOfHolders(1_200, 1n);
    const first = await listHolders(picture, question);
    expect(first).toMatchObject({ items: [{ amount: "1200" }, { amount: "1199" }], next: "1198.1198" });
    const second = await listHolders(picture, { ...question, start: first.next });
    expect(second.items).toMatchObject([{ amount: "1198" }, { amount: "1197" }]);
  });

  test("reads the state of some rows before it looks at more: others have their turn between", async () => {
    const { picture, reads } = pictureOfHolders(1_200, 7n);
    expect(await listHolders(picture, question)).toEqual({ items: [], next: undefined });
    expect(reads).toEqual([0, 500, 1_000]);
  });
});

describe("holders of equal amounts, many of them", () => {
  const holders = 20_000;
  const asset = "a::b::C";

  /** Many who hold 700 each, some who hold more and some who hold less. A page that looks at too many fails. */
  function airdrop() {
    let seen = 0;
    const index = new MemoryIndex();
    const write = (count: number, amount: bigint, first: number): void =>
      index.write({
        head: "",
        rows: Array.from({ length: count }, (_, i) => holder(`${first + i}`, amount)),
        versions: [],
      });
    write(holders, 700n, 1);
    write(700, 1_500n, holders + 1);
    write(700, 5n, holders + 701);
    write(3, 0n, holders + 1_401);
    const kept = { has: () => true, knowsState: true, summary: { version: 9n }, find: () => undefined, reader: index };
    const see = (): void => {
      seen += 1;
      if (seen > 1_001) throw new Error("a page looks at too many rows");
    };
    return {
      picture: { index: kept, signal, see } as unknown as LedgerPicture,
      forget: () => {
        seen = 0;
      },
    };
  }

  function holder(storage: string, amount: bigint): RowChange {
    const empty = Object.keys(currentTables.current_fungible_asset_balances.columns).map((column) => [column, null]);
    const row = { ...Object.fromEntries(empty), storage_id: storage, asset_type: asset, owner_address: "0x1", amount };
    const table = "current_fungible_asset_balances";
    const found = rowTopics(table, { ...row, last_transaction_version: 1n });
    return { key: storage, row: writeRow(table, storage, row), found, lost: [] };
  }

  test("are all given, each once, between those who have more and those who have less", async () => {
    const { picture, forget } = airdrop();
    const stores: string[] = [];
    const amounts: bigint[] = [];
    for (let start: string | undefined; ; ) {
      forget();
      const { items, next } = await listHolders(picture, { of: asset, version: 9n, limit: 1_000, start });
      stores.push(...items.map(({ storage }) => storage as string));
      amounts.push(...items.map(({ amount }) => BigInt(amount as string)));
      if (next === undefined) break;
      start = next;
    }
    expect(stores).toHaveLength(holders + 1_400);
    expect(new Set(stores).size).toBe(stores.length);
    expect(amounts.every((amount, i) => i === 0 || amounts[i - 1]! >= amount)).toBe(true);
  });

  test.each(["m", "7", "7.", "7.1.1", `7.${"9".repeat(20)}`])("no cursor: %s", async (start) => {
    const { picture } = airdrop();
    await expect(listHolders(picture, { of: asset, version: 9n, limit: 5, start })).rejects.toThrow("no cursor");
  });
});
