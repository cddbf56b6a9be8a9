import { describe, expect, test } from "vitest";
import { restSource } from "../src/index.ts";
import { bytesOf, chain, expectWholeLedger, flip, follow, fork } from "./support/follow-mocks.ts";
import { openMockUpstream } from "./support/mock-upstream.ts";

describe("following several upstreams", () => {
  test("goes on with the second when the first fails", async () => {
    const broken = await openMockUpstream(chain.records, {
      intercept: ({ start }, reply) => (start > 60n ? { status: 502, headers: {}, body: "" } : reply),
    });
    const sound = await openMockUpstream(chain.records);
    const followed = await follow([broken.url, sound.url], { agreement: 1 });
    await expectWholeLedger(followed);
    expect(sound.requests.some(({ kind, start }) => kind === "page" && start > 60n)).toBe(true);
  });

  test("goes on with the one that still has the versions", async () => {
    const pruned = await openMockUpstream(chain.records, { oldest: 200n });
    const archive = await openMockUpstream(chain.records);
    await expectWholeLedger(await follow([pruned.url, archive.url], { agreement: 1 }));
  });

  test("takes a tampered page from another upstream", async () => {
    const tampering = await openMockUpstream(chain.records, {
      intercept: ({ kind, start }, reply) =>
        kind === "page" && start >= 100n ? { ...reply, body: flip(bytesOf(reply), 900) } : reply,
    });
    const sound = await openMockUpstream(chain.records);
    await expectWholeLedger(await follow([tampering.url, sound.url], { agreement: 1 }));
  });

  test("a consistent forgery is refused because the second upstream disagrees", async () => {
    // Same genesis, other blocks, every hash right.
    expect(fork.genesis).toEqual(chain.genesis);
    const forger = await openMockUpstream(fork.records);
    const sound = await openMockUpstream(chain.records);
    for (const urls of [
      [forger.url, sound.url],
      [sound.url, forger.url],
    ]) {
      const { outcome, version } = await follow(urls);
      expect(outcome).toMatchObject({ code: "diverged", field: "accumulator_root", version: 1n });
      // Genesis is the same everywhere.
      expect(version).toBe(0n);
    }
    // Alone it cannot be told from the real thing: that is what a second upstream or a waypoint is for.
    await expectWholeLedger(await follow([forger.url]), fork.records);
  });

  test("a short fault of the honest upstream does not let a forgery pass", async () => {
    const forger = await openMockUpstream(fork.records);
    let faults = 0;
    const sound = await openMockUpstream(chain.records, {
      intercept: ({ kind }, reply) =>
        kind === "version" && faults++ < 3 ? { status: 503, headers: {}, body: "" } : reply,
    });
    expect((await follow([forger.url, sound.url])).outcome).toMatchObject({ code: "diverged" });
  });

  test("with a dead second upstream nothing is taken, unless one is enough", async () => {
    const sound = await openMockUpstream(chain.records);
    const urls = [sound.url, "http://127.0.0.1:1/v1"];
    const { outcome, version } = await follow(urls);
    expect(outcome).toMatchObject({ code: "unconfirmed" });
    expect(String(outcome)).toContain("127.0.0.1:1 does not answer");
    expect(version).toBeUndefined();
    const followed = await follow(urls, { agreement: 1 });
    await expectWholeLedger(followed);
    expect(followed.events.some(({ upstream }) => upstream === "127.0.0.1:1")).toBe(true);
  });

  test("of three a dead one stops nothing", async () => {
    const [one, other] = [await openMockUpstream(chain.records), await openMockUpstream(chain.records)];
    await expectWholeLedger(await follow([one.url, "http://127.0.0.1:1/v1", other.url]));
  });

  test("more cannot agree than there are, and credentials have no place in a URL", () => {
    expect(() => restSource({ upstreams: ["http://127.0.0.1:1/v1"], agreement: 2 })).toThrow(TypeError);
    for (const url of ["http://user:secret@127.0.0.1/v1", "http://user@127.0.0.1/v1"]) {
      expect(() => restSource({ upstreams: [url] })).toThrow("must not contain credentials");
    }
  });
});
