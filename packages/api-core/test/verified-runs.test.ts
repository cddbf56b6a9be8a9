import { createVerifiedFetch, verifiedHeader } from "@ledger/api-core/verified";
import { formatHex } from "@ledger/types";
import { decodeStateAnswer, encodeStateAnswer, type NodeFetch, roots } from "@ledger/verifier";
import { describe, expect, test } from "vitest";
import { ask } from "./support/ask.ts";
import { fetchOf } from "./support/fetch-of.ts";
import { ada, home, node, post, unsigned, useProvedDemo } from "./support/verified.ts";

// Views and simulations: run here, on what a node proves that they read.

const demo = await useProvedDemo();
const { api } = demo;

const balance = post({
  function: "0x1::coin::balance",
  type_arguments: ["0x1::aptos_coin::AptosCoin"],
  arguments: [ada],
});
const calls = [
  ["a view", "/view", balance, "prove_view"],
  ["a simulation", "/transactions/simulate", post(unsigned), "prove_simulation"],
] as const;

/** Proves of what a call reads the first keys alone. */
const cut: NodeFetch = async (url, request) => {
  const answer = await fetchOf(api)(url, request);
  if (!/\/proofs\/(view|simulate)/.test(url)) return answer;
  const { entries, version } = decodeStateAnswer(await new Response(answer.body as never).bytes());
  const { body } = await ask(api, "prove_state_keys", {
    query: { ledger_version: String(version) },
    body: { keys: entries.slice(0, 5).map(({ key }) => formatHex(key)) },
    accept: "application/x-bcs",
  });
  return new Response(body as Uint8Array<ArrayBuffer>);
};

describe("a call", () => {
  test.each(calls)("of %s takes one proof of all that it reads", async (_, path, init, route) => {
    const asked: string[] = [];
    const fetch = demo.verified(({ operation }) => void asked.push(operation));
    const answer = await fetch(node + path, init);
    expect([answer.status, /"success":false|error_code/.test(await answer.text())]).toEqual([200, false]);
    expect(asked).toEqual(["prove_state_keys", route]);
    // The same again, on the same state, asks for nothing.
    await fetch(node + path, init);
    expect(asked).toHaveLength(2);
  });

  test("of a kind sends for no code again", async () => {
    let bytes = 0;
    const fetch = demo.verified(({ body }) => {
      bytes += body.length;
    });
    await fetch(`${node}/transactions/simulate`, post(unsigned));
    const first = bytes;
    await fetch(`${node}/transactions/simulate`, post({ ...unsigned, max_gas_amount: "90000" }));
    expect(first).toBeGreaterThan(100_000);
    expect(bytes - first).toBeLessThan(first / 5);
  });

  test.each(calls)("of %s is refused where the node leaves out what it reads", async (_, path, init, route) => {
    const { fetch } = createVerifiedFetch({ node, trust: roots(home, { fetch: fetchOf(api) }), fetch: cut });
    await expect(fetch(node + path, init), route).rejects.toMatchObject({
      code: "not_verified",
      step: "value",
      message: expect.stringContaining("incomplete witness") as string,
    });
  });

  test.each(calls)("of %s is proved by the next node where one leaves out what it reads", async (_, path, init) => {
    const other = "https://other.example/v1";
    const fetch: NodeFetch = (url, request) =>
      url.startsWith(other) ? fetchOf(api)(url.replace(other, node), request) : cut(url, request);
    const trust = roots(home, { fetch: fetchOf(api) });
    const answer = await createVerifiedFetch({ node: [node, other], trust, fetch }).fetch(node + path, init);
    expect([answer.status, answer.headers.get(verifiedHeader)]).toEqual([200, "true"]);
    const alone = await fetchOf(api)(node + path, { ...init });
    expect(await answer.text()).toBe(await new Response(alone.body as never).text());
  });

  test.each(calls)("of %s is refused where the node changes what it reads", async (_, path, init, route) => {
    const fetch = demo.verified((answer) => {
      if (answer.operation !== route) return;
      const honest = decodeStateAnswer(answer.body);
      const entries = honest.entries.map((entry) =>
        entry.value === undefined ? entry : { ...entry, value: entry.value.with(-1, entry.value.at(-1)! ^ 1) },
      );
      answer.body = encodeStateAnswer({ ...honest, entries }) as Uint8Array<ArrayBuffer>;
    });
    await expect(fetch(node + path, init)).rejects.toMatchObject({ code: "not_verified", step: "state" });
  });

  test.each(calls)("of %s is proved while the newest root is still being found", async (_, path, init, route) => {
    const proofAsked = Promise.withResolvers<void>();
    const fetch: NodeFetch = async (url, request) => {
      if (url.includes(route === "prove_view" ? "/proofs/view" : "/proofs/simulate")) proofAsked.resolve();
      if (url.includes("/proofs/roots")) await proofAsked.promise;
      return fetchOf(api)(url, request);
    };
    const answer = await createVerifiedFetch({ node, trust: roots(home, { fetch }), fetch }).fetch(node + path, init);
    expect([answer.status, answer.headers.get(verifiedHeader)]).toEqual([200, "true"]);
  });

  test("is proved again where the root is another one, and the next calls wait for the root", async () => {
    const asked: string[] = [];
    const lagging: NodeFetch = (url, request) => {
      const isView = url.includes("/proofs/view");
      const isEarly = isView && !url.includes("ledger_version");
      if (isView) asked.push(isEarly ? "early" : "at the root");
      return fetchOf(api)(isEarly ? url.replace("?", "?ledger_version=0&") : url, request);
    };
    const { fetch } = createVerifiedFetch({ node, trust: roots(home, { fetch: fetchOf(api) }), fetch: lagging });
    for (const owner of ["0x11", "0x12", "0x13"]) {
      const body = {
        function: "0x1::coin::balance",
        type_arguments: ["0x1::aptos_coin::AptosCoin"],
        arguments: [owner],
      };
      const answer = await fetch(`${node}/view`, post(body));
      expect([answer.status, await answer.text()]).toEqual([200, '["0"]']);
    }
    expect(asked).toEqual(["early", "at the root", "at the root", "early", "at the root"]);
  });

  test("among many at once has the answer that it has alone", async () => {
    const together = demo.verified();
    const bodies = ["1", "2", "3"].map((amount) => ({
      ...unsigned,
      payload: { ...unsigned.payload, arguments: ["0xb0b", amount] },
    }));
    const answers = await Promise.all([
      together(`${node}/view`, balance),
      ...bodies.map((body) => together(`${node}/transactions/simulate`, post(body))),
      together(`${node}/view?ledger_version=0`, balance),
    ]);
    const alone = await Promise.all([
      fetchOf(api)(`${node}/view`, { ...balance }),
      ...bodies.map((body) => fetchOf(api)(`${node}/transactions/simulate`, { ...post(body) })),
      fetchOf(api)(`${node}/view?ledger_version=0`, { ...balance }),
    ]);
    for (const [i, answer] of answers.entries())
      expect(await answer.text()).toBe(await new Response(alone[i]!.body as never).text());
  });

  test("that a node keeps waiting keeps no other one waiting", async () => {
    const isHeld = Promise.withResolvers<void>();
    const held = Promise.withResolvers<never>();
    let proofs = 0;
    const slow: NodeFetch = async (url, request) => {
      if (url.includes("/proofs/view")) return new Response("{}", { status: 404 });
      // The first proof is of the head. The second is of what the view reads: it does not come.
      if (!url.includes("/proofs/state") || ++proofs === 1) return fetchOf(api)(url, request);
      isHeld.resolve();
      return held.promise;
    };
    const { fetch } = createVerifiedFetch({ node, trust: roots(home, { fetch: fetchOf(api) }), fetch: slow });
    const view = fetch(`${node}/view`, balance);
    await isHeld.promise;
    const simulated = await fetch(`${node}/transactions/simulate`, post(unsigned));
    expect(simulated.status).toBe(200);
    held.reject(new Error("the node has gone"));
    await expect(view).rejects.toThrow();
  });

  test("at an estimated price is not proved: estimates are the node's own", async () => {
    const path = `${node}/transactions/simulate?estimate_gas_unit_price=true`;
    await expect(demo.verified()(path, post(unsigned))).rejects.toMatchObject({ step: "request" });
    const passed = await demo.verified(undefined, { onUnverifiable: "pass" })(path, post(unsigned));
    expect([passed.status, passed.headers.get(verifiedHeader)]).toEqual([200, "false"]);
  });
});
