import { type Api, createApi } from "@ledger/api-core";
import { beforeAll, describe, expect, test } from "vitest";
import type { RouteExample } from "../src/contract/route.ts";
import { routes } from "../src/routes/index.ts";
import { ask, jsonOf } from "./support/ask.ts";
import { type ContractChecker, createContractChecker } from "./support/contract.ts";
import { openDemoStore } from "./support/demo-store.ts";
import { openGenesisStore } from "./support/genesis-store.ts";

let local: Api;
let pruned: Api;
let oldest: bigint;
let mainnet: Api;
let checker: ContractChecker;

beforeAll(async () => {
  local = createApi({ store: await openDemoStore(30) });
  const store = await openDemoStore(12);
  // The API's ledger begins with a whole block.
  oldest = (await store.readBlockByVersion(20n)).firstVersion;
  await store.prune({ stateVersion: oldest, ledgerVersion: oldest }, 1_000_000);
  pruned = createApi({ store });
  mainnet = createApi({ store: openGenesisStore("mainnet") });
  checker = createContractChecker(local);
});

function question({ params, query, body }: RouteExample) {
  return { params: params ?? {}, query: query ?? {}, ...(body !== undefined && { body }) };
}

describe.each(routes)("$id", (route) => {
  const reply = route.kind === "ledger" ? route.reply : undefined;
  const examples = route.examples.map((example) => ({ ...example, name: `${example.summary} (${example.ledger})` }));

  test.each(examples)("$name", async (example) => {
    const api = example.ledger === "local" ? local : mainnet;
    for (const accept of ["application/json", "application/x-bcs"]) {
      const response = await ask(api, route.id, { ...question(example), accept });
      const has = accept === "application/json" ? reply?.json : reply?.bcs;
      expect(checker.faults(route.id, response)).toEqual([]);
      expect(response.status).toBe(has === undefined ? (accept === "application/json" ? 403 : 400) : 200);
      // What the local network does may change; what the main network did may not, nor what its framework says of itself.
      if (
        (example.ledger === "mainnet" || route.id === "view") &&
        example.reply !== undefined &&
        response.status === 200 &&
        accept === "application/json"
      ) {
        expect(jsonOf(response)).toEqual(example.reply);
      }
    }
  });

  test("refuses nonsense as documented", async () => {
    const nonsense = {
      address: "xyz",
      ledger_version: "-1",
      limit: "0",
      start: "zz",
      table_handle: "",
      version: "1e3",
    };
    for (const params of [nonsense, Object.fromEntries(Object.keys(route.params).map((name) => [name, "%00::<>"]))]) {
      const complete = { ...Object.fromEntries(Object.keys(route.params).map((name) => [name, ""])), ...params };
      for (const body of [undefined, "{", "[]", "{}", '{"key":null,"payload":{"type":"__proto__"}}']) {
        const response = await ask(local, route.id, { params: complete, query: nonsense, body });
        expect(checker.faults(route.id, response)).toEqual([]);
        expect(response.status).toBeLessThan(500);
      }
    }
  });

  test("tells pruned from unknown versions as documented", async () => {
    const [example] = examples.filter(({ ledger }) => ledger === "local");
    if (example === undefined || !("ledger_version" in route.query)) return;
    const asked = question(example);
    const at = (ledger_version: string) =>
      ask(pruned, route.id, { ...asked, query: { ...asked.query, ledger_version } });
    for (const [version, status] of [
      [String(oldest - 1n), 410],
      [String(oldest), 200],
      ["1000", 404],
    ] as const) {
      const response = await at(version);
      expect([version, response.status]).toEqual([version, status]);
      expect(checker.faults(route.id, response)).toEqual([]);
    }
  });
});
