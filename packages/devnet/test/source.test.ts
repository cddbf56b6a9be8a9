import { type LedgerRecord, Transaction } from "@ledger/types";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createDevnetSource } from "../src/index.ts";
import { START } from "./support/run.ts";

beforeEach(() => void vi.useFakeTimers({ now: Number(START / 1_000n) }));
afterEach(() => void vi.useRealTimers());

const clock = (): bigint => BigInt(Date.now()) * 1_000n;

function timeOf([first]: readonly LedgerRecord[]): bigint | undefined {
  const transaction = Transaction.decode(first!.transaction);
  return transaction.kind === "BlockMetadata" ? transaction.value.timestampUsecs : undefined;
}

/** Reads a source in the background; `times` are those of the blocks so far, in milliseconds after the start. */
function follow(intervalMs: number): { times: number[]; abort: AbortController; ended: Promise<void> } {
  const abort = new AbortController();
  const times: number[] = [];
  const read = async (): Promise<void> => {
    for await (const page of createDevnetSource({ clock, intervalMs }).records(0n, abort.signal)) {
      const time = timeOf(page);
      if (time !== undefined) times.push(Number(time - START) / 1_000);
    }
  };
  return { times, abort, ended: read() };
}

test("a block comes at once, then one per interval", async () => {
  const { times, abort, ended } = follow(1_000);
  await vi.advanceTimersByTimeAsync(3_500);
  expect(times).toEqual([0, 1_000, 2_000, 3_000]);
  abort.abort();
  await ended;
});

test("after a pause the missed blocks are not made up for", async () => {
  const { times, abort, ended } = follow(1_000);
  await vi.advanceTimersByTimeAsync(1_500);
  vi.setSystemTime(Number(START / 1_000n) + 60_500);
  await vi.advanceTimersByTimeAsync(2_600);
  expect(times).toEqual([0, 1_000, 61_000, 62_000, 63_000]);
  abort.abort();
  await ended;
});

test("aborting ends a source that waits", async () => {
  const { times, abort, ended } = follow(60_000);
  await vi.advanceTimersByTimeAsync(10);
  abort.abort();
  await ended;
  expect(times).toEqual([0]);
  expect(vi.getTimerCount()).toBe(0);
});

test("aborted before it is read, a source yields genesis at most", async () => {
  const pages: (readonly LedgerRecord[])[] = [];
  for await (const page of createDevnetSource({ clock, intervalMs: 0 }).records(0n, AbortSignal.abort()))
    pages.push(page);
  expect(pages.flat().map(({ version }) => version)).toEqual([]);
});

test("time moves on by itself when the clock stands still or goes back", async () => {
  let now = START;
  const source = createDevnetSource({ clock: () => now, intervalMs: 0 });
  const times: bigint[] = [];
  for await (const page of source.records(0n, new AbortController().signal)) {
    const time = timeOf(page);
    if (time === undefined) continue;
    times.push(time);
    now -= 1_000_000n;
    if (times.length === 3) break;
  }
  expect(times).toEqual([START, START + 1n, START + 2n]);
});

test("the source names its network and its head", async () => {
  const source = createDevnetSource({ clock, intervalMs: 0 });
  expect(source.head).toBeUndefined();
  expect(await source.identify?.(new AbortController().signal)).toMatchObject({ chainId: 4 });
  for await (const [first] of source.records(0n, new AbortController().signal)) {
    expect(source.head).toBe(first?.version);
    break;
  }
});
