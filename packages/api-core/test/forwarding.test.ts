import {
  type ApiConfig,
  createApi,
  type Forward,
  type ForwardRequest,
  type ForwardResponse,
  type TransactionPool,
} from "@ledger/api-core";
import { createMemoryStore } from "@ledger/state-store/memory";
import { buildLedger } from "@ledger/store-contract/build-ledger";
import { describe, expect, test } from "vitest";
import { ask, jsonOf } from "./support/ask.ts";
import { createContractChecker } from "./support/contract.ts";

const store = createMemoryStore();
const ledger = buildLedger({ chainId: 4 });
for (let height = 0; height < 4; height++) await store.commit(ledger.batch([[{}]]));
await store.prune({ stateVersion: 2n, ledgerVersion: 2n }, 100);

/** A view function as of a version: 0 and 1 are not kept here. */
const viewOf = (version: string) => ({
  query: `ledger_version=${version}`,
  body: { function: "0x1::coin::symbol", type_arguments: [], arguments: [] },
});

/** As another implementation writes it: with blanks, its own order, and a `null`. */
const pending = `{ "hash": "0x${"ab".repeat(32)}", "sender": "0x1", "sequence_number": "0", "max_gas_amount": "9",
  "gas_unit_price": "100", "expiration_timestamp_secs": "60", "replay_protection_nonce_of_tomorrow": null,
  "payload": { "function": "0x1::a::b", "type_arguments": [], "arguments": [], "type": "entry_function_payload" },
  "signature": { "public_key": "0x11", "signature": "0x22", "type": "ed25519_signature" } }\n`;

const accepted: ForwardResponse = {
  status: 202,
  headers: { "content-type": "application/json; charset=utf-8" },
  body: new TextEncoder().encode(pending),
  node: "node.example:8080",
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
    "X-SVC-ANSWERED-BY": "node.example:8080",
  });
  expect(response.headers).not.toHaveProperty("ETag");
  expect(checker.faults("submit_transaction", response)).toEqual([]);
});

test("declared parameters go on as written, others do not, and malformed ones are refused here", async () => {
  const { api, asked } = createForwarding({ ...accepted, status: 200 });
  await ask(api, "view", { ...viewOf("0"), query: "ledger_version=0&token=secret" });
  expect(asked.map(({ query }) => query)).toEqual([[["ledger_version", "0"]]]);
  const refusal = await ask(api, "view", viewOf("-1"));
  expect([refusal.status, asked.length]).toEqual([400, 1]);
});

test("gas is told in the node's own header families, and nothing else of the upstream's headers", async () => {
  const headers = { ...accepted.headers, "x-aptos-gas-used": "17", "x-aptos-chain-id": "4", connection: "close" };
  const config = { headerPrefixes: ["X-SVC-", "X-Aptos-"] };
  const body = new TextEncoder().encode("[]");
  const { api, checker } = createForwarding({ ...accepted, status: 200, headers, body }, config);
  const response = await ask(api, "view", viewOf("0"));
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
  const response = await ask(api, "view", viewOf("0"));
  expect(response.headers).toHaveProperty("X-SVC-ANSWERED-BY");
  expect(response.headers).not.toHaveProperty("X-SVC-GAS-USED");
});

test.each([
  ["submit_transaction", 507, "mempool_is_full"],
  ["submit_batch_transactions", 400, "invalid_input"],
  ["submit_transaction", 400, "vm_error"],
  ["view", 410, "version_pruned"],
])("the upstream's refusals of %s are relayed: %i %s", async (id, status, error_code) => {
  const body = new TextEncoder().encode(JSON.stringify({ message: "no", error_code }));
  const { api, checker } = createForwarding({ ...accepted, status, body });
  const response = await ask(api, id, id === "view" ? viewOf("0") : { body: "{}" });
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
    ["is of another chain", { ...accepted, status: 200, headers: { ...accepted.headers, "x-svc-chain-id": "9" } }],
  ])("%s", async (_, answer) => {
    const { api, checker } = createForwarding(answer);
    const response = await ask(api, "view", viewOf("0"));
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
  expect(checker.operation("submit_transaction").responses).not.toHaveProperty("507");
  const forwarding = createForwarding(accepted).checker;
  expect(forwarding.operation("submit_transaction")).toMatchObject({ "x-forwarded": true });
  expect(forwarding.operation("submit_transaction").responses).toHaveProperty("507");
  expect(forwarding.operation("get_account")).not.toHaveProperty("x-forwarded");
  // A node simulates and calls view functions itself, also where it could ask another one.
  for (const id of ["simulate_transaction", "view"]) expect(forwarding.operation(id)).not.toHaveProperty("x-forwarded");
});

describe("a view function", () => {
  const relayed = { ...accepted, status: 200, body: new TextEncoder().encode('["APT"]') };

  test.each(["2", "3"])("of version %s, which is kept, is answered here, right or wrong", async (version) => {
    const { api, asked } = createForwarding(relayed);
    const response = await ask(api, "view", viewOf(version));
    expect([response.status, asked.length]).toEqual([400, 0]);
    expect(response.headers).not.toHaveProperty("X-SVC-ANSWERED-BY");
  });

  test("of a version that does not exist yet is not asked for elsewhere", async () => {
    const { api, asked } = createForwarding(relayed);
    expect([(await ask(api, "view", viewOf("9"))).status, asked.length]).toEqual([404, 0]);
  });

  test("of a version that is not kept is answered by the node upstream, and says so", async () => {
    const { api, checker } = createForwarding(relayed);
    const response = await ask(api, "view", viewOf("1"));
    expect(response).toMatchObject({ status: 200, body: relayed.body, answeredBy: "node.example:8080" });
    expect(response.headers).toMatchObject({ "X-SVC-ANSWERED-BY": "node.example:8080" });
    expect(checker.faults("view", response)).toEqual([]);
  });

  test("that the filter refuses is refused, wherever it would be answered", async () => {
    const { api, asked } = createForwarding(relayed, { viewFilter: { allow: [], block: ["0x1::coin"] } });
    const response = await ask(api, "view", viewOf("1"));
    expect([response.status, asked.length]).toEqual([403, 0]);
  });

  test("is left to whoever relays, where the thread that answers must not wait", async () => {
    const { api, asked } = createForwarding(relayed);
    const { query, body } = viewOf("1");
    const bytes = new TextEncoder().encode(JSON.stringify(body));
    const request = { params: {}, query: new URLSearchParams(query), contentType: "application/json", body: bytes };
    expect(await api.answerHere("view", request)).toMatchObject({ status: 410, isUnknownHere: true });
    expect(asked).toEqual([]);
    expect(await api.relay!("view", request)).toMatchObject({ status: 200 });
  });

  test("never leaves a network that has a pool: nobody else knows its ledger", async () => {
    const forward = () => Promise.reject(new Error("asked"));
    const pool = { submit: () => Promise.reject(new Error("unused")) } as unknown as TransactionPool;
    const api = createApi({ store, forward, pool });
    expect((await ask(api, "view", viewOf("1"))).status).toBe(410);
    expect(api.relay).toBeUndefined();
  });
});
