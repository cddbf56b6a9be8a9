import { createVerifiedFetch } from "@ledger/api-core/verified";
import { formatHash, TransactionInfo } from "@ledger/types";
import { type NodeFetch, roots } from "@ledger/verifier";
import { beforeAll, describe, expect, test } from "vitest";
import { fetchOf } from "./support/fetch-of.ts";
import { home, node, post, useProvedDemo } from "./support/verified.ts";

const encoder = new TextEncoder();
const bcs = "application/x.aptos.signed_transaction+bcs";

const demo = await useProvedDemo();
const { store, api } = demo;
/** A signed transaction of the ledger, and the hash that the ledger has for it. */
let signed: Uint8Array<ArrayBuffer>;
let hash: string;
/** Hash of another one. */
let older: string;
beforeAll(async () => {
  const { version } = (await store.summary())!;
  for (let at = version; signed === undefined || older === undefined; at--) {
    const { transaction, info } = await store.readRecord(at);
    // The variant of a user's transaction, before the signed transaction itself.
    if (transaction[0] !== 0) continue;
    const found = formatHash(TransactionInfo.decode(info).value.transactionHash);
    if (signed === undefined) [signed, hash] = [transaction.slice(1), found];
    else older = found;
  }
});

describe("a submission", () => {
  /** Sends it to a node that says it took it. */
  const submit = (answer: unknown, init: object = {}, status = 202) =>
    demo.verified((passing) => {
      if (passing.operation !== "submit_transaction") return;
      const body = answer === undefined ? new Uint8Array(0) : encoder.encode(JSON.stringify(answer));
      Object.assign(passing, { status, body });
    })(`${node}/transactions`, { method: "POST", headers: { "content-type": bcs }, body: signed, ...init });

  test("is answered with its own hash", async () => {
    const answer = await submit({ hash, sender: "0x1" });
    expect(answer.status).toBe(202);
    expect(await answer.json()).toEqual({ hash, sender: "0x1" });
  });

  test("is not answered with the hash of another transaction, or none", async () => {
    for (const lie of [{ hash: older }, {}, { hash: 1 }, null, undefined, "text"])
      await expect(submit(lie), JSON.stringify(lie)).rejects.toMatchObject({ code: "not_verified", step: "value" });
    await expect(submit({ hash: older }, {}, 200)).rejects.toMatchObject({ step: "value" });
  });

  test("may be refused, and has no hash to check in JSON, or where the answer is empty in BCS", async () => {
    expect((await submit({ message: "no" }, {}, 400)).status).toBe(400);
    expect((await submit({ hash: older }, post({}))).status).toBe(202);
    const accept = "application/x-bcs";
    expect((await submit(undefined, { headers: { "content-type": bcs, accept } })).status).toBe(202);
    await expect(submit({ hash: older }, { headers: { "content-type": bcs, accept } })).rejects.toThrow();
  });
});

describe("a transaction by its hash", () => {
  const first = "https://first.example/v1";
  /** Two nodes, of which the first answers about hashes in its own way. */
  const ask = (about: NodeFetch, options: object = {}) =>
    createVerifiedFetch({
      ...{ node: [first, node], trust: roots(home, { fetch: fetchOf(api) }) },
      fetch: (url, request) =>
        (url.startsWith(first) && url.includes("/by_hash/") ? about : fetchOf(api))(url, request),
      ...options,
    }).fetch(`${first}/transactions/by_hash/${hash}`);

  test.each<[string, NodeFetch]>([
    ["fails", async () => Promise.reject(new TypeError("fetch failed"))],
    ["does not know it", async () => new Response("{}", { status: 404 })],
    ["names another version", async () => new Response('{"version":"3"}')],
    ["does not answer in JSON", async () => new Response("<html>")],
  ])("is asked of the next node where one %s", async (_, about) => {
    const answer = await ask(about);
    expect(await answer.json()).toMatchObject({ hash });
    expect(answer.headers.get("x-ledger-verified")).toBe("true");
  });

  test("is not waited for longer than the given time", async () => {
    const silent: NodeFetch = (_, request) => {
      const { signal } = request as { readonly signal?: AbortSignal };
      return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason as Error)));
    };
    expect((await ask(silent, { timeoutMs: 50 })).status).toBe(200);
    await expect(ask(silent, { node: first, timeoutMs: 50 })).rejects.toMatchObject({ name: "TimeoutError" });
  });
});

test("what passes is bound in time, too", async () => {
  const fetch: NodeFetch = (_, request) => {
    const { signal } = request as { readonly signal?: AbortSignal };
    return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason as Error)));
  };
  const passed = demo.verified(undefined, { fetch, timeoutMs: 50, onUnverifiable: "pass" });
  await expect(passed(`${node}/estimate_gas_price`)).rejects.toMatchObject({ name: "TimeoutError" });
});
