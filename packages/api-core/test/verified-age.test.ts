import { createApi } from "@ledger/api-core";
import { createVerifiedFetch } from "@ledger/api-core/verified";
import { firstUse, roots, type Trust } from "@ledger/verifier";
import { beforeAll, describe, expect, test } from "vitest";
import { openDemoStore } from "./support/demo-store.ts";
import { fetchOf, type Passing } from "./support/fetch-of.ts";
import { home, node, useProvedDemo } from "./support/verified.ts";

const encoder = new TextEncoder();
const path = `${node}/accounts/0x1/resource/0x1::timestamp::CurrentTimeMicroseconds`;

const demo = await useProvedDemo();
const { store, api } = demo;
/** Time of the newest block, milliseconds. */
let at: number;
beforeAll(async () => {
  at = Number((await store.summary())!.timestampUsecs / 1000n);
});

/** Says of roots that they are later than they are. */
const later = (milliseconds: number) => (answer: Passing) => {
  if (answer.operation !== "get_proof_roots") return;
  const { timestamp, ...rest } = JSON.parse(new TextDecoder().decode(answer.body)) as { timestamp: string };
  const moved = String(BigInt(timestamp) + BigInt(milliseconds) * 1000n);
  answer.body = encoder.encode(JSON.stringify({ ...rest, timestamp: moved }));
};

describe("the age of an answer", () => {
  const hour = 3_600_000;

  test("is that of the state, whatever the node says of its root", async () => {
    const lying = { trust: firstUse({ node: home, fetch: fetchOf(api, later(hour)) }) };
    const stale = demo.verified(undefined, { ...lying, maxAgeMs: 1_000, clock: () => at + hour });
    for (let i = 0; i < 2; i++) await expect(stale(path)).rejects.toMatchObject({ step: "age" });
    const recent = demo.verified(undefined, { maxAgeMs: 1_000, clock: () => at + 500 });
    for (let i = 0; i < 2; i++) expect((await recent(path)).status).toBe(200);
  });

  test("is compared again where another time is said of the same root", async () => {
    let ahead = 0;
    let now = at;
    const trust = roots(home, { fetch: fetchOf(api, (answer) => later(ahead)(answer)) });
    const fetch = demo.verified(undefined, { trust, maxAgeMs: 1_000, clock: () => now });
    expect((await fetch(path)).status).toBe(200);
    ahead = hour;
    now = at + hour;
    await expect(fetch(path)).rejects.toMatchObject({ step: "age" });
  });

  test("is not far below nothing", async () => {
    const early = (ms: number) => demo.verified(undefined, { maxAgeMs: 1_000, clock: () => at - ms })(path);
    expect((await early(59_000)).status).toBe(200);
    await expect(early(61_000)).rejects.toMatchObject({ step: "age" });
  });
});

describe("a node that says it lags", () => {
  test("is read a little behind the newest root", async () => {
    const behind = await openDemoStore(8);
    const answer = await createVerifiedFetch({
      ...{ node, trust: roots(home, { fetch: fetchOf(api) }) },
      fetch: fetchOf(createApi({ store: behind })),
    }).fetch(path);
    expect(answer.headers.get("x-svc-ledger-version")).toBe(String((await behind.summary())!.version));
  });

  test("cannot have the ledger end at its genesis", async () => {
    let asked = 0;
    const fetch = demo.verified((answer) => {
      if (answer.operation === "get_proof_roots") {
        answer.body = encoder.encode(
          JSON.stringify({
            ...{ version: "0", timestamp: "0", state_roots_since: "0" },
            accumulator_root: `0x${"11".repeat(32)}`,
          }),
        );
      }
      if (answer.operation !== "prove_state_keys" || ++asked > 1) return;
      Object.assign(answer, { status: 404, body: encoder.encode('{"error_code":"version_not_found","message":""}') });
    });
    await expect(fetch(path)).rejects.toMatchObject({ step: "age" });
    expect(asked).toBe(1);
  });
});

test("two roots of one version are not those of one ledger", async () => {
  const honest = await roots(home, { fetch: fetchOf(api) }).root();
  let root = honest;
  const trust: Trust = { root: async () => root };
  const fetch = demo.verified(undefined, { trust });
  expect((await fetch(path)).status).toBe(200);
  root = { ...honest, accumulatorRoot: honest.accumulatorRoot.map((byte) => byte ^ 1) as never };
  await expect(fetch(path)).rejects.toMatchObject({ step: "agreement" });
});
