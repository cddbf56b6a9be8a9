import { createMemoryStore } from "@ledger/state-store/memory";
import { describe, expect, test } from "vitest";
import { ingest, restSource } from "../src/index.ts";
import { buildChain } from "../src/testing/index.ts";
import {
  bytesOf,
  chain,
  expectWholeLedger,
  failFirst,
  flip,
  follow,
  head,
  replaceRecord,
} from "./support/follow-mocks.ts";
import { type MockReply, openMockUpstream } from "./support/mock-upstream.ts";

describe("following one upstream", () => {
  test("takes the whole ledger in, several pages at once, in order", async () => {
    const upstream = await openMockUpstream(chain.records);
    await expectWholeLedger(await follow([upstream.url]));
    const pages = upstream.requests.filter(({ kind }) => kind === "page");
    expect(new Set(pages.map(({ start }) => start)).size).toBe(pages.length);
  });

  test("asks for longer pages where the upstream gives them, and not for long where it does not", async () => {
    const long = buildChain(500);
    for (const pageMaximum of [10_000, 100]) {
      const upstream = await openMockUpstream(long.records, { pageMaximum });
      await expectWholeLedger(await follow([upstream.url], { pageRecords: undefined }), long.records);
      const limits = upstream.requests.filter(({ kind }) => kind === "page").map(({ limit }) => limit);
      if (pageMaximum > 100) expect(Math.max(...limits)).toBeGreaterThan(100);
      else expect(limits.filter((limit) => limit > 100).length).toBeLessThanOrEqual(4);
    }
  });

  test("reads compressed answers, and a smaller page than it asked for", async () => {
    const upstream = await openMockUpstream(chain.records, { gzip: true, pageMaximum: 7 });
    await expectWholeLedger(await follow([upstream.url]));
    const pages = upstream.requests.filter(({ kind }) => kind === "page");
    // The maximum is learned from the first short page: few requests are made for more.
    expect(pages.filter(({ limit }) => limit > 7).length).toBeLessThan(8);
  });

  test("continues at the exact version after a stop, and asks whether it is the same ledger", async () => {
    const upstream = await openMockUpstream(chain.records, { head: 41n });
    const store = createMemoryStore();
    const open = () => restSource({ upstreams: [upstream.url], once: true, pageRecords: 10 });
    expect(await ingest({ source: open(), store })).toMatchObject({ version: 40n, pendingRecords: 1 });
    upstream.settings.head = undefined;
    upstream.requests.length = 0;
    expect(await ingest({ source: open(), store })).toMatchObject({ version: head });
    expect(upstream.requests.map(({ kind, start }) => `${kind} ${start}`).slice(0, 3)).toEqual([
      "index 0",
      "version 40",
      "page 41",
    ]);
  });

  test("stays at the head and takes what appears there", async () => {
    const upstream = await openMockUpstream(chain.records, { head: 20n });
    const store = createMemoryStore();
    const stop = new AbortController();
    const phases: string[] = [];
    const source = restSource({
      upstreams: [upstream.url],
      poll: { shortestMs: 1, longestMs: 5 },
      onStatus: ({ phase }) => phases.push(phase),
    });
    const report = await ingest({
      source,
      store,
      signal: stop.signal,
      onProgress: ({ version }) => {
        upstream.settings.head = version + 10n < head ? version + 10n : head;
        if (version === head) stop.abort();
      },
    });
    expect(report).toMatchObject({ version: head, ended: "aborted" });
    expect(phases).toContain("at_head");
  });

  test("a head that moves back between answers is no fault", async () => {
    const upstream = await openMockUpstream(chain.records);
    const stop = new AbortController();
    upstream.settings.intercept = (request, reply) => {
      if (request.kind !== "page" || request.start < 20n || request.index % 3 !== 0) return reply;
      const headers = { ...reply.headers, "x-svc-ledger-version": String(request.start - 1n) };
      return { status: 400, headers: { ...headers, "content-type": "application/json" }, body: "{}" };
    };
    const store = createMemoryStore();
    const source = restSource({ upstreams: [upstream.url], pageRecords: 10, poll: { shortestMs: 1, longestMs: 2 } });
    const onProgress = ({ version }: { version: bigint }) => version === head && stop.abort();
    expect(await ingest({ source, store, signal: stop.signal, onProgress })).toMatchObject({ version: head });
  });

  test.each<[string, (reply: MockReply) => MockReply]>([
    ["a 500", (reply) => ({ ...reply, status: 500, body: "oops" })],
    ["a 503 without ledger headers", () => ({ status: 503, headers: {}, body: '{"error_code":"overloaded"}' })],
    ["a 504", () => ({ status: 504, headers: {}, body: "<html>" })],
    ["a 413", () => ({ status: 413, headers: {}, body: "" })],
    ["HTML", (reply) => ({ ...reply, headers: { ...reply.headers, "content-type": "text/html" }, body: "<html>" })],
    ["JSON", (reply) => ({ ...reply, headers: { ...reply.headers, "content-type": "application/json" }, body: "[]" })],
    ["a body cut short", (reply) => ({ ...reply, cutAt: 100 })],
    ["a truncated body of the right length", (reply) => ({ ...reply, body: bytesOf(reply).subarray(0, -40) })],
    ["an endless body", (reply) => ({ ...reply, endless: true })],
    ["silence", (reply) => ({ ...reply, silent: true })],
    ["noise", (reply) => ({ ...reply, body: new Uint8Array(3000).fill(0xa7) })],
    ["a changed byte", (reply) => ({ ...reply, body: flip(bytesOf(reply), 700) })],
    ["one page for another", (reply) => ({ ...reply, body: bytesOf(reply).with(1, 99) as Uint8Array })],
  ])("%s is asked again", async (_, replace) => {
    const upstream = await openMockUpstream(chain.records, { intercept: failFirst(3, replace) });
    const bounds = { headersMs: 200, idleMs: 100, bodyBytes: 1 << 20 };
    await expectWholeLedger(await follow([upstream.url], { bounds }));
  });

  test("waits as long as a 429 says, in seconds or as a date, and asks more slowly", async () => {
    const date = new Date(Date.now() + 7_200_000).toUTCString();
    const values = ["17", date, undefined];
    const upstream = await openMockUpstream(chain.records, {
      intercept: failFirst(3, () => {
        const value = values.shift();
        return { status: 429, headers: value === undefined ? {} : { "retry-after": value }, body: "<html>slow down" };
      }),
    });
    const followed = await follow([upstream.url], { parallel: 1 });
    await expectWholeLedger(followed);
    const [first, second, third] = followed.pacing.waits.filter((wait) => wait > 500) as [number, number, number];
    expect(first).toBeGreaterThan(16_000);
    expect(first).toBeLessThanOrEqual(17_000);
    // Two minutes are the longest that is honoured.
    expect(second).toBeGreaterThan(115_000);
    expect(second).toBeLessThanOrEqual(120_000);
    expect(third).toBeLessThan(60_000);
    const limited = followed.events.filter(({ kind }) => kind === "rate_limited");
    expect(limited.map(({ waitMs }) => Math.min(waitMs!, 17_001))).toEqual([17_000, 17_001, expect.any(Number)]);
  });

  test("a pruned upstream is a gap that says what is left", async () => {
    for (const answer of ["500", "410"]) {
      const upstream = await openMockUpstream(chain.records, {
        oldest: 100n,
        intercept: (_, reply) => (answer === "410" && reply.status === 500 ? { ...reply, status: 410 } : reply),
      });
      const { outcome, version } = await follow([upstream.url]);
      expect(outcome).toMatchObject({ code: "gap", version: 0n });
      expect(String(outcome)).toContain("the oldest that they have is 100");
      expect(version).toBeUndefined();
    }
  });

  test("an upstream without BCS, or one that refuses us, is not asked again", async () => {
    const disabled = await openMockUpstream(chain.records, {
      intercept: failFirst(99, () => ({ status: 403, headers: {}, body: '{"error_code":"api_disabled"}' })),
    });
    expect((await follow([disabled.url])).outcome).toMatchObject({ code: "upstream_unsupported" });
    const closed = await openMockUpstream(chain.records, {
      intercept: failFirst(99, () => ({ status: 401, headers: {}, body: "" })),
    });
    expect((await follow([closed.url])).outcome).toMatchObject({ code: "upstream_rejected" });
  });

  test("another chain id is refused, before and while records are read", async () => {
    const upstream = await openMockUpstream(chain.records, { chainId: 9 });
    expect((await follow([upstream.url])).outcome).toMatchObject({ code: "wrong_network", field: "chain_id" });
    const changing = await openMockUpstream(chain.records, {
      intercept: ({ kind, start }, reply) =>
        kind === "page" && start > 50n ? { ...reply, headers: { ...reply.headers, "x-svc-chain-id": "9" } } : reply,
    });
    const { outcome, version } = await follow([changing.url]);
    expect(outcome).toMatchObject({ code: "wrong_network" });
    expect(version).toBeLessThanOrEqual(60n);
  });

  test("the same wrong bytes twice are a final answer, and nothing of their block is written", async () => {
    const upstream = await openMockUpstream(chain.records, {
      intercept: ({ kind, start, limit }, reply) =>
        kind === "page" && start <= 33n && start + BigInt(limit) > 33n
          ? {
              ...reply,
              body: replaceRecord(start, limit, 33n, (record) => ({ ...record, info: flip(record.info, 1) })),
            }
          : reply,
    });
    const { outcome, version } = await follow([upstream.url]);
    expect(outcome).toMatchObject({ code: "hash_mismatch", version: 33n, field: "accumulator_root" });
    expect(version).toBe(30n);
  });

  test("memory stays bounded: no page is asked for when the bytes under way reach the bound", async () => {
    let underWay = 0;
    let most = 0;
    const upstream = await openMockUpstream(chain.records, {
      intercept: (request, reply) => {
        if (request.kind !== "page") return reply;
        underWay += 1;
        most = Math.max(most, underWay);
        setTimeout(() => {
          underWay -= 1;
        }, 5);
        return { ...reply, delayMs: 5 };
      },
    });
    await expectWholeLedger(await follow([upstream.url], { bufferBytes: 1, parallel: 8 }));
    expect(most).toBeLessThanOrEqual(2);
  });
});
