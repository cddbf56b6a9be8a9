import { type ApiRequest, createApi, TooLargeHere, type TransactionPool } from "@ledger/api-core";
import { bytes } from "@ledger/bcs";
import type { LedgerStore } from "@ledger/state-store";
import { createMemoryStore } from "@ledger/state-store/memory";
import { buildLedger } from "@ledger/store-contract/build-ledger";
import { parseAddress, parseStructTag, resourceKey, tableItemKey } from "@ledger/types";
import { beforeAll, describe, expect, test } from "vitest";
import { maxJsonValues, parseJson } from "../src/contract/json.ts";
import { ask, jsonOf } from "./support/ask.ts";
import { openDemoStore } from "./support/demo-store.ts";

let demo: LedgerStore;
let api: ReturnType<typeof createApi>;
beforeAll(async () => {
  demo = await openDemoStore(40);
  api = createApi({ store: demo });
});

const transaction = {
  sender: "0x1",
  sequence_number: "0",
  max_gas_amount: "1",
  gas_unit_price: "1",
  expiration_timestamp_secs: "1",
};
const payload = { type: "entry_function_payload", function: "0x1::coin::transfer", type_arguments: [], arguments: [] };

async function refusal(body: object) {
  const answer = await ask(api, "encode_submission", { body });
  return { status: answer.status, ...(jsonOf(answer) as { error_code: string; message: string }) };
}

describe("what the ledger bounds is refused before anything is built", () => {
  test("secondary signers", async () => {
    const signers = (count: number) => ({ ...transaction, payload, secondary_signers: Array(count).fill("0x1") });
    expect(await refusal(signers(256))).toMatchObject({
      status: 400,
      error_code: "invalid_input",
      message: expect.stringContaining("256 signers, at most 255 are allowed"),
    });
    expect((await refusal(signers(255))).message).not.toContain("more than 255");
  });

  test("type arguments", async () => {
    const types = (count: number) => ({
      ...transaction,
      payload: { ...payload, type_arguments: Array(count).fill("u8") },
    });
    expect(await refusal(types(33))).toMatchObject({
      status: 400,
      error_code: "invalid_input",
      message: expect.stringContaining("33 type arguments, at most 32 are allowed"),
    });
    expect((await refusal(types(32))).message).not.toContain("more than 32");
  });

  test("the text of a type", async () => {
    const wide = `0x1::a::B<${"u8,".repeat(6_000)}u8>`;
    const answer = await ask(api, "get_table_item", {
      params: { table_handle: "0x1" },
      body: { key_type: wide, value_type: "u64", key: "1" },
    });
    expect(answer.status).toBe(400);
    expect(jsonOf(answer)).toMatchObject({
      error_code: "invalid_input",
      message: expect.stringContaining("longer than 16384 characters"),
    });
  });

  test("values of a JSON text", async () => {
    const list = (count: number): string => `[${"1,".repeat(count - 2)}1]`;
    expect(parseJson(list(maxJsonValues))).toHaveLength(maxJsonValues - 1);
    expect(() => parseJson(list(maxJsonValues + 1))).toThrow("more than 131072 values");
    const answer = await ask(api, "get_table_item", {
      params: { table_handle: "0x1" },
      body: `{"key_type":"vector<u64>","value_type":"u64","key":${list(maxJsonValues)}}`,
      contentType: "application/json",
    });
    expect(answer.status).toBe(400);
    expect(jsonOf(answer)).toMatchObject({ error_code: "web_framework_error" });
  });
});

describe("work", () => {
  const query = new URLSearchParams();
  const modulesOf = (address: string, text = "") => ({ params: { address }, query: new URLSearchParams(text) });

  test("has a class by its route and the length of its body, before anything is read", async () => {
    const withPool = createApi({ store: demo, pool: {} as TransactionPool });
    const forwarding = createApi({
      store: demo,
      forward: () => Promise.reject(new Error("unused")),
    });
    const workOf = async (id: string, bodyLength = 0, by = api) => {
      const admission = await by.admit(id, { params: {}, query, body: new Uint8Array(bodyLength) });
      return "work" in admission ? admission.work : admission;
    };
    expect(await workOf("get_account_balance")).toBe("point");
    expect(await workOf("get_table_item", 16 * 1024)).toBe("point");
    expect(await workOf("get_table_item", 16 * 1024 + 1)).toBe("bulk");
    expect(await workOf("get_account_modules")).toBe("bulk");
    expect(await workOf("spec_json")).toBe("bulk");
    const touched = { params: { address: "0x1" }, query: new URLSearchParams("touched=true") };
    expect(await api.admit("get_account_transactions", touched)).toMatchObject({ work: "list" });
    expect(await workOf("get_account_transactions")).toBe("bulk");
    expect(await workOf("list_assets")).toBe("list");
    expect([await workOf("view"), await workOf("view", 20_000)]).toEqual(["compute", "compute"]);
    expect(await workOf("get_transaction_by_hash")).toBe("bulk");
    expect(await workOf("get_transaction_by_hash", 0, withPool)).toBe("point");
    expect(await workOf("submit_transaction", 100)).toBe("point");
    expect(await workOf("submit_transaction", 100, withPool)).toBe("submission");
    expect(await workOf("submit_transaction", 100, forwarding)).toBe("forwarded");
    expect(await workOf("submit_transaction", 20_000, withPool)).toBe("bulk");
    expect(await workOf("submit_transaction", 20_000, forwarding)).toBe("forwarded");
    await expect(workOf("no_such_route")).rejects.toThrow("no route is called no_such_route");
  });

  test("of a large value is handed on before it is written, where an API is asked to", async () => {
    const store = createMemoryStore();
    const handle = "0xab";
    const key = tableItemKey(parseAddress(handle), Uint8Array.of(1));
    const value = bytes.encode(new Uint8Array(16 * 1024));
    const resource = resourceKey(parseAddress("0x7"), parseStructTag("0x1::a::B"));
    store.commit(
      buildLedger({ chainId: 4 }).batch([[{ writes: [key, resource].map((one) => ({ key: one, value })) }]]),
    );
    const item = { params: { table_handle: handle }, body: { key_type: "u8", value_type: "vector<u8>", key: 1 } };
    expect((await ask(createApi({ store }), "get_table_item", item)).status).toBe(200);
    const handsOn = createApi({ store, handsOnLarge: true });
    await expect(ask(handsOn, "get_table_item", item)).rejects.toBeInstanceOf(TooLargeHere);
    // The answer about a state may be kept.
    const ofState = { params: { address: "0x7", resource_type: "0x1::a::B" }, accept: "application/x-bcs" };
    await expect(ask(handsOn, "get_account_resource", ofState)).rejects.toMatchObject({
      name: "TooLargeHere",
      key: expect.stringContaining("get_account_resource"),
    });
    expect((await ask(handsOn, "get_table_item", { ...item, body: { ...item.body, key: 2 } })).status).toBe(404);
  });

  test("has one key for one question about one ledger, and others for others", async () => {
    const keyOf = async (text: string, accept?: string, ifNoneMatch?: string) => {
      const admission = await api.admit("get_account_modules", { ...modulesOf("0x1", text), accept, ifNoneMatch });
      return "key" in admission ? admission.key : undefined;
    };
    const key = await keyOf("limit=3");
    expect(key).toContain("get_account_modules");
    expect(await keyOf("limit=3&unknown=1")).toBe(key);
    const others = [
      await keyOf("limit=4"),
      await keyOf("limit=3", "application/x-bcs"),
      await keyOf("limit=3", undefined, '"a"'),
    ];
    expect(new Set([key, ...others]).size).toBe(4);
    expect(await api.admit("simulate_transaction", { params: {}, query })).toEqual({ work: "compute", key: undefined });
  });

  test("has one key for one call of a view function, by its body and all that is said of it", async () => {
    const body = new TextEncoder().encode('{"function":"0x1::a::b"}');
    const keyOf = async (asked: Partial<ApiRequest> = {}) => {
      const admission = await api.admit("view", { params: {}, query, body, contentType: "application/json", ...asked });
      return "key" in admission ? admission.key : undefined;
    };
    const key = await keyOf();
    expect(key).toContain("view");
    expect(await keyOf({ body: body.slice() })).toBe(key);
    const others = [
      await keyOf({ body: body.subarray(1) }),
      await keyOf({ body: undefined }),
      await keyOf({ contentType: "application/x.aptos.view_function+bcs" }),
      await keyOf({ accept: "application/x-bcs" }),
      await keyOf({ query: new URLSearchParams("ledger_version=0") }),
    ];
    expect(new Set([key, ...others]).size).toBe(6);
    expect(await keyOf({ body: new Uint8Array(4_097) })).toBeUndefined();
  });

  test("is not handed on while nothing can be served: what is wrong with the request is said first", async () => {
    const empty = createApi({ store: createMemoryStore() });
    const store = createMemoryStore();
    store.commit(buildLedger({ chainId: 4 }).batch([[{}]]));
    const withheld = createApi({ store, withheld: () => "it differs" });
    for (const closed of [empty, withheld]) {
      expect(await closed.admit("get_account_modules", modulesOf("0x1"))).toMatchObject({ status: 503 });
      expect(await closed.admit("get_account_modules", modulesOf("zz"))).toMatchObject({ status: 400 });
    }
    expect(await empty.admit("spec_json", { params: {}, query })).toEqual({ work: "bulk", key: expect.any(String) });
  });

  test("waits for a version that comes", async () => {
    const store = createMemoryStore();
    const ledger = buildLedger({ chainId: 4 });
    store.commit(ledger.batch([[{}]]));
    const commitNext = async () => {
      store.commit(ledger.batch([[{}]]));
      return store.summary();
    };
    const before = await createApi({ store }).admit("get_account_modules", modulesOf("0x1", "ledger_version=1"));
    const api = createApi({ store, awaitVersion: commitNext });
    const after = await api.admit("get_account_modules", modulesOf("0x1", "ledger_version=1"));
    expect((await store.summary())?.version).toBe(1n);
    expect(after).not.toEqual(before);
  });
});

describe("mutants that survived", () => {
  test("the entity tag of JSON at an explicit version is not that of BCS", async () => {
    const question = { params: { address: "0xcafe" }, query: { ledger_version: "1" } };
    const json = await ask(api, "get_account", question);
    const bcs = await ask(api, "get_account", { ...question, accept: "application/x-bcs" });
    expect(bcs.headers.ETag).not.toBe(json.headers.ETag);
    const other = { ...question, accept: "application/x-bcs", ifNoneMatch: json.headers.ETag! };
    expect((await ask(api, "get_account", other)).status).toBe(200);
    expect((await ask(api, "get_account", { ...question, ifNoneMatch: json.headers.ETag! })).status).toBe(304);
  });

  test("a page has no more transactions than its maximum", async () => {
    const long = createApi({ store: demo, config: {} });
    const listed = jsonOf(await ask(long, "get_transactions", { query: { start: "0", limit: "65535" } })) as unknown[];
    expect(long.config.pageSizes.transactions.max).toBe(100);
    expect(listed).toHaveLength(100);
    const { transactions, ...sizes } = long.config.pageSizes;
    const short = createApi({
      store: demo,
      config: { pageSizes: { ...sizes, transactions: { default: 2, max: 5 } } },
    });
    const page = jsonOf(await ask(short, "get_transactions", { query: { start: "0", limit: "65535" } })) as unknown[];
    expect(page).toHaveLength(5);
    expect(transactions.default).toBe(25);
  });
});
