import { createApi } from "@ledger/api-core";
import { agreement, firstUse, roots } from "@ledger/verifier";
import { describe, expect, test } from "vitest";
import { openDemoStore } from "./support/demo-store.ts";
import { fetchOf } from "./support/fetch-of.ts";

import { home, node, useProvedDemo } from "./support/verified.ts";

const encoder = new TextEncoder();

const demo = await useProvedDemo();
const { store, api } = demo;

describe("trust", () => {
  const urls = ["https://a.example/v1", "https://b.example/v1", "https://c.example/v1"];
  /** Three nodes of which some lie about roots. */
  function three(liars: readonly string[], plain = false) {
    const honest = fetchOf(api);
    const lie = fetchOf(api, (answer) => {
      if (answer.operation !== "get_proof_roots") return;
      const roots = JSON.parse(new TextDecoder().decode(answer.body)) as { accumulator_root: string };
      const accumulator_root = `0x${"11".repeat(32)}`;
      answer.body = encoder.encode(JSON.stringify({ ...roots, accumulator_root }));
    });
    return agreement({
      nodes: urls,
      need: 2,
      fetch: (url, request) => {
        // A node of other software: it has the routes that all have.
        if (plain && url.includes("/proofs/")) return Promise.resolve(new Response("{}", { status: 404 }));
        return (liars.some((liar) => url.startsWith(liar)) ? lie : honest)(url, request);
      },
    });
  }

  test.each([[[]], [[urls[0]!]], [[urls[2]!]]])("two of three nodes agree where %j lie", async (liars) => {
    const root = await three(liars).root();
    const { version } = (await store.summary())!;
    expect(root.ledgerVersion).toBe(version);
    expect(root.accumulatorRoot).toEqual((await store.readRecord(version)).accumulatorRoot);
    expect(root.restsOn).toContain("of 3 nodes");
  });

  test("liars that are alone with their roots, or too many, are not believed", async () => {
    const fetch = demo.verified(undefined, { trust: three(urls.slice(0, 2)) });
    // Two that lie in the same way agree: the data then leads nowhere.
    await expect(fetch(`${node}/accounts/0x1`)).rejects.toMatchObject({ step: "accumulator" });
    const apart = agreement({
      nodes: urls,
      need: 3,
      fetch: (url, request) =>
        fetchOf(api, (answer) => {
          if (answer.operation === "get_proof_roots" && url.startsWith(urls[1]!)) answer.body = encoder.encode("{}");
        })(url, request),
    });
    await expect(demo.verified(undefined, { trust: apart })(`${node}/accounts/0x1`)).rejects.toMatchObject({
      step: "agreement",
    });
  });

  test("nodes of other software vouch too, by the routes that all have", async () => {
    expect(await three([], true).root()).toEqual(
      expect.objectContaining(
        await roots(home, { fetch: fetchOf(api) })
          .root()
          .then(({ restsOn: _, ...root }) => root),
      ),
    );
    const { firstVersion } = (await store.findBlockByHeight(4n))!;
    const inside = await three([], true).root(firstVersion);
    expect(inside.ledgerVersion).toBe(firstVersion - 1n);
  });

  test("nodes that are not equally far agree on what all have", async () => {
    const behind = await openDemoStore(5);
    const late = fetchOf(createApi({ store: behind }));
    const trust = agreement({
      nodes: urls.slice(0, 2),
      need: 2,
      fetch: (url, request) => (url.startsWith(urls[0]!) ? fetchOf(api) : late)(url, request),
    });
    expect((await trust.root()).ledgerVersion).toBe((await behind.summary())!.version);
  });

  test("what is older than wanted is refused", async () => {
    const { timestampUsecs } = (await store.summary())!;
    const at = Number(timestampUsecs / 1000n);
    const path = `${node}/accounts/0x1`;
    expect((await demo.verified(undefined, { maxAgeMs: 1_000, clock: () => at + 999 })(path)).status).toBe(200);
    await expect(demo.verified(undefined, { maxAgeMs: 1_000, clock: () => at + 1_001 })(path)).rejects.toMatchObject({
      step: "age",
    });
  });

  test("after the first use a ledger has to go on from what was said", async () => {
    const early = createApi({ store: await openDemoStore(5) });
    let current = early;
    const remembered: unknown[] = [];
    const trust = firstUse({
      node: home,
      fetch: (url, request) => fetchOf(current)(url, request),
      remember: (root) => remembered.push(root),
    });
    await trust.root();
    current = api;
    const { ledgerVersion } = await trust.root();
    expect(ledgerVersion).toBe((await store.summary())!.version);
    expect(remembered).toHaveLength(2);
    // An older root of the same ledger is one of its roots, too.
    current = api;
    await trust.root(7n);
    const forged = firstUse({
      node: home,
      known: { ledgerVersion: 6n, accumulatorRoot: (await store.readRecord(5n)).accumulatorRoot },
      fetch: fetchOf(api),
    });
    await expect(forged.root()).rejects.toMatchObject({ step: "agreement" });
  });
});
