import { vector } from "@ledger/bcs";
import { createMemoryStore } from "@ledger/state-store/memory";
import { type LedgerRecord, OnChainRecord } from "@ledger/types";
import { expect } from "vitest";
import { ingest, type RestSourceOptions, restSource, type SyncError, type UpstreamEvent } from "../../src/index.ts";
import { buildChain } from "../../src/testing/index.ts";
import { fastPacing } from "./fast-pacing.ts";
import type { MockReply, MockRequest } from "./mock-upstream.ts";

/** The ledger that mock upstreams have. */
export const chain = buildChain(60, { blocksPerEpoch: 25 });
/** Its last version. */
export const head = chain.records.at(-1)!.version;
/** Another ledger of the same network. */
export const fork = buildChain(60, { blocksPerEpoch: 25, salt: 1 });

type Followed = Awaited<ReturnType<typeof follow>>;

/** Follows mock upstreams to their head and reports what became of it. */
export async function follow(urls: readonly string[], options: Partial<RestSourceOptions> = {}) {
  const store = createMemoryStore();
  const events: UpstreamEvent[] = [];
  const pacing = fastPacing();
  const source = restSource({
    upstreams: urls as [string],
    once: true,
    pageRecords: 10,
    pacing,
    onEvent: (event) => events.push(event),
    ...options,
  });
  const outcome = await ingest({ source, store, stateRoots: "every_block" }).catch((error: SyncError) => error);
  return { outcome, store, events, pacing, version: (await store.summary())?.version };
}

/** Checks that a follower has all records, in order. */
export async function expectWholeLedger({ outcome, store, version }: Followed, records = chain.records): Promise<void> {
  expect(outcome).not.toBeInstanceOf(Error);
  expect(version).toBe(records.at(-1)!.version);
  expect(await store.listRecords(0n, records.length)).toEqual(records);
}

/** Answers the first requests for pages with something else. */
export function failFirst(count: number, replace: (reply: MockReply, request: MockRequest) => MockReply) {
  let failures = 0;
  return (request: MockRequest, reply: MockReply): MockReply => {
    if (request.kind !== "page" || failures >= count) return reply;
    failures += 1;
    return replace(reply, request);
  };
}

/** A page of the true ledger in which one record was changed. */
export function replaceRecord(
  start: bigint,
  limit: number,
  version: bigint,
  change: (record: LedgerRecord) => LedgerRecord,
): Uint8Array {
  const page = chain.records.slice(Number(start), Number(start) + limit);
  return vector(OnChainRecord).encode(page.map((record) => (record.version === version ? change(record) : record)));
}

/** The bytes of an answer. */
export function bytesOf({ body }: MockReply): Uint8Array {
  return typeof body === "string" ? new TextEncoder().encode(body) : body;
}

/** The bytes with one bit changed. */
export function flip(bytes: Uint8Array, at: number): Uint8Array {
  const place = at % bytes.length;
  return bytes.with(place, bytes[place]! ^ 0x10) as Uint8Array;
}
