import { type ApiConfig, createApi, type Forward, type ForwardRequest, type ForwardResponse } from "@ledger/api-core";
import { createMemoryStore } from "@ledger/state-store/memory";
import { buildLedger } from "@ledger/state-store/testing";
import { describe, expect, test } from "vitest";
import { ask, jsonOf } from "./support/ask.ts";
import { createContractChecker } from "./support/contract.ts";

const store = createMemoryStore();
store.commit(buildLedger({ chainId: 4 }).batch([[{}]]));

/** As another implementation writes it: with blanks, its own order, and a `null`. */
const pending = `{ "hash": "0x${"ab".repeat(32)}", "sender": "0x1", "sequence_number": "0", "max_gas_amount": "9",
  "gas_unit_price": "100", "expiration_timestamp_secs": "60", "replay_protection_nonce_of_tomorrow": null,
  "payload": { "function": "0x1::a::b", "type_arguments": [], "arguments": [], "type": "entry_function_payload" },
  "signature": { "public_key": "0x11", "signature": "0x22", "type": "ed25519_signature" } }\n`;

const accepted: ForwardResponse = {
  status: 202,
  headers: { "content-type": "application/json; charset=utf-8" },
  body: new TextEncoder().encode(pending),
};

/** An API in front of an upstream that gives one answer, and what the upstream was asked. */
function createForwarding(answer: ForwardResponse | Error, config: Partial<ApiConfig> = {}) {
  const asked: ForwardRequest[] = [];
  const forward: Forward = (request) => {
    asked.push(request);
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  const api = createApi({ store, forward, config });
  return { api, asked, checker: createContractChecker(api) };
}

test("the body goes on and comes back byte for byte, with the headers that say how to read it", async () => {
  const { api, asked, checker } = createForwarding(accepted);
  const body = Uint8Array.of(0, 255, 13, 10, 128);
  const contentType = "application/x.aptos.signed_transaction+bcs";
  const response = await ask(api, "submit_transaction", { body, contentType, accept: "application/json" });
  expect(asked).toEqual([
    { path: "/transactions", query: [], headers: { accept: "application/json", "content-type": contentType }, body },
  ]);
  expect(response).toMatchObject({ status: 202, body: accepted.body });
  expect(response.headers).toMatchObject({
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
    "X-SVC-CHAIN-ID": "4",
  });
  expect(response.headers).not.toHaveProperty("ETag");
  expect(checker.faults("submit_transaction", response)).toEqual([]);
});

test("declared parameters go on as written, others do not, and malformed ones are refused here", async () => {
  const { api, asked } = createForwarding({ ...accepted, status: 200 });
  await ask(api, "view", { query: "ledger_version=0&token=secret", body: "{}" });
  expect(asked.map(({ query }) => query)).toEqual([[["ledger_version", "0"]]]);
  const refusal = await ask(api, "view", { query: "ledger_version=-1", body: "{}" });
  expect([refusal.status, asked.length]).toEqual([400, 1]);
});

test("gas is told in the node's own header families, and nothing else of the upstream's headers", async () => {
  const headers = { ...accepted.headers, "x-aptos-gas-used": "17", "x-aptos-chain-id": "9", connection: "close" };
  const config = { headerPrefixes: ["X-SVC-", "X-Aptos-"] };
  const body = new TextEncoder().encode("[]");
  const { api, checker } = createForwarding({ ...accepted, status: 200, headers, body }, config);
  const response = await ask(api, "view", { body: "{}" });
  expect(response.headers).toMatchObject({
    "X-SVC-GAS-USED": "17",
    "X-Aptos-GAS-USED": "17",
    "X-Aptos-CHAIN-ID": "4",
  });
  expect(Object.keys(response.headers)).not.toContain("connection");
  expect(checker.faults("view", response)).toEqual([]);
});

test.each(["-5", "1e3", "", "99999999999999999999999"])("a gas of %o is left out", async (gas) => {
  const headers = { ...accepted.headers, "x-svc-gas-used": gas };
  const { api } = createForwarding({ ...accepted, status: 200, headers });
  expect((await ask(api, "view", { body: "{}" })).headers).not.toHaveProperty("X-SVC-GAS-USED");
});

test.each([
  ["submit_transaction", 507, "mempool_is_full"],
  ["submit_batch_transactions", 400, "invalid_input"],
  ["submit_transaction", 400, "vm_error"],
  ["view", 410, "version_pruned"],
])("the upstream's refusals of %s are relayed: %i %s", async (id, status, error_code) => {
  const body = new TextEncoder().encode(JSON.stringify({ message: "no", error_code }));
  const { api, checker } = createForwarding({ ...accepted, status, body });
  const response = await ask(api, id, { body: "{}" });
  expect(response).toMatchObject({ status, body });
  expect(checker.faults(id, response)).toEqual([]);
});

test("partial success of a batch is relayed", async () => {
  const error = '{"message":"no","error_code":"vm_error","vm_error_code":1}';
  const body = new TextEncoder().encode(`{"transaction_failures":[{"error":${error},"transaction_index":1}]}`);
  const { api, checker } = createForwarding({ ...accepted, status: 206, body });
  const response = await ask(api, "submit_batch_transactions", { body: "[]" });
  expect(response.status).toBe(206);
  expect(checker.faults("submit_batch_transactions", response)).toEqual([]);
});

describe("is 503 when the upstream", () => {
  const html = { "content-type": "text/html" };
  test.each<[string, ForwardResponse | Error]>([
    ["does not answer", new Error("connect ECONNREFUSED 10.1.2.3:8080")],
    ["answers with a page", { ...accepted, status: 200, headers: html }],
    ["answers without a type", { ...accepted, status: 200, headers: {} }],
    ["redirects", { ...accepted, status: 302 }],
    ["is behind a gateway that fails", { ...accepted, status: 502 }],
  ])("%s", async (_, answer) => {
    const { api, checker } = createForwarding(answer);
    const response = await ask(api, "view", { body: "{}" });
    expect([response.status, jsonOf(response)]).toMatchObject([503, { error_code: "internal_error" }]);
    expect(response.body).not.toContain("10.1.2.3");
    expect(response.error?.cause).toBeInstanceOf(Error);
    expect(checker.faults("view", response)).toEqual([]);
  });
});

test("without a pool and an upstream calls are refused, and the description says so", async () => {
  const api = createApi({ store });
  const checker = createContractChecker(api);
  const response = await ask(api, "submit_transaction", { body: "{}" });
  expect([response.status, jsonOf(response)]).toMatchObject([
    403,
    { error_code: "api_disabled", message: expect.stringContaining("--forward <url>") },
  ]);
  expect(checker.operation("submit_transaction")).toMatchObject({ "x-forwarded": false });
  // A node without an upstream calls view functions itself.
  expect(checker.operation("view")).not.toHaveProperty("x-forwarded");
  expect(checker.operation("submit_transaction").responses).not.toHaveProperty("507");
  const forwarding = createForwarding(accepted).checker;
  expect(forwarding.operation("view")).toMatchObject({ "x-forwarded": true });
  expect(forwarding.operation("submit_transaction").responses).toHaveProperty("507");
  expect(forwarding.operation("get_account")).not.toHaveProperty("x-forwarded");
  // A node simulates itself, also where it could ask another one.
  expect(forwarding.operation("simulate_transaction")).not.toHaveProperty("x-forwarded");
});
