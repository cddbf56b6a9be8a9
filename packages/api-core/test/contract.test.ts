import { type Api, createApi } from "@ledger/api-core";

import type { MemoryStore } from "@ledger/state-store/memory";
import { TreeFollower } from "@ledger/sync";
import { formatHex } from "@ledger/types";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RouteExample } from "../src/endpoint/route.ts";
import { routes } from "../src/routes/index.ts";
import { ask, jsonOf } from "./support/ask.ts";
import { type ContractChecker, createContractChecker } from "./support/contract.ts";
import { openDemoStore } from "./support/demo-store.ts";
import { openGenesisStore } from "./support/genesis-store.ts";
import { listsOf } from "./support/index-lists.ts";
import { type LocalNetwork, startLocalNetwork } from "./support/local-network.ts";
import { cutAs, shapeOf } from "./support/shape.ts";

/** 1 January 2024: what is signed to expire a minute later is good for no network that runs now. */
const begin = 1_704_067_200_000_000n;

let network: LocalNetwork;
let ledgers: Readonly<Record<RouteExample["ledger"], Api>>;
let local: Api;
let pruned: Api;
let oldest: bigint;
let checker: ContractChecker;

beforeAll(async () => {
  const demo = await openDemoStore(30);
  local = createApi({ store: demo, lists: listsOf(demo) });
  const store = await openDemoStore(12);
  // The API's ledger begins with a whole block.
  oldest = (await store.readBlockByVersion(20n)).firstVersion;
  await store.prune({ stateVersion: oldest, ledgerVersion: oldest }, 1_000_000);
  pruned = createApi({ store, lists: listsOf(store) });
  network = await startLocalNetwork(begin);
  ledgers = {
    local,
    mainnet: await openMainnet(),
    new: createApi({ store: network.store, pool: network.pool }),
  };
  checker = createContractChecker(local);
});
afterAll(() => network?.[Symbol.asyncDispose]());

async function openMainnet(): Promise<Api> {
  const store = await withTree(openGenesisStore("mainnet"));
  return createApi({
    store,
    signed: { endingsSince: async () => ({ infos: [], more: false }) },
  });
}

async function withTree(store: MemoryStore): Promise<MemoryStore> {
  await new TreeFollower(store, store.tree).catchUp();
  return store;
}

function question({ params, query, body }: RouteExample) {
  return { params: params ?? {}, query: query ?? {}, ...(body !== undefined && { body }) };
}

describe.each(routes)("$id", (route) => {
  const { reply } = route;
  const examples = route.examples.map((example) => ({ ...example, name: `${example.summary} (${example.ledger})` }));

  test.each(examples)("$name", async (example) => {
    const api = ledgers[example.ledger];
    const success = reply.status ?? 200;
    const json = await ask(api, route.id, { ...question(example), accept: "application/json" });
    expect(checker.faults(route.id, json)).toEqual([]);
    expect(json.status).toBe(reply.json === undefined ? 403 : success);
    if (reply.json !== undefined) {
      const shown = comparable(example.reply);
      expect(cutAs(shown, comparable(jsonOf(json)))).toEqual(shown);
    }
    const bcs = await ask(api, route.id, { ...question(example), accept: "application/x-bcs" });
    expect(checker.faults(route.id, bcs)).toEqual([]);
    expect(bcs.status).toBe(reply.bcs === undefined ? 400 : success);
    if (example.bytes !== undefined) expect(formatHex(bcs.body as Uint8Array)).toBe(example.bytes);

    // What the local network does may change; what the main network did may not, nor what its framework says of itself.
    function comparable(value: unknown): unknown {
      return example.ledger === "mainnet" || route.id === "view" ? value : shapeOf(value);
    }
  });

  test("has an example of success", () => {
    expect(examples.length).toBeGreaterThan(0);
    for (const { reply: shown, bytes } of examples) {
      expect([shown !== undefined, bytes !== undefined]).toEqual([reply.json !== undefined, reply.json === undefined]);
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
