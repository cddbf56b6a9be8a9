import { parseAddress } from "@ledger/types";
import { expect, test } from "vitest";
import type { Pacing } from "./pacing.ts";
import { createStateReader } from "./pooled-state-reader.ts";
import { Upstream } from "./upstream.ts";
import { UpstreamPool } from "./upstream-pool.ts";

const { signal } = new AbortController();
const ledgerHeaders = {
  "content-type": "application/json",
  "x-svc-chain-id": "4",
  "x-svc-ledger-version": "9",
  "x-svc-ledger-oldest-version": "0",
  "x-svc-epoch": "1",
};

/** A reader of one upstream that answers everything but listings, whose connections break after a time. */
function createReader() {
  const clock = { time: 1_000 };
  const sleep = async (): Promise<void> => undefined;
  const pacing: Pacing = { now: () => clock.time, date: () => clock.time, random: () => 0.5, sleep };
  const breaking: (() => void)[] = [];
  const upstream = new Upstream("http://upstream.test/v1", {
    fetch: (url) => {
      if (!url.includes("/accounts/")) return Promise.resolve(new Response("{}", { headers: ledgerHeaders }));
      return new Promise((_, reject) => breaking.push(() => reject(new Error("it ended"))));
    },
    pacing,
    rate: { perSecond: 1_000, burst: 1_000 },
    pageSize: { first: 1, maximum: 1 },
    bounds: { headersMs: 60_000, idleMs: 60_000, totalMs: 60_000, bodyBytes: 1_000 },
  });
  const pool = new UpstreamPool([upstream], pacing);
  const reader = createStateReader({ pool, required: 1, asksAll: false, chainId: () => 4 });
  /** Asks for a listing that breaks 15 seconds later. @param meanwhile - something that happens before */
  const askInVain = async (meanwhile: () => Promise<unknown>): Promise<void> => {
    const answer = reader.listAccount(parseAddress("0x1"), 9n, signal);
    for (let turn = 0; breaking.length === 0 && turn < 100; turn++)
      await new Promise((resolve) => setImmediate(resolve));
    expect(breaking).toHaveLength(1);
    clock.time += 10_000;
    await meanwhile();
    clock.time += 5_000;
    breaking.pop()!();
    expect(await answer).toMatchObject({ kind: "unavailable" });
  };
  return { upstream, askInVain };
}

test("an upstream that says where it is meanwhile is asked on after a listing that it never gave", async () => {
  const { upstream, askInVain } = createReader();
  for (let i = 0; i < 20; i++) await askInVain(() => upstream.requestState(signal));
  expect(upstream.stateLane.waitMs).toBe(0);
});

test("an upstream that says nothing meanwhile is left alone, longer each time", async () => {
  const { upstream, askInVain } = createReader();
  await askInVain(async () => undefined);
  const first = upstream.stateLane.waitMs;
  await askInVain(async () => undefined);
  expect(first).toBeGreaterThan(0);
  expect(upstream.stateLane.waitMs).toBeGreaterThan(first);
});
