import { type Api, createApi } from "@ledger/api-core";
import { createVerifiedFetch } from "@ledger/api-core/verified";
import type { TreeWrites } from "@ledger/state-store";
import { TreeFollower } from "@ledger/sync";
import { roots } from "@ledger/verifier";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fetchOf } from "./support/fetch-of.ts";
import { type LocalNetwork, startLocalNetwork } from "./support/local-network.ts";
import { home, node, useProvedDemo } from "./support/verified.ts";

// A local network that is begun again while a page reads it: nothing of the ledger that is gone may be in an answer.

const demo = await useProvedDemo();
/** Another time than that of the demonstration: so every block differs. */
const begin = 1_704_067_200_000_000n;
let network: LocalNetwork;
let before: Api;

beforeAll(async () => {
  network = await startLocalNetwork(begin);
  await new TreeFollower(network.store, network.store.tree as TreeWrites).catchUp();
  before = createApi({ store: network.store });
});
afterAll(() => network[Symbol.asyncDispose]());

/** A page that has read `path` of the network before, and reads it again after. */
async function readAcross(path: string, pin: (version: bigint) => string = String) {
  let current = before;
  const fetch = ((url, request) => fetchOf(current)(url, request)) satisfies ReturnType<typeof fetchOf>;
  const page = createVerifiedFetch({ node, trust: roots(home, { fetch }), fetch }).fetch;
  const { version } = (await network.store.summary())!;
  const url = `${node}${path}${pin(version)}`;
  const first = await (await page(url)).text();
  current = demo.api;
  const expected = await fetchOf(demo.api)(url, { method: "GET", headers: {} });
  const honest = await new Response(expected.body as never).text();
  return { first, second: page(url), honest, status: expected.status };
}

test("a transaction of the ledger that is gone is none of the new one", async () => {
  const { first, second, honest } = await readAcross("/transactions/by_version/");
  expect(honest).not.toBe(first);
  expect(JSON.parse(await (await second).text())).toEqual(JSON.parse(honest));
});

test("the state of a version is not that of the ledger that is gone", async () => {
  const path = "/accounts/0x1/resource/0x1::timestamp::CurrentTimeMicroseconds?ledger_version=";
  const { first, second, honest } = await readAcross(path);
  expect(first).toContain("microseconds");
  expect(honest).not.toBe(first);
  // Where the version ends no block of the new ledger, its state has no root.
  const outcome = await second.then(
    (answer) => answer.text(),
    (error: unknown) => (error as { step: string }).step,
  );
  expect([honest, "info"]).toContain(outcome);
  expect(outcome).not.toBe(first);
});

test("a ledger that is shorter than what was shown is refused until it is longer", async () => {
  let current = demo.api;
  const fetch = ((url, request) => fetchOf(current)(url, request)) satisfies ReturnType<typeof fetchOf>;
  const page = createVerifiedFetch({ node, trust: roots(home, { fetch }), fetch }).fetch;
  const url = `${node}/accounts/0x1/resource/0x1::chain_id::ChainId`;
  expect((await page(url)).status).toBe(200);
  expect((await network.store.summary())!.version).toBeLessThan((await demo.store.summary())!.version);
  current = before;
  await expect(page(url)).rejects.toMatchObject({ step: "age" });
});
