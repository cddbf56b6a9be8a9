import { type LedgerStore, StoreError } from "@ledger/state-store";
import { createMemoryStore } from "@ledger/state-store/memory";
import {
  hex,
  keyForHash,
  StrangerLedger,
  type StrangerUpstream,
  startStranger,
  strangerAccounts,
  type UpstreamSettings,
} from "@ledger/stranger";
import { bytesToAddress } from "@ledger/types";
import { describe, expect, onTestFinished, test } from "vitest";
import { ingest, restSource, StateCompleter, startLazily } from "../src/index.ts";

/** A lazy ledger over a stranger's upstream, and what completes its state. */
async function beginLazily(ledger: StrangerLedger, changes: Partial<UpstreamSettings> = {}) {
  const upstream = await startStranger(ledger, { head: 40n, ...changes });
  onTestFinished(upstream.close);
  const store = createMemoryStore();
  const source = restSource({ upstreams: [upstream.url], once: true });
  await ingest({ source, store, start: startLazily({ source, version: 20n }) });
  const completer = new StateCompleter({
    store,
    upstreams: source.state,
    findGroup: async () => undefined,
    signal: new AbortController().signal,
  });
  return { upstream, store, source, completer };
}

/** What a lazy ledger says of a key: its bytes, `absent`, or why it cannot say. */
async function askFor(
  store: LedgerStore,
  completer: StateCompleter,
  key: Uint8Array,
  version: bigint,
): Promise<string> {
  try {
    try {
      return describeValue((await store.readState(version, key))?.bytes);
    } catch (error) {
      if (!(error instanceof StoreError) || error.code !== "state_unknown") throw error;
    }
    await completer.complete({ kind: "value", key, version });
    return describeValue((await store.readState(version, key))?.bytes);
  } catch (error) {
    return (error as Error).name;
  }
}

const describeValue = (bytes: Uint8Array | undefined): string => (bytes === undefined ? "absent" : hex(bytes));

const requestedKeys = ({ requests }: StrangerUpstream) => requests.filter(({ kind }) => kind === "value").length;

describe("the state of a lazy ledger", () => {
  test("is asked for by the BCS of its key: every item and resource is that of the upstream", async () => {
    const ledger = new StrangerLedger({ seed: 11 }).grow(30);
    const { store, completer, upstream } = await beginLazily(ledger);
    const head = (await store.summary())!.version;
    for (const key of ledger.keys) {
      const said = await askFor(store, completer, keyForHash(key), head);
      expect(said, hex(keyForHash(key))).toBe(describeValue(ledger.valueAt(key, head)?.bytes));
    }
    expect(requestedKeys(upstream)).toBeGreaterThan(15);
    expect(upstream.requests.filter((request) => request.kind === "value" && request.key === undefined)).toEqual([]);
  });

  test("is not asked for again and again by a listing that goes in circles", async () => {
    const ledger = new StrangerLedger({ seed: 12 }).grow(30);
    const { source, upstream } = await beginLazily(ledger);
    const account = bytesToAddress(strangerAccounts[0]!);
    // A then B then A: each answer names another cursor than the one before it.
    let pages = 0;
    upstream.settings.intercept = (request, reply) => {
      if (request.kind !== "listing" || request.what !== "resources") return reply;
      return { ...reply, headers: { ...reply.headers, "x-aptos-cursor": pages++ % 2 === 0 ? "0a" : "0b" } };
    };
    const listing = await source.state.listAccount(account, 40n, new AbortController().signal);
    expect(listing).toMatchObject({ kind: "unavailable", isRefused: true });
    expect(listing).toHaveProperty("reason", expect.stringContaining("repeats a page"));
    expect(pages).toBe(3);
  });
});
