import { createApi } from "@ledger/api-core";
import { createVerifiedFetch, type VerifiedFetchOptions, verifiedHeader } from "@ledger/api-core/verified";
import { demoAccounts } from "@ledger/demo-ledger";
import { EntryFunction, formatAddress, formatHash, TransactionInfo } from "@ledger/types";
import { roots } from "@ledger/verifier";
import { describe, expect, test } from "vitest";
import { fetchOf } from "./support/fetch-of.ts";

import { ada, home, node, post, questions, useProvedDemo } from "./support/verified.ts";

const bcs = "application/x-bcs";

const demo = await useProvedDemo();
const { store, api } = demo;

describe("the answers", () => {
  test.each(questions.map(([name, path, init]) => [name, path, init] as const))(
    "%s is the node's, to the byte",
    async (_, path, init) => {
      const marks: boolean[] = [];
      const fetch = demo.verified(undefined, { onAnswer: (_, { verified }) => void marks.push(verified) });
      const expected = await fetchOf(api)(node + path, { method: "GET", headers: {}, ...init });
      const actual = await fetch(node + path, init);
      const text = new TextDecoder().decode((await expected.body?.getReader().read())?.value);
      expect([actual.status, await actual.text()]).toEqual([expected.status, text]);
      expect(actual.headers.get(verifiedHeader)).toBe("true");
      expect(marks).toEqual([true]);
      for (const name of [
        "x-svc-ledger-version",
        "x-svc-chain-id",
        "x-svc-epoch",
        "x-svc-block-height",
        "x-svc-ledger-timestampusec",
        "x-svc-gas-used",
        "x-svc-simulated-timestampusec",
      ]) {
        expect(actual.headers.get(name), name).toBe(expected.headers.get(name));
      }
    },
  );

  test("are the same in BCS, and at older ends of blocks", async () => {
    const fetch = demo.verified();
    const { lastVersion } = (await store.findBlockByHeight(3n))!;
    const { firstVersion } = (await store.findBlockByHeight(5n))!;
    const path = `${node}/accounts/0x1/resource/0x1::block::BlockResource?ledger_version=`;
    const plain = fetchOf(api);
    for (const accept of [bcs, "application/json"]) {
      const expected = await plain(path + lastVersion, { method: "GET", headers: { accept } });
      const actual = await fetch(path + lastVersion, { headers: { accept } });
      expect(new Uint8Array(await actual.arrayBuffer())).toEqual((await expected.body?.getReader().read())?.value);
    }
    // The state inside of a block has no root.
    await expect(fetch(path + firstVersion)).rejects.toMatchObject({ code: "not_verified", step: "info" });
  });

  test("a version above the newest is not found, however often it is asked for", async () => {
    const fetch = demo.verified();
    const [, path, init] = questions.find(([name]) => name === "a view")!;
    await fetch(node + path, init);
    for (let i = 0; i < 2; i++) {
      const answer = await fetch(`${node + path}?ledger_version=99999`, init);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ error_code: "version_not_found" });
    }
  });

  test("a view in BCS", async () => {
    const call = EntryFunction.encode({
      module: { address: demoAccounts.ada.address.map((_, i) => (i === 31 ? 1 : 0)) as never, name: "chain_id" },
      function: "get",
      typeArgs: [],
      args: [],
    });
    const headers = { "content-type": "application/x.aptos.view_function+bcs" };
    const answer = await demo.verified()(`${node}/view`, {
      method: "POST",
      headers,
      body: call as Uint8Array<ArrayBuffer>,
    });
    expect(await answer.json()).toEqual([4]);
  });

  test("every transaction, by version and by hash", async () => {
    const fetch = demo.verified();
    const plain = fetchOf(api);
    const { version: head } = (await store.summary())!;
    for (let version = 0n; version <= head; version += 3n) {
      const path = `${node}/transactions/by_version/${version}`;
      const expected = JSON.parse(
        await new Response((await plain(path, { method: "GET", headers: {} })).body as never).text(),
      ) as object;
      expect(await (await fetch(path)).json()).toEqual(expected);
      const { info } = await store.readRecord(version);
      const hash = formatHash(TransactionInfo.decode(info).value.transactionHash);
      expect(await (await fetch(`${node}/transactions/by_hash/${hash}`)).json()).toEqual(expected);
    }
  });

  test("a second view of a kind sends for no code again", async () => {
    let bytes = 0;
    const fetch = demo.verified(({ body }) => {
      bytes += body.length;
    });
    const ask = (account: string) =>
      fetch(
        `${node}/view`,
        post({ function: "0x1::coin::balance", type_arguments: ["0x1::aptos_coin::AptosCoin"], arguments: [account] }),
      );
    await ask(ada);
    const first = bytes;
    await ask(formatAddress(demoAccounts.ben.address));
    expect(first).toBeGreaterThan(50_000);
    expect(bytes - first).toBeLessThan(15_000);
  });
});

describe("what no proof covers", () => {
  test.each(["/accounts/0x1/resources", "/estimate_gas_price", "/blocks/by_height/1", "/transactions?limit=1"])(
    "%s is refused, unless it may pass, and is marked then",
    async (path) => {
      await expect(demo.verified()(node + path)).rejects.toMatchObject({ code: "not_verified", step: "request" });
      const marks: boolean[] = [];
      const onAnswer: VerifiedFetchOptions["onAnswer"] = (_, { verified }) => void marks.push(verified);
      const passed = await demo.verified(undefined, { onUnverifiable: "pass", onAnswer })(node + path);
      expect([passed.status, passed.headers.get(verifiedHeader), marks]).toEqual([200, "false", [false]]);
    },
  );

  test("a function decides, by the request", async () => {
    const fetch = demo.verified(undefined, { onUnverifiable: ({ operation }) => operation === "estimate_gas_price" });
    expect((await fetch(`${node}/estimate_gas_price`)).status).toBe(200);
    await expect(fetch(`${node}/accounts/0x1/modules`)).rejects.toMatchObject({ step: "request" });
    await expect(fetch("https://faucet.example/mint", { method: "POST" })).rejects.toMatchObject({ step: "request" });
  });

  test("a transaction that is not known is not found, and that is marked as the node's word", async () => {
    const answer = await demo.verified()(`${node}/transactions/by_hash/0x${"ab".repeat(32)}`);
    expect([answer.status, answer.headers.get(verifiedHeader)]).toEqual([404, "false"]);
    expect(await answer.json()).toMatchObject({ error_code: "transaction_not_found" });
  });

  test.each([
    ["nothing", 200, ""],
    ["half an answer", 200, '{"type":"pending_trans'],
    ["the answer to another question", 200, '{"chain_id":4,"ledger_version":"9"}'],
    ["another transaction that waits", 200, `{"type":"pending_transaction","hash":"0x${"cd".repeat(32)}"}`],
    ["an error of another kind", 500, '{"error_code":"internal_error"}'],
  ])("%s in place of a transaction is a fault of the node", async (_, status, body) => {
    for (const onUnverifiable of ["refuse", "pass"] as const) {
      const fetch = demo.verified(
        (answer) => {
          if (answer.operation !== "get_transaction_by_hash") return;
          Object.assign(answer, { status, body: new TextEncoder().encode(body) });
        },
        { onUnverifiable },
      );
      const asked = fetch(`${node}/transactions/by_hash/0x${"ab".repeat(32)}`);
      await expect(asked).rejects.toMatchObject({ code: "not_verified", step: "value" });
    }
  });

  test("a node without proofs", async () => {
    const { demoSource } = await import("@ledger/demo-ledger");
    const { createMemoryStore } = await import("@ledger/state-store/memory");
    const { ingest } = await import("@ledger/sync");
    const plain = createMemoryStore();
    await ingest({ source: demoSource(2), store: plain });
    const fetch = fetchOf(createApi({ store: plain }));
    const one = createVerifiedFetch({ node, fetch, trust: roots(home, { fetch }) });
    await expect(one.fetch(`${node}/accounts/0x1`)).rejects.toMatchObject({ step: "vouching" });
    const two = createVerifiedFetch({ node, fetch, trust: roots(home, { fetch: fetchOf(api) }) });
    await expect(two.fetch(`${node}/accounts/0x1`)).rejects.toMatchObject({ step: "request" });
  });
});
