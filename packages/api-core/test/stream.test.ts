import { type Api, createApi, endIndex, formatMark, type StreamMark, unpackStreamPage } from "@ledger/api-core";
import type { LedgerStore } from "@ledger/state-store";
import {
  ContractEvents,
  compareStateItems,
  decodeStateKey,
  formatAddress,
  formatHash,
  formatHex,
  formatTypeTag,
  stateWrites,
  Transaction,
  TransactionInfo,
  WriteSet,
} from "@ledger/types";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { EventParser } from "../src/client/event-parser.ts";
import { ask, jsonOf } from "./support/ask.ts";
import { openDemoStore } from "./support/demo-store.ts";

/** Something that is in a stream, from nothing but the records. */
interface Expected {
  readonly kind: "event" | "change" | "transaction" | "block";
  readonly version: bigint;
  readonly what: string;
  readonly type?: string;
  readonly accounts?: readonly string[];
  readonly key?: string;
}

interface Read {
  readonly id: string;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const start: StreamMark = { version: -1n, index: endIndex };
let store: LedgerStore;
let api: Api;
let head: bigint;
let expected: readonly Expected[];

beforeAll(async () => {
  store = await openDemoStore(30);
  api = createApi({ store });
  head = (await store.summary())!.version;
  expected = await readExpected();
});

async function readExpected(): Promise<readonly Expected[]> {
  const all: Expected[] = [];
  for (let version = 0n; version <= head; version++) {
    const record = await store.readRecord(version);
    const transaction = Transaction.decode(record.transaction);
    const sender = transaction.kind === "UserTransaction" ? formatAddress(transaction.value.rawTxn.sender) : undefined;
    for (const [i, { kind, value }] of ContractEvents.decode(record.events).entries()) {
      const type = formatTypeTag(value.typeTag);
      const ofModule = [type.slice(0, type.indexOf("::")), ...(sender ? [sender] : [])];
      const accounts = kind === "V1" ? [formatAddress(value.key.accountAddress)] : ofModule;
      all.push({ kind: "event", version, what: `${i}`, type, accounts });
    }
    // As in the answers about transactions.
    for (const { key } of stateWrites(WriteSet.decode(record.writeSet)).sort((a, b) =>
      compareStateItems(a.key, b.key),
    )) {
      const hex = formatHex(key);
      const decoded = decodeStateKey(key);
      const account =
        decoded.kind === "AccessPath"
          ? decoded.value.address
          : decoded.kind === "TableItem"
            ? decoded.value.handle
            : undefined;
      all.push({ kind: "change", version, what: hex, key: hex, accounts: account ? [formatAddress(account)] : [] });
    }
    const { transactionHash } = TransactionInfo.decode(record.info).value;
    all.push({ kind: "transaction", version, what: formatHash(transactionHash) });
    const block = await store.readBlockByVersion(version);
    if (block.lastVersion === version) all.push({ kind: "block", version, what: `${block.height}` });
  }
  return all;
}

/** Reads a stream to the head, in parts of a size. */
async function readAll(filters: readonly string[], mostBytes: number, after = start): Promise<Read[][]> {
  const read: Read[][] = filters.map(() => []);
  for (;;) {
    const answer = await api.readStream({ filters, after, to: head, mostBytes }, {});
    expect(answer.status).toBe(200);
    const page = unpackStreamPage(answer.body as Uint8Array);
    for (const [i, spans] of page.spans.entries()) {
      for (let at = 0; at < spans.length; at += 2) {
        const text = new TextDecoder().decode(page.items.subarray(spans[at], spans[at + 1]));
        const events = new EventParser().push(text);
        read[i]!.push(
          ...events.map(({ id, event, data }) => ({ id: id!, event, data: JSON.parse(data) as Read["data"] })),
        );
      }
    }
    after = page.next;
    if (page.isEnd) return read;
  }
}

const shown = ({ event, data }: Read): string =>
  `${event} ${data.version ?? data.last_version} ${data.index ?? data.state_key ?? data.hash ?? data.block_height}`;
const told = ({ kind, version, what }: Expected): string => `${kind} ${version} ${what}`;
const encoded = (text: string): string => encodeURIComponent(text);

test("brings everything there is, in the order of the places, in parts of any size", async () => {
  for (const [mostBytes, first] of [
    [1, head - 20n],
    [5_000, 0n],
    [10_000_000, 0n],
  ] as const) {
    const after = { version: first - 1n, index: endIndex };
    const [all] = await readAll(["include=blocks,events,transactions,changes"], mostBytes, after);
    expect(all!.map(shown)).toEqual(expected.filter(({ version }) => version >= first).map(told));
    expect(new Set(all!.map(({ id }) => id)).size).toBe(all!.length);
  }
});

test("brings each of many filters its own, together as alone", async () => {
  const types = [...new Set(expected.flatMap(({ type }) => type ?? []))];
  const accounts = [...new Set(expected.flatMap((item) => item.accounts ?? []))].slice(0, 20);
  const keys = [...new Set(expected.flatMap(({ key }) => key ?? []))].slice(0, 20);
  const cases: readonly { readonly filter: string; readonly wants: (item: Expected) => boolean }[] = [
    { filter: "include=blocks", wants: ({ kind }) => kind === "block" },
    ...types.map((type) => ({
      filter: `include=events&type=${encoded(type)}`,
      wants: (item: Expected) => item.type === type,
    })),
    ...accounts.flatMap((account) => [
      {
        filter: `include=events&account=${account}`,
        wants: ({ kind, accounts: of }: Expected) => kind === "event" && of!.includes(account),
      },
      {
        filter: `include=changes&account=${account}`,
        wants: ({ kind, accounts: of }: Expected) => kind === "change" && of!.includes(account),
      },
      {
        filter: `include=events&type=${encoded(types[0]!)}&type=${encoded(types[1]!)}&account=${account}`,
        wants: ({ type, accounts: of }: Expected) => types.slice(0, 2).includes(type!) && of!.includes(account),
      },
    ]),
    ...keys.map((key) => ({ filter: `include=changes&key=${key}`, wants: (item: Expected) => item.key === key })),
  ];
  const together = await readAll(
    cases.map(({ filter }) => filter),
    20_000,
  );
  for (const [i, { filter, wants }] of cases.entries()) {
    expect(together[i]!.map(shown), filter).toEqual(expected.filter(wants).map(told));
  }
  // Alone, events of far back are found by the index.
  for (const { filter, wants } of cases.slice(1, 12)) {
    expect((await readAll([filter], 3_000))[0]!.map(shown), filter).toEqual(expected.filter(wants).map(told));
  }
});

test("a page for very many filters stays small, however their things alternate", async () => {
  const wanted = expected.filter(({ type }) => type === "0x1::block::NewBlockEvent");
  const alike = Array.from(
    { length: 1_500 },
    (_, i) => `include=events&type=${encoded("0x1::block::NewBlockEvent")}&type=${encoded(`0x1::a::B${i}`)}`,
  );
  const filters = ["include=changes", ...alike];
  const read = filters.map(() => 0);
  for (let after = start, isEnd = false; !isEnd; ) {
    const answer = await api.readStream({ filters, after, to: head, mostBytes: 10_000_000 }, {});
    const page = unpackStreamPage(answer.body as Uint8Array);
    // One thing more than the bound, for all of them.
    expect(page.spans.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(64 * 1024 + 2 * filters.length);
    for (const [i, { length }] of page.spans.entries()) read[i]! += length / 2;
    ({ next: after, isEnd } = page);
  }
  expect(wanted.length).toBeGreaterThan(16);
  expect(read[1]).toBe(wanted.length);
  expect(new Set(read.slice(1)).size).toBe(1);
});

test("goes on after any of its ids with what follows, and nothing else", async () => {
  const filter = "include=blocks,events,transactions,changes";
  const [all] = await readAll([filter], 10_000_000);
  for (let i = 0; i < all!.length; i += 97) {
    const { after } = api.streamRequest({ query: new URLSearchParams() }, all![i]!.id);
    const [rest] = await readAll([filter], 100_000, after);
    expect(rest!.map(({ id }) => id)).toEqual(all!.slice(i + 1).map(({ id }) => id));
  }
});

test("transactions are found by the accounts that they touch", async () => {
  const sender = "0xcafe";
  const [found] = await readAll([`include=transactions&account=${sender}`], 100_000);
  const versions = found!.map(({ data }) => data.version);
  const sent = expected.filter(({ kind, accounts }) => kind === "change" && accounts!.includes(sender));
  expect(found!.length).toBeGreaterThan(0);
  expect(versions).toEqual(expect.arrayContaining([...new Set(sent.map(({ version }) => `${version}`))]));
  expect(found!.length).toBeLessThan(Number(head));
});

describe("as JSON", () => {
  test("a page says where it ends, and the next one begins there", async () => {
    const items: Read[] = [];
    let query: Record<string, string> = { from: "0", include: "blocks,transactions" };
    for (let isEnd = false; !isEnd; ) {
      const response = await ask(api, "get_stream", { query });
      expect(response.status).toBe(200);
      const page = jsonOf(response) as { items: Read[]; next: string; is_end: boolean };
      items.push(...page.items);
      isEnd = page.is_end;
      query = { after: page.next, include: "blocks,transactions" };
    }
    expect(items.map(shown)).toEqual(
      expected.filter(({ kind }) => kind === "block" || kind === "transaction").map(told),
    );
  });

  test.each([
    [{ include: "everything" }, /expected some of blocks/],
    [{ from: "x" }, /expected \{version\}/],
    [{ from: "1", after: "2" }, /exclude each other/],
    [{ key: "00", include: "blocks" }, /add changes/],
    [{ type: "0x1::a::B", include: "blocks" }, /add events/],
    [Array.from({ length: 17 }, (_, i) => ["account", `0x${i + 1}`] as const), /16 types/],
    [{ key: "00".repeat(4_096) }, /too long/],
  ])("refuses %j", async (query, message) => {
    const response = await ask(api, "get_stream", {
      query: new URLSearchParams(query as Record<string, string>).toString(),
    });
    expect(response.status).toBe(400);
    expect((jsonOf(response) as { message: string }).message).toMatch(message);
  });
});

test("a long part gives way, ends when its time is over, and ends when its client has left", async () => {
  // Every look at the clock is ten milliseconds later: each record takes long on any machine.
  let now = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => (now += 10));
  onTestFinished(() => clock.mockRestore());
  let turns = 0;
  const signal = { aborted: false };
  const patient = createApi({
    store,
    defer: (callback) => {
      turns++;
      setImmediate(callback);
    },
  });
  const query = { include: "blocks", from: "0" };
  const part = jsonOf(await ask(patient, "get_stream", { query, signal })) as { readonly is_end: boolean };
  expect([part.is_end, turns]).toEqual([false, 49]);
  signal.aborted = true;
  expect([(await ask(patient, "get_stream", { query, signal })).status, turns]).toEqual([408, 50]);
});

describe("says that nothing can follow", () => {
  test("where it is pruned", async () => {
    const kept = await openDemoStore(12);
    const oldest = (await kept.readBlockByVersion(20n)).firstVersion;
    await kept.prune({ stateVersion: oldest, ledgerVersion: oldest }, 1_000_000);
    const pruned = createApi({ store: kept });
    const after = { version: oldest - 2n, index: endIndex };
    const answer = await pruned.readStream({ filters: ["include=blocks"], after, to: head, mostBytes: 1_000 }, {});
    expect(answer.status).toBe(410);
    const [gone] = new EventParser().push(answer.body as string);
    expect(gone).toMatchObject({ event: "gone", id: undefined });
    expect(JSON.parse(gone!.data)).toMatchObject({
      reason: "pruned",
      oldest_version: `${oldest}`,
      oldest: `${oldest}.0`,
    });
    expect((await ask(pruned, "get_stream", { query: { from: `${oldest - 1n}` } })).status).toBe(410);
    expect((await ask(pruned, "get_stream", { query: { from: `${oldest}` } })).status).toBe(200);
  });

  test("where the ledger is another one", async () => {
    const block = await store.readBlockByVersion(20n);
    const after = formatMark({ version: 20n, index: 0, tag: "0123456789abcdef" });
    const response = await ask(api, "get_stream", { query: { after } });
    expect(response.status).toBe(410);
    expect((jsonOf(response) as { message: string }).message).toMatch(/no place of this ledger/);
    const right = formatMark({ version: 20n, index: 0, tag: formatHash(block.hash).slice(2, 18) });
    expect((await ask(api, "get_stream", { query: { after: right } })).status).toBe(200);
  });
});

test("a part that was read while the ledger lost blocks is not given", async () => {
  let incarnation = 1;
  const losing = new Proxy(store, {
    get(target, name) {
      if (name === "summary") return async () => ({ ...(await target.summary()), incarnation });
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...args: unknown[]): unknown => {
        if (name === "listRecords") incarnation = 2;
        return Reflect.apply(member, target, args);
      };
    },
  });
  const question = { filters: ["include=blocks"], after: start, to: head, mostBytes: 1_000 };
  const other = createApi({ store: losing });
  const refused = await other.readStream(question, {});
  expect(refused.status).toBe(503);
  expect(refused.headers).toMatchObject({ "Retry-After": "1" });
  const answer = await other.readStream(question, {});
  expect(answer.status).toBe(200);
});
