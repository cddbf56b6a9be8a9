import { type Api, createApi } from "@ledger/api-core";
import { struct, u32, u64, vector } from "@ledger/bcs";
import type { LedgerStore } from "@ledger/state-store";
import { ContractEvent, ContractEvents, formatAddress, formatTypeTag, Transaction } from "@ledger/types";
import { beforeAll, describe, expect, test } from "vitest";
import { ask, jsonOf } from "./support/ask.ts";
import { openDemoStore } from "./support/demo-store.ts";

interface Event {
  readonly version: string;
  readonly index: number;
  readonly timestamp: string;
  readonly type: string;
  readonly guid: { readonly account_address: string };
  readonly data: unknown;
}

/** An event as the records have it, with what it should be found by. */
interface Emitted {
  readonly place: string;
  readonly type: string;
  readonly accounts: readonly string[];
  readonly event: ContractEvent;
}

let store: LedgerStore;
let api: Api;
let emitted: readonly Emitted[];

/** Every event of a ledger, from nothing but its records. */
async function readEmitted(from: LedgerStore): Promise<readonly Emitted[]> {
  const { oldestLedgerVersion, version } = (await from.summary())!;
  const all: Emitted[] = [];
  for (let at = oldestLedgerVersion; at <= version; at++) {
    const record = await from.readRecord(at);
    const transaction = Transaction.decode(record.transaction);
    const sender = transaction.kind === "UserTransaction" ? formatAddress(transaction.value.rawTxn.sender) : undefined;
    for (const [index, event] of ContractEvents.decode(record.events).entries()) {
      const type = formatTypeTag(event.value.typeTag);
      const module = type.slice(0, type.indexOf("::"));
      const accounts =
        event.kind === "V1" ? [formatAddress(event.value.key.accountAddress)] : [module, ...(sender ? [sender] : [])];
      all.push({ place: `${at}.${index}`, type, accounts, event });
    }
  }
  return all;
}

async function listAll(target: Api, query: Readonly<Record<string, string>>): Promise<readonly Event[]> {
  const events: Event[] = [];
  let start: string | undefined = query.start;
  do {
    const response = await ask(target, "list_events", {
      params: {},
      query: { ...query, ...(start !== undefined && { start }) },
    });
    expect(response.status).toBe(200);
    events.push(...(jsonOf(response) as Event[]));
    start = response.headers["X-SVC-CURSOR"];
  } while (start !== undefined);
  return events;
}

const placesOf = (events: readonly Event[]): string[] => events.map(({ version, index }) => `${version}.${index}`);

beforeAll(async () => {
  store = await openDemoStore(30);
  api = createApi({ store });
  emitted = await readEmitted(store);
});

describe("the events of the local network", () => {
  test("are found by every type, by every account and by both, in both orders", async () => {
    const types = [...new Set(emitted.map(({ type }) => type))];
    const accounts = [...new Set(emitted.flatMap((event) => event.accounts))];
    expect(types).toEqual(expect.arrayContaining(["0x1::block::NewBlockEvent", "0xcafe::shop::OrderPlaced"]));
    expect(accounts.length).toBeGreaterThan(4);
    for (const type of types) {
      const expected = emitted.filter((event) => event.type === type).map(({ place }) => place);
      expect(placesOf(await listAll(api, { type, order: "oldest_first", limit: "17" })), type).toEqual(expected);
      expect(placesOf(await listAll(api, { type, limit: "100" })), type).toEqual(expected.toReversed());
    }
    for (const account of accounts) {
      const of = emitted.filter((event) => event.accounts.includes(account));
      const found = await listAll(api, { account, order: "oldest_first", limit: "100" });
      expect(placesOf(found), account).toEqual(of.map(({ place }) => place));
      for (const type of new Set(of.map((event) => event.type))) {
        const both = of.filter((event) => event.type === type).map(({ place }) => place);
        expect(placesOf(await listAll(api, { account, type, limit: "7" })), `${account} ${type}`).toEqual(
          both.toReversed(),
        );
      }
    }
  });

  test("are shown as their transactions show them", async () => {
    for (const event of await listAll(api, { account: "0xcafe" })) {
      const response = await ask(api, "get_transaction_by_version", { params: { txn_version: event.version } });
      const { events, timestamp } = jsonOf(response) as { events: readonly object[]; timestamp?: string };
      const { version: _, index, timestamp: told, ...shown } = event;
      expect(shown).toEqual(events[index]);
      // Genesis has no time of its own.
      expect(told).toBe(timestamp ?? "0");
    }
  });

  test("in BCS", async () => {
    const type = "0xcafe::shop::OrderPlaced";
    const response = await ask(api, "list_events", {
      params: {},
      query: { type, order: "oldest_first" },
      accept: "application/x-bcs",
    });
    const Events = vector(struct("Event", { version: u64, index: u32, event: ContractEvent }));
    expect(Events.decode(response.body as Uint8Array).map(({ event }) => event)).toEqual(
      emitted.filter((other) => other.type === type).map(({ event }) => event),
    );
  });

  test("an address may be short, padded or without 0x, in accounts and in types", async () => {
    const expected = placesOf(await listAll(api, { account: "0xcafe", type: "0xcafe::shop::OrderPlaced" }));
    expect(expected.length).toBeGreaterThan(0);
    const padded = "cafe".padStart(64, "0");
    for (const account of ["cafe", "0xCAFE", `0x${padded}`, padded]) {
      for (const type of ["0xcafe::shop::OrderPlaced", `0x${padded}::shop::OrderPlaced`]) {
        expect(placesOf(await listAll(api, { account, type }))).toEqual(expected);
      }
    }
  });

  test("a client goes on where it stopped", async () => {
    const account = "0x1";
    const all = placesOf(await listAll(api, { account, order: "oldest_first", limit: "100" }));
    const last = all[5]!;
    const [version, index] = last.split(".");
    const start = `${version}.${Number(index) + 1}`;
    expect(placesOf(await listAll(api, { account, order: "oldest_first", limit: "100", start }))).toEqual(all.slice(6));
  });

  test("go with their records", async () => {
    const pruned = await openDemoStore(30);
    const head = (await pruned.summary())!.version;
    const oldest = (await pruned.readBlockByVersion(head / 2n)).firstVersion;
    await pruned.prune({ stateVersion: oldest, ledgerVersion: oldest }, 1_000_000);
    const other = createApi({ store: pruned });
    const kept = await readEmitted(pruned);
    for (const account of ["0x1", "0xcafe"]) {
      const expected = kept.filter((event) => event.accounts.includes(account)).map(({ place }) => place);
      expect(placesOf(await listAll(other, { account, order: "oldest_first", limit: "100" }))).toEqual(expected);
      expect(placesOf(await listAll(other, { account, limit: "100" }))).toEqual(expected.toReversed());
    }
    const gone = await ask(other, "list_events", {
      params: {},
      query: { account: "0x1", order: "oldest_first", start: `${oldest - 1n}.0` },
    });
    expect([gone.status, jsonOf(gone)]).toEqual([410, expect.objectContaining({ error_code: "version_pruned" })]);
  });
});

test.each([
  [{}, "type and account are missing"],
  [{ account: "0x1", order: "sideways" }, "expected newest_first or oldest_first"],
  [{ account: "0x1", start: "5" }, "expected {version}.{index}"],
  [{ account: "0x1", start: "18446744073709551616.0" }, "start"],
  [{ type: "0x1::coin" }, "type"],
  [{ account: "0x1", limit: "0" }, "limit 0 is invalid"],
])("%j is refused", async (query, message) => {
  const response = await ask(api, "list_events", { params: {}, query });
  expect([response.status, jsonOf(response)]).toEqual([
    400,
    expect.objectContaining({ message: expect.stringContaining(message) }),
  ]);
});
