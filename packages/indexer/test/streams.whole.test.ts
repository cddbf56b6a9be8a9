import { demoSource } from "@ledger/demo-ledger";
import type { LedgerReader, LedgerStore, LedgerSummary } from "@ledger/state-store";
import { createMemoryStore } from "@ledger/state-store/memory";
import { ingest } from "@ledger/sync";
import type { HashValue } from "@ledger/types";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createQueryService, type FollowAnswer, type QueryService } from "../src/graphql/index.ts";
import type { Row } from "../src/row.ts";
import { scanRecords } from "./support/plain-scan.ts";

// Subscriptions, asked again and again as a server does, while a ledger grows, is pruned and begins again.

const bodyOf = (query: string): Uint8Array => new TextEncoder().encode(JSON.stringify({ query }));

interface Result {
  readonly data?: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
  readonly errors?: readonly { readonly message: string; readonly extensions: { readonly code: string } }[];
}

/** A client of the service. */
class Follower {
  seen: string | undefined;
  last: FollowAnswer | undefined;
  readonly results: Result[] = [];
  readonly #body: Uint8Array;

  constructor(query: string) {
    this.#body = bodyOf(query);
  }

  /** Asks until there is no more. */
  async catchUp(): Promise<this> {
    do {
      this.last = await service.follow(this.#body, this.seen);
      this.seen = this.last.seen;
      if (this.last.body !== undefined) this.results.push(JSON.parse(this.last.body) as Result);
      expect(this.results.length).toBeLessThan(2_000);
    } while (this.last.follows === "now");
    return this;
  }

  /** The batches of a stream. */
  get batches(): readonly (readonly Readonly<Record<string, unknown>>[])[] {
    return this.results.map(({ data, errors }) => {
      expect(errors).toBeUndefined();
      return Object.values(data!)[0]!;
    });
  }
}

let whole: LedgerStore;
let store: LedgerStore;
/** Blocks of the store that there are. */
let blocks: number;
/** Reads that are answered in another way. */
let read: Partial<LedgerReader>;
let service: QueryService;
let recordsRead = 0;

const ledger = async (): Promise<LedgerStore> => {
  const made = createMemoryStore();
  await ingest({ source: demoSource(20), store: made });
  return made;
};
const grow = (count: number): void => {
  blocks = count;
};

/** The head of a ledger that has some of the store's blocks. */
async function summary(): Promise<LedgerSummary> {
  const { lastVersion: version, height, ...block } = (await store.findBlockByHeight(BigInt(blocks - 1)))!;
  const { timestampUsecs, epoch } = block;
  return { ...(await store.summary())!, version, blockHeight: height, timestampUsecs, epoch };
}

const head = async (): Promise<bigint> => (await summary()).version;

beforeAll(async () => {
  whole = await ledger();
});

beforeEach(() => {
  store = whole;
  read = {};
  grow(12);
  service = createQueryService({ store: replica() });
});

/** The store as a service reads it. */
function replica(): LedgerReader {
  return new Proxy<LedgerReader>(whole, {
    get(_, name) {
      if (name === "readRecord") recordsRead += 1;
      const from = { summary, ...read };
      if (Object.hasOwn(from, name)) return from[name as "summary"];
      const value = Reflect.get(store, name) as unknown;
      return typeof value === "function" ? (value.bind(store) as unknown) : value;
    },
  });
}

/** The rows of a table by a scan of all records. */
async function scan(table: string): Promise<readonly Row[]> {
  const records = await store.listRecords(0n, Number(await head()) + 1);
  const byBlock: (typeof records)[number][][] = [];
  const times: bigint[] = [];
  for (const record of records) {
    const { height, timestampUsecs } = await store.readBlockByVersion(record.version);
    times[Number(height)] = timestampUsecs;
    byBlock[Number(height)] = [...(byBlock[Number(height)] ?? []), record];
  }
  return scanRecords(byBlock, (height) => times[height]!).get(table)!;
}

const stream = (table: string, columns: string, args: string): Follower =>
  new Follower(`subscription{${table}_stream(${args}){${columns}}}`);
const cursor = (column: string, initial: unknown, ordering = "ASC"): string =>
  `cursor:[{initial_value:{${column}:${JSON.stringify(initial)}},ordering:${ordering}}]`;

const byVersionAndIndex = (a: Row, b: Row): number =>
  Number(a.transaction_version) - Number(b.transaction_version) || Number(a.event_index) - Number(b.event_index);
const activityOf = ({ transaction_version, event_index, owner_address, amount }: Row) => ({
  transaction_version: Number(transaction_version),
  event_index: Number(event_index),
  owner_address,
  amount: amount === null ? null : Number(amount),
});
const activityColumns = "transaction_version event_index owner_address amount";

describe("a stream of what happened", () => {
  test.each([1, 2, 7, 500, 100_000])(
    "brings each row once, in batches of %i, also what is committed later",
    async (size) => {
      const args = `batch_size:${size},${cursor("transaction_version", -1)}`;
      const follower = await stream("fungible_asset_activities", activityColumns, args).catchUp();
      expect(follower.last?.follows).toBe("commit");
      await follower.catchUp();
      grow(13);
      await follower.catchUp();
      grow(20);
      await follower.catchUp();
      await follower.catchUp();
      const rows = [...(await scan("fungible_asset_activities"))].sort(byVersionAndIndex).map(activityOf);
      expect(rows.length).toBeGreaterThan(40);
      expect(new Set(rows.map((row) => row.transaction_version)).size).toBeLessThan(rows.length);
      expect(follower.batches.flat()).toEqual(rows);
      for (const batch of follower.batches) expect(batch.length).toBeLessThanOrEqual(Math.min(size, 500));
      expect(follower.last).toMatchObject({ body: undefined, version: await head(), follows: "commit" });
    },
  );

  test("brings what meets a condition, above its beginning, for an account that has a topic of its own", async () => {
    grow(20);
    const rows = [...(await scan("fungible_asset_activities"))].sort(byVersionAndIndex).map(activityOf);
    const first = rows[Math.floor(rows.length / 2)]!.transaction_version;
    const owner = rows.at(-1)!.owner_address;
    const where = `where:{owner_address:{_eq:"${owner}"}}`;
    const args = `batch_size:3,${cursor("transaction_version", first)},${where}`;
    const { batches } = await stream("fungible_asset_activities", activityColumns, args).catchUp();
    const wanted = rows.filter((row) => row.transaction_version > first && row.owner_address === owner);
    expect(wanted.length).toBeGreaterThan(3);
    expect(batches.flat()).toEqual(wanted);
  });

  test("goes down, to the oldest that is kept", async () => {
    const from = Number(await head()) - 3;
    const args = `batch_size:5,${cursor("transaction_version", from, "DESC")}`;
    const follower = await stream("fungible_asset_activities", activityColumns, args).catchUp();
    const rows = [...(await scan("fungible_asset_activities"))].sort(byVersionAndIndex).map(activityOf).reverse();
    expect(follower.batches.flat()).toEqual(rows.filter((row) => row.transaction_version < from));
    grow(14);
    await follower.catchUp();
    expect(follower.last?.body).toBeUndefined();
  });

  test("orders rows of one value by their keys, where the cursor is another column", async () => {
    const args = `batch_size:2,${cursor("block_height", 3)}`;
    const { batches } = await stream("fungible_asset_activities", `block_height ${activityColumns}`, args).catchUp();
    const rows = [...(await scan("fungible_asset_activities"))].sort(byVersionAndIndex);
    const above = rows.filter(({ block_height: height }) => (height as bigint) > 3n);
    expect(batches.flat()).toEqual(
      above.map((row) => ({ block_height: Number(row.block_height), ...activityOf(row) })),
    );
  });

  test("waits for a version that is yet to come", async () => {
    const first = (await head()) + 4n;
    const args = `batch_size:100,${cursor("version", `${first}`)}`;
    const follower = await stream("user_transactions", "version", args).catchUp();
    expect(follower.last).toMatchObject({ body: undefined, follows: "commit" });
    grow(20);
    await follower.catchUp();
    const versions = (await scan("user_transactions")).map(({ version }) => Number(version));
    const wanted = versions.filter((version) => version > Number(first)).sort((a, b) => a - b);
    expect(wanted.length).toBeGreaterThan(0);
    expect(follower.batches.flat()).toEqual(wanted.map((version) => ({ version })));
  });

  test("reads only the records that are new", async () => {
    const args = `batch_size:500,${cursor("version", 0)}`;
    const follower = await stream("user_transactions", "version", args).catchUp();
    grow(13);
    const known = await head();
    await follower.catchUp();
    grow(14);
    // The index reads them, too.
    const added = Number((await head()) - known);
    recordsRead = 0;
    await follower.catchUp();
    expect(recordsRead).toBeLessThanOrEqual(3 * added);
    recordsRead = 0;
    await follower.catchUp();
    expect(recordsRead).toBe(0);
  });
});

test("a stream of what is now brings each row when it comes, and again when it has changed", async () => {
  const columns = "storage_id amount last_transaction_version";
  const args = `batch_size:2,${cursor("last_transaction_version", -1)}`;
  const follower = await stream("current_fungible_asset_balances", columns, args).catchUp();
  const asked = async (above: bigint) =>
    (await scan("current_fungible_asset_balances"))
      .filter(({ last_transaction_version: version }) => (version as bigint) > above)
      .map((row) => ({
        storage_id: row.storage_id,
        amount: Number(row.amount),
        last_transaction_version: Number(row.last_transaction_version),
      }))
      .sort(
        (a, b) =>
          a.last_transaction_version - b.last_transaction_version ||
          (String(a.storage_id) < String(b.storage_id) ? -1 : 1),
      );
  const [all, before] = [await asked(-1n), await head()];
  expect(all.length).toBeGreaterThan(4);
  expect(follower.batches.flat()).toEqual(all);
  grow(16);
  await follower.catchUp();
  const changed = await asked(before);
  expect(changed.length).toBeGreaterThan(0);
  expect(follower.batches.flat()).toEqual([...all, ...changed]);
});

describe("a question that is answered again", () => {
  test("comes when its answer has changed, and is what a query gives", async () => {
    const selection = "{current_fungible_asset_balances(order_by:{storage_id:asc}){storage_id amount}}";
    const follower = await new Follower(`subscription${selection}`).catchUp();
    await follower.catchUp();
    expect(follower.results).toHaveLength(1);
    expect(follower.last).toMatchObject({ body: undefined, version: await head(), follows: "commit" });
    grow(16);
    await follower.catchUp();
    expect(follower.results).toHaveLength(2);
    expect(follower.results[1]).not.toEqual(follower.results[0]);
    expect(follower.results[1]).toEqual(JSON.parse((await service.answer(bodyOf(selection))).body));
  });

  test("is no more than that: what it does not ask for does not wake it", async () => {
    const one = `subscription{user_transactions_by_pk(version:"2"){version}}`;
    const follower = await new Follower(one).catchUp();
    grow(16);
    await follower.catchUp();
    expect(follower.results).toHaveLength(1);
  });
});

describe("a stream whose ledger", () => {
  const args = `batch_size:100,${cursor("version", 0)}`;
  const begin = () => stream("user_transactions", "version", args).catchUp();

  test("was pruned past it is told so", async () => {
    store = await ledger();
    const follower = await begin();
    const place = await head();
    grow(20);
    const oldest = await head();
    while (!(await store.prune({ stateVersion: oldest, ledgerVersion: oldest }, 10_000)).done);
    await follower.catchUp();
    expect(follower.results.at(-1)?.errors).toEqual([
      {
        message: expect.stringContaining(`version ${place} is pruned`),
        extensions: { path: "$", code: "data-exception" },
      },
    ]);
    expect(follower.last?.follows).toBe("nothing");
  });

  test("was pruned up to it goes on", async () => {
    store = await ledger();
    const follower = await begin();
    const place = await head();
    grow(20);
    const { firstVersion } = await store.readBlockByVersion(place + 1n);
    while (!(await store.prune({ stateVersion: firstVersion, ledgerVersion: firstVersion }, 10_000)).done);
    await follower.catchUp();
    const versions = follower.batches.flat().map(({ version }) => version);
    expect(versions).toEqual([...new Set(versions)]);
    expect(versions.at(-1)).toBeGreaterThan(Number(place));
  });

  test("lags on another replica waits, and goes on when that has come to it", async () => {
    grow(16);
    const follower = await begin();
    const { length } = follower.results;
    grow(12);
    // Of the index of another node.
    service = createQueryService({ store: replica() });
    await follower.catchUp();
    expect(follower.last).toMatchObject({ body: undefined, version: await head(), follows: "commit" });
    grow(20);
    await follower.catchUp();
    expect(follower.results.length).toBeGreaterThan(length);
    const versions = (await scan("user_transactions")).map(({ version }) => Number(version)).sort((a, b) => a - b);
    expect(follower.batches.flat().map(({ version }) => version)).toEqual(versions.filter((version) => version > 0));
  });

  test("has begun again is told so", async () => {
    const follower = await begin();
    const place = await head();
    grow(20);
    const { readBlockByVersion } = store;
    read = {
      summary: async () => ({ ...(await summary()), incarnation: 2 }),
      readBlockByVersion: async (version) => ({
        ...(await readBlockByVersion.call(store, version)),
        hash: new Uint8Array(32).fill(7) as HashValue,
      }),
    };
    await follower.catchUp();
    expect(follower.results.at(-1)?.errors?.[0]?.message).toContain(`version ${place} is another one`);
    expect(follower.last?.follows).toBe("nothing");
  });

  test("has another writer goes on", async () => {
    const follower = await begin();
    grow(20);
    read = { summary: async () => ({ ...(await summary()), incarnation: 2 }) };
    await follower.catchUp();
    expect(follower.batches.flat().at(-1)).toEqual({ version: expect.any(Number) });
    expect(follower.last?.follows).toBe("commit");
  });
});

test("what cannot be read is no answer, and may be asked again", async () => {
  const faults: unknown[] = [];
  const broken = createQueryService({ store: replica(), onFault: (fault) => faults.push(fault) });
  const body = bodyOf(`subscription{user_transactions_stream(batch_size:5,${cursor("version", 0)}){version}}`);
  const { seen } = await broken.follow(body);
  grow(14);
  read = { readRecord: () => Promise.reject(new Error("the disk is gone")) };
  await expect(broken.follow(body, seen)).rejects.toThrow();
  read = {};
  expect((await broken.follow(body, seen)).body).toContain("user_transactions_stream");
});

test("a query that names versions reads only these", async () => {
  grow(20);
  await service.answer(bodyOf("{ledger_infos{chain_id}}"));
  const last = Number(await head());
  recordsRead = 0;
  const query = `{user_transactions(where:{version:{_gt:${last - 6},_lte:${last - 2}}}){version}}`;
  const { data } = JSON.parse((await service.answer(bodyOf(query))).body) as Result;
  expect(recordsRead).toBeLessThanOrEqual(4);
  const versions = (await scan("user_transactions")).map(({ version }) => Number(version));
  expect(data?.user_transactions?.map(({ version }) => version)).toEqual(
    versions.filter((version) => version > last - 6 && version <= last - 2).sort((a, b) => a - b),
  );
  const none = `{user_transactions(where:{version:{_gt:"${"9".repeat(70)}"}}){version}}`;
  expect((JSON.parse((await service.answer(bodyOf(none))).body) as Result).data).toEqual({ user_transactions: [] });
});
