import type { LedgerStore } from "@ledger/state-store";
import { buildLedger, testAccountKey, testAddress } from "@ledger/store-contract/build-ledger";
import { accountKeyPrefix, frameworkTag, moduleKey, resourceGroupKey, resourceKey } from "@ledger/types";
import { describe, expect, test } from "vitest";
import { type AccountListing, type FetchedValue, StateCompleter, type StateReader } from "../src/index.ts";
import { stores } from "./support/stores.ts";

const account = testAddress(0xa11ce);
const name = (text: string) => new TextEncoder().encode(text);
const coin = testAccountKey(account, 1, name("coin"));
const table = Uint8Array.of(1, 2, 3);
const origin = "node.example";

/** An upstream whose ledger is told by tests: values by version, from `oldest` to `head`. */
class FakeUpstream implements StateReader {
  readonly asked: { readonly key: Uint8Array; readonly version: bigint }[] = [];
  valueAt: (version: bigint, key: Uint8Array) => Uint8Array | undefined = () => undefined;
  oldest = 0n;
  head = 1_000n;
  reachable = true;
  listing: AccountListing = { kind: "listing", modules: [], resources: [], origin };

  async readState(key: Uint8Array, version: bigint): Promise<FetchedValue> {
    this.asked.push({ key, version });
    await new Promise((resolve) => setImmediate(resolve));
    if (!this.reachable) return { kind: "unavailable", reason: "it does not answer" };
    if (version < this.oldest) return { kind: "gone", head: this.head };
    const value = this.valueAt(version, key);
    return value === undefined ? { kind: "absent", origin } : { kind: "value", value, metadata: undefined, origin };
  }
  async listAccount() {
    return this.reachable ? this.listing : ({ kind: "unavailable", reason: "it does not answer" } as const);
  }
  async findBlock() {
    return undefined;
  }
}

/** What a piece of work fails with, at once or later. */
async function failureOf(work: () => unknown): Promise<unknown> {
  try {
    await work();
    return "no failure";
  } catch (error) {
    return error;
  }
}

describe.each(stores)("the state of a ledger that began in the middle, in a store of %s", (_, open) => {
  async function begun() {
    const store: LedgerStore = await open();
    await store.begin({ version: 100n, blockHeight: 9n, frontier: undefined, state: "partial" });
    const ledger = buildLedger({ version: 100n, height: 9n, isChained: false });
    await store.commit(ledger.batch([[{}], [{}]]));
    const upstream = new FakeUpstream();
    const options = { store, upstreams: upstream, signal: new AbortController().signal };
    const completer = new StateCompleter({ ...options, findGroup: async (tag) => groupOf(tag.name) });
    const complete = (key: Uint8Array, version: bigint) => completer.complete({ kind: "value", key, version });
    const write = (key: Uint8Array, byte: number) =>
      ledger.batch([[{ writes: [{ key, value: Uint8Array.of(byte) }] }]]);
    return { store, ledger, upstream, completer, complete, write };
  }
  const groupOf = (member: string) => (member === "Member" ? frameworkTag("object", "ObjectGroup") : undefined);

  test("is read at the head, once, and holds from the first version on", async () => {
    const { store, upstream, complete, write } = await begun();
    upstream.valueAt = () => Uint8Array.of(7);
    await Promise.all([complete(coin, 100n), complete(coin, 101n)]);
    expect(upstream.asked).toEqual([{ key: coin, version: 101n }]);
    await store.commit(write(coin, 8));
    expect((await store.readState(100n, coin))?.bytes).toEqual(Uint8Array.of(7));
    expect((await store.readState(102n, coin))?.bytes).toEqual(Uint8Array.of(8));
    expect(await store.findValueOrigin(100n, coin)).toBe(origin);
    upstream.valueAt = () => undefined;
    await complete(table, 101n);
    expect(await store.readState(101n, table)).toBeUndefined();
  });
  test("from before a write is read just before it", async () => {
    const { store, upstream, complete, write } = await begun();
    await store.commit(write(coin, 8));
    upstream.valueAt = (version) => Uint8Array.of(version < 102n ? 7 : 8);
    await complete(coin, 100n);
    expect(upstream.asked.map(({ version }) => version)).toEqual([101n]);
    expect((await store.readState(101n, coin))?.bytes).toEqual(Uint8Array.of(7));
  });
  test("is refused, not guessed, while no upstream can be asked", async () => {
    const { store, upstream, complete, completer } = await begun();
    upstream.reachable = false;
    expect(await failureOf(() => complete(coin, 100n))).toMatchObject({ name: "StateUnavailableError" });
    const prefix = accountKeyPrefix(account);
    const listed = () => completer.complete({ kind: "account", version: 100n, prefix });
    expect(await failureOf(listed)).toMatchObject({ name: "StateUnavailableError" });
    expect(await failureOf(() => store.readState(100n, coin))).toMatchObject({ code: "state_unknown" });
    upstream.reachable = true;
    await complete(coin, 100n);
    expect(await store.readState(100n, coin)).toBeUndefined();
  });
  test("that is read above the head counts once nothing has written it until there", async () => {
    const { store, upstream, complete, ledger } = await begun();
    Object.assign(upstream, { oldest: 102n, head: 103n, valueAt: () => Uint8Array.of(7) });
    expect(await failureOf(() => complete(coin, 100n))).toMatchObject({ name: "StateUnavailableError" });
    expect(await failureOf(() => complete(coin, 100n))).toMatchObject({ name: "StateUnavailableError" });
    expect(upstream.asked.map(({ version }) => version)).toEqual([101n, 103n]);
    await store.commit(ledger.batch([[{}], [{}]]));
    await complete(coin, 100n);
    expect(upstream.asked).toHaveLength(2);
    expect((await store.readState(100n, coin))?.bytes).toEqual(Uint8Array.of(7));
  });
  test("that was overwritten before it was known, and given up upstream, is lost for good", async () => {
    const { store, upstream, complete, ledger, write } = await begun();
    Object.assign(upstream, { oldest: 102n, head: 103n, valueAt: () => Uint8Array.of(9) });
    expect(await failureOf(() => complete(coin, 100n))).toMatchObject({ name: "StateUnavailableError" });
    await store.commit(write(coin, 9));
    await store.commit(ledger.batch([[{}]]));
    expect(await failureOf(() => complete(coin, 100n))).toMatchObject({ name: "StateUnavailableError" });
    expect(await failureOf(() => store.readState(100n, coin))).toMatchObject({ code: "state_unavailable" });
    expect((await store.readState(102n, coin))?.bytes).toEqual(Uint8Array.of(9));
  });
  test("of an account is listed and read key by key, members of a group by their group", async () => {
    const { store, upstream, completer } = await begun();
    const own = { address: account, module: "m", name: "Own", typeArgs: [] };
    const member = { address: account, module: "m", name: "Member", typeArgs: [] };
    upstream.listing = { kind: "listing", modules: ["m"], resources: [own, member], origin };
    upstream.valueAt = () => Uint8Array.of(5);
    const prefix = accountKeyPrefix(account);
    await completer.complete({ kind: "account", version: 101n, prefix });
    const page = await store.listState({ version: 101n, prefix, limit: 10 });
    const keys = [
      moduleKey(account, "m"),
      resourceKey(account, own),
      resourceGroupKey(account, frameworkTag("object", "ObjectGroup")),
    ];
    expect(page.entries.map(({ key }) => [...key]).sort()).toEqual(keys.map((key) => [...key]).sort());
    expect(await store.readState(101n, coin)).toBeUndefined();
    expect(await store.findListingOrigin(101n, prefix)).toBe(origin);
  });
  test("of an account is refused when an upstream lists what it denies", async () => {
    const { store, upstream, completer } = await begun();
    upstream.listing = { kind: "listing", modules: ["m"], resources: [], origin };
    const prefix = accountKeyPrefix(account);
    const listed = () => completer.complete({ kind: "account", version: 101n, prefix });
    expect(await failureOf(listed)).toMatchObject({ name: "StateUnavailableError" });
    const listing = () => store.listState({ version: 101n, prefix, limit: 1 });
    expect(await failureOf(listing)).toMatchObject({ code: "listing_unknown" });
  });
});
