import { setTimeout } from "node:timers/promises";
import { Random } from "@ledger/random";
import type {
  PlaceQuery,
  RowChange,
  TableIndexReader,
  TableIndexStep,
  TableIndexStore,
  TopicPlace,
  TopicVersion,
} from "@ledger/state-store";
import { randomTest } from "@ledger/test-run";
import { expect, test } from "vitest";

/** An index of a driver. */
export interface TableIndexDriver {
  /** Opens the same index at each call. */
  open(): Promise<TableIndexStore>;
  /** Absent where no one else can read it. */
  openReader?: (() => Promise<TableIndexReader | undefined>) | undefined;
}

const topics = ["assets", "assets owner 0x1", "objects", "", "ünïcode ' \" \\ 0"];
const anyVersion = { from: 0, to: Number.MAX_SAFE_INTEGER, limit: 1_000 };
const anywhere = { from: "", to: "~", limit: 1_000, isDescending: false };

/** Topics whose entries have an order, and places in it: by their bytes, in which large letters come before small ones. */
const orders = ["by amount", "by name"];
const places = ["0", "1a", "1b", "2Z", "2a", "30", "~"];

const textOf = ({ topic, place = "" }: TopicPlace): string => JSON.stringify([topic, place]);
const compare = <T extends string | number>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);

/** What an index has to hold: plain lists, which are searched from end to end. */
class PlainIndex {
  readonly rows: { readonly key: string; row: string; readonly entries: Map<string, TopicPlace> }[] = [];
  versions: TopicVersion[] = [];

  apply({ rows, versions }: TableIndexStep): void {
    for (const { key, row, found, lost } of rows) {
      let held = this.rows.find((each) => each.key === key);
      if (held === undefined) {
        held = { key, row, entries: new Map() };
        this.rows.push(held);
      }
      held.row = row;
      for (const entry of lost) held.entries.delete(textOf(entry));
      for (const entry of found) held.entries.set(textOf(entry), entry);
    }
    for (const added of versions) {
      const isThere = this.versions.some((known) => textOf(known) === textOf(added) && known.version === added.version);
      if (!isThere) this.versions.push(added);
    }
  }

  rowsOf(topic: string): string[] {
    return this.rows.filter((row) => row.entries.has(textOf({ topic }))).map(({ row }) => row);
  }

  /** Rows of a topic with their places, in the order of these. */
  placedRows(topic: string): { readonly place: string; readonly row: string }[] {
    const found = this.rows.flatMap(({ row, entries }) =>
      [...entries.values()].flatMap((entry) => (entry.topic === topic ? [{ place: entry.place ?? "", row }] : [])),
    );
    return found.toSorted((a, b) => compare(a.place, b.place));
  }

  versionsOf(topic: string): TopicVersion[] {
    const found = this.versions.filter((entry) => entry.topic === topic);
    return found.toSorted((a, b) => compare(a.place ?? "", b.place ?? "") || a.version - b.version);
  }
}

function randomStep(random: Random, plain: PlainIndex, number: number): TableIndexStep {
  const rows: RowChange[] = [];
  const keys = new Set<string>();
  for (let i = random.below(6); i > 0; i--) {
    const key = `key ${random.below(12)}`;
    if (keys.has(key)) continue;
    keys.add(key);
    const held = plain.rows.find((each) => each.key === key)?.entries ?? new Map<string, TopicPlace>();
    const has = (entry: TopicPlace): boolean => held.has(textOf(entry));
    const all: TopicPlace[] = topics.map((topic) => ({ topic }));
    const lost = [...held.values()].filter(() => random.chance(0.4));
    const found = all.filter((entry) => !has(entry) && random.chance(0.4));
    for (const topic of orders) {
      const entry = { topic, place: random.pick(places) };
      if (!has(entry) && random.once(2)) found.push(entry);
    }
    rows.push({ key, row: JSON.stringify([number, random.below(1_000), "é'\\"]), found, lost });
  }
  const versions = Array.from({ length: random.below(8) }, (): TopicVersion => {
    const version = number * 10 + random.below(30);
    if (random.once(3)) return { topic: random.pick(orders), place: random.pick(places), version };
    return { topic: random.pick(topics), version, ...(random.once(2) && { count: 1 + random.below(3) }) };
  });
  return { head: `head ${number}`, rows, versions };
}

/** Turns the pages of a list in the order of places. */
async function turnPages<T extends { readonly place: string; readonly id: number }>(
  list: (query: PlaceQuery) => Promise<readonly T[]> | readonly T[],
  query: PlaceQuery,
): Promise<T[]> {
  const all: T[] = [];
  for (;;) {
    const page = await list({ ...query, after: all.at(-1) });
    all.push(...page);
    if (page.length < query.limit) return all;
  }
}

async function expectEqualOrders(index: TableIndexReader, plain: PlainIndex, random: Random): Promise<void> {
  for (const topic of orders) {
    const [from, to] = [random.pick(places), random.pick(places)];
    const query = { topic, from, to, isDescending: random.once(2), limit: 1 + random.below(4) };
    const within = plain.placedRows(topic).filter(({ place }) => place >= from && place <= to);
    const rows = await turnPages((page) => index.listPlacedRows(page), query);
    const expected = query.isDescending ? within.toReversed() : within;
    expect(rows.map(({ place }) => place)).toEqual(expected.map(({ place }) => place));
    const byText = (list: readonly { readonly row: string }[]): string[] => list.map(({ row }) => row).toSorted();
    expect(byText(rows)).toEqual(byText(within));
    expect(await index.countRows(topic, 1_000, { from, to })).toBe(within.length);
    expect(await index.countRows(topic, 2, { from, to })).toBe(Math.min(2, within.length));
    const oldest = random.below(300);
    const versions = plain
      .versionsOf(topic)
      .filter(({ place = "", version }) => place >= from && place <= to && version >= oldest)
      .map(({ place, version }) => ({ place, id: version }));
    expect(await turnPages((page) => index.listPlacedVersions(page, oldest), query)).toEqual(
      query.isDescending ? versions.toReversed() : versions,
    );
  }
}

async function expectEqual(index: TableIndexReader, plain: PlainIndex, random: Random): Promise<void> {
  for (const topic of topics) {
    const expected = plain.rowsOf(topic);
    const all = await index.listRows(topic, 0, 1_000);
    expect(all.map(({ row }) => row)).toEqual(expected);
    const cut = random.below(expected.length + 1);
    const after = cut === 0 ? 0 : all[cut - 1]!.id;
    expect((await index.listRows(topic, after, 2)).map(({ row }) => row)).toEqual(expected.slice(cut, cut + 2));
    expect(await index.countRows(topic, 3)).toBe(Math.min(3, expected.length));
    const counts = plain.versionsOf(topic);
    const versions = counts.map(({ version }) => version);
    const [from, to, limit] = [random.below(300), random.below(600), 1 + random.below(9)];
    const within = versions.filter((version) => version >= from && version <= to);
    const query = { topic, from, to, limit };
    expect(await index.listVersions(query, "oldest_first")).toEqual(within.slice(0, limit));
    expect(await index.listVersions(query, "newest_first")).toEqual(within.toReversed().slice(0, limit));
    const counted = counts.filter(({ version }) => version >= from && version <= to).slice(0, limit);
    const sum = counted.reduce((total, { count = 1 }) => total + count, 0);
    expect(await index.countVersions(query)).toBe(counted.length);
    expect(await index.sumVersions(query)).toBe(Math.min(limit, sum));
  }
  await expectEqualOrders(index, plain, random);
  const together = topics.map((topic) => plain.rowsOf(topic));
  const all = (await index.listRowsOf(topics, 1_000)).map((rows) => rows?.map(({ row }) => row));
  expect(all).toEqual(together);
  for (const [place, rows] of (await index.listRowsOf(topics, random.below(30))).entries()) {
    if (rows !== undefined) expect(rows.map(({ row }) => row)).toEqual(together[place]);
  }
  expect(await index.listRowsOf(["none", topics[0]!], Math.max(1, together[0]!.length))).toEqual([
    [],
    await index.listRows(topics[0]!, 0, 1_000),
  ]);
  for (const { key, row } of plain.rows) expect(await index.readRow(key)).toBe(row);
  expect(await index.readRow("none")).toBeUndefined();
  const keys = ["none", ...plain.rows.map(({ key }) => key)];
  expect(await index.readRows(keys)).toEqual([undefined, ...plain.rows.map(({ row }) => row)]);
}

/** The tests that every driver of an index of tables passes. */
export function testTableIndex(driver: TableIndexDriver): void {
  randomTest("an index holds what was written", { seed: 11, count: 40 }, async ({ seed, count }) => {
    const random = new Random(seed);
    let index = await driver.open();
    await index.clear();
    expect(await index.renew()).toBeUndefined();
    const plain = new PlainIndex();
    for (let number = 1; number <= count; number++) {
      const step = randomStep(random, plain, number);
      await index.write(step);
      plain.apply(step);
      expect(await index.renew()).toBe(step.head);
      if (random.once(8) && driver.openReader !== undefined) {
        await index.close();
        index = await driver.open();
      }
      if (random.once(4)) await expectEqual(index, plain, random);
    }
    await expectEqual(index, plain, random);
    const found = plain.rows.reduce((sum, { entries }) => sum + entries.size, 0);
    expect(await index.stats()).toMatchObject({ rows: plain.rows.length, found, versions: plain.versions.length });
    const oldest = 200;
    expect(await index.stats(oldest)).toMatchObject({
      versions: plain.versions.filter(({ version }) => version >= oldest).length,
    });
    await index.clear();
    expect(await index.renew()).toBeUndefined();
    expect(await index.stats()).toMatchObject({ rows: 0, found: 0, versions: 0 });
    expect(await index.listRows(topics[0]!, 0, 10)).toEqual([]);
    await index.close();
  });

  test("versions below one are deleted step by step, and no others", async () => {
    const index = await driver.open();
    await index.clear();
    const oldest = 20_000;
    const versions = topics.flatMap((topic) =>
      Array.from({ length: 30 }, (_, step) => ({ topic, version: step * 1_000 })),
    );
    // The last ones have the first places.
    const placed = Array.from({ length: 30 }, (_, step) => ({ topic: "by amount", version: step * 1_000 })).map(
      (entry, step) => ({ ...entry, place: `${90 - step}` }),
    );
    await index.write({ head: "a", rows: [], versions: [...versions, ...placed] });
    let steps = 1;
    while (!(await index.prune(oldest, 40))) steps += 1;
    expect(steps).toBeLessThanOrEqual(7);
    for (const topic of topics) {
      expect(await index.listVersions({ ...anyVersion, topic, from: oldest }, "oldest_first")).toHaveLength(10);
    }
    expect(await index.listPlacedVersions({ ...anywhere, topic: "by amount" }, oldest)).toHaveLength(10);
    // A driver may leave what is little for later: readers do not ask for it.
    expect((await index.stats()).versions).toBe(60);
    expect(await index.prune(oldest, 40)).toBe(true);
    await index.close();
  });

  const { openReader } = driver;
  if (openReader === undefined) return;

  test("a reader's picture stays as it is until it takes another", async () => {
    const index = await driver.open();
    await index.clear();
    const write = (head: string, row: string) =>
      index.write({
        head,
        rows: [{ key: "k", row, found: [{ topic: "t" }], lost: [] }],
        versions: [{ topic: "v", version: Number(head) }],
      });
    await write("1", "first");
    const reader = (await openReader())!;
    expect(await reader.renew()).toBe("1");
    await write("2", "second");
    expect(await reader.readRow("k")).toBe("first");
    expect(await reader.listVersions({ ...anyVersion, topic: "v" }, "oldest_first")).toEqual([1]);
    await reader.release();
    expect(await reader.renew()).toBe("2");
    expect(await reader.readRow("k")).toBe("second");
    expect(await reader.listVersions({ ...anyVersion, topic: "v" }, "newest_first")).toEqual([2, 1]);
    await reader.close();
    await index.close();
  });

  test("a reader's picture stays as it is when the index is cleared", async () => {
    const index = await driver.open();
    await index.clear();
    await index.write({
      head: "1",
      rows: [{ key: "k", row: "kept", found: [{ topic: "t" }], lost: [] }],
      versions: [],
    });
    const reader = (await openReader())!;
    expect(await reader.renew()).toBe("1");
    // A driver may wait for its readers.
    const clearing = Promise.resolve(index.clear());
    await Promise.race([clearing, setTimeout(300)]);
    expect(await reader.readRow("k")).toBe("kept");
    expect(await reader.listRows("t", 0, 10)).toMatchObject([{ row: "kept" }]);
    await reader.release();
    await clearing;
    expect(await reader.renew()).toBeUndefined();
    expect(await reader.readRow("k")).toBeUndefined();
    await reader.close();
    await index.close();
  });

  test("there is one writer at a time", async () => {
    const index = await driver.open();
    await expect(driver.open()).rejects.toMatchObject({ code: "store_locked" });
    await index.close();
    await (await driver.open()).close();
  });
}
