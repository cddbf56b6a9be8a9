import { createApi } from "@ledger/api-core";
import { beforeAll, describe, expect, test } from "vitest";
import { maxJsonValues, parseJson } from "../src/contract/json.ts";
import { ask, jsonOf } from "./support/ask.ts";
import { openDemoStore } from "./support/demo-store.ts";

let api: ReturnType<typeof createApi>;
beforeAll(async () => {
  api = createApi({ store: await openDemoStore(40) });
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

describe("small answers", () => {
  const query = new URLSearchParams();

  test("are made at once, and what is larger is said to be, before it is made", async () => {
    const request = { params: { address: "0xcafe", asset_type: "0xa" }, query };
    expect(await api.answerSmall("get_account_balance", request)).toMatchObject({ status: 200 });
    const modules = await api.answerSmall("get_account_modules", { params: { address: "0x1" }, query });
    expect(modules).toEqual({ work: "bulk", key: expect.stringContaining("get_account_modules") });
    const body = new Uint8Array(16 * 1024 + 1);
    const item = { params: { table_handle: "0x1" }, query, contentType: "application/json", body };
    expect(await api.answerSmall("get_table_item", item)).toEqual({ work: "bulk", key: undefined });
  });

  test("of one question about one ledger have one key, others have others", async () => {
    const keyOf = async (text: string, accept?: string, ifNoneMatch?: string) => {
      const request = { params: { address: "0x1" }, query: new URLSearchParams(text), accept, ifNoneMatch };
      const made = await api.answerSmall("get_account_modules", request);
      return "key" in made ? made.key : undefined;
    };
    const key = await keyOf("limit=3");
    expect(key).toBeTypeOf("string");
    expect(await keyOf("limit=3&unknown=1")).toBe(key);
    const others = [
      await keyOf("limit=4"),
      await keyOf("limit=3", "application/x-bcs"),
      await keyOf("limit=3", undefined, '"a"'),
    ];
    expect(new Set([key, ...others]).size).toBe(4);
  });

  test("refusals and unchanged answers are small", async () => {
    const malformed = await api.answerSmall("get_account_modules", { params: { address: "zz" }, query });
    expect(malformed).toMatchObject({ status: 400 });
    const fixed = { params: { address: "0x1" }, query: new URLSearchParams("ledger_version=1&limit=1") };
    const { headers } = await api.handle("get_account_modules", fixed);
    expect(await api.answerSmall("get_account_modules", { ...fixed, ifNoneMatch: headers.ETag })).toMatchObject({
      status: 304,
    });
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
    const long = createApi({ store: await openDemoStore(40), config: {} });
    const listed = jsonOf(await ask(long, "get_transactions", { query: { start: "0", limit: "65535" } })) as unknown[];
    expect(long.config.pageSizes.transactions.max).toBe(100);
    expect(listed).toHaveLength(100);
    const { transactions, ...sizes } = long.config.pageSizes;
    const short = createApi({
      store: await openDemoStore(40),
      config: { pageSizes: { ...sizes, transactions: { default: 2, max: 5 } } },
    });
    const page = jsonOf(await ask(short, "get_transactions", { query: { start: "0", limit: "65535" } })) as unknown[];
    expect(page).toHaveLength(5);
    expect(transactions.default).toBe(25);
  });
});
