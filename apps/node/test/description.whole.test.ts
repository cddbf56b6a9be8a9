import { openTestNode, type SharedNode } from "@ledger/node-process/open-test-node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { expectLedgerHeaders } from "./support/ledger-headers.ts";
import { collectLocalValues, type OperationValues } from "./support/local-values.ts";
import { type Description, DescriptionValidator, type Operation } from "./support/openapi-validator.ts";

let node: SharedNode;
let validator: DescriptionValidator;
let values: OperationValues;

beforeAll(async () => {
  node = await openTestNode("--block-interval", "1000", "--proofs", "on");
  validator = new DescriptionValidator((await (await fetch(`${node.url}/v1/spec.json`)).json()) as Description);
  values = await collectLocalValues(node.url);
});
afterAll(() => node[Symbol.dispose]());

interface Call {
  readonly path: string;
  readonly method: "get" | "post";
  readonly operation: Operation;
}

function listCalls(): Call[] {
  return Object.entries(validator.description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method as "get" | "post", operation })),
  );
}

/** What a call replaces of the values that have an answer. */
interface CallOptions {
  readonly accept?: string;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly contentType?: string;
}

function bodyOf({ operation }: Call): unknown {
  const content = operation.requestBody?.content["application/json"];
  const example = content?.example ?? Object.values(content?.examples ?? {})[0]?.value;
  return values.body[operation.operationId] ?? example;
}

function send(call: Call, options: CallOptions = {}): Promise<Response> {
  const { path, method, operation } = call;
  const query = new URLSearchParams();
  let url = path === "/" ? "" : path;
  for (const { name, in: place } of operation.parameters ?? []) {
    const known =
      values.parameters[operation.operationId]?.[name] ?? (place === "path" ? values.path[name] : undefined);
    const value = options.parameters?.[name] ?? known;
    if (place === "path") url = url.replace(`{${name}}`, encodeURIComponent(value ?? ""));
    else if (value !== undefined) query.set(name, value);
  }
  return fetch(`${node.url}/v1${url}?${query}`, {
    method: method.toUpperCase(),
    headers: {
      accept: options.accept ?? "application/json",
      ...(method === "post" ? { "content-type": options.contentType ?? "application/json" } : {}),
    },
    ...(method === "post" ? { body: options.body ?? JSON.stringify(bodyOf(call)) } : {}),
  });
}

/** Operations whose answer has no JSON form: asked for JSON they refuse. */
const bcsOnly = new Set(["get_raw_table_item", "get_raw_state_value"]);

/** Operations that take a signed transaction: the examples were signed for a network of the past, and have expired. */
const expired = new Set(["submit_transaction", "submit_batch_transactions"]);

/** Operations whose answer has no BCS form. */
const jsonOnly = new Set([
  "info",
  "get_stream",
  "list_assets",
  "list_account_assets",
  "list_account_objects",
  "list_account_tokens",
  "list_account_activities",
  "list_asset_holders",
  "list_collection_tokens",
  "list_token_history",
  "encode_submission",
  "simulate_steps",
  "get_trace",
  "get_execution_status",
  "get_execution_by_version",
]);

/** Operations about signed ledger infos, of which a local network has none. */
const notHeld = new Set(["get_ledger_step"]);

/** The status of a good request. */
function expectedStatus(operationId: string, accept: string): number {
  if (expired.has(operationId)) return 400;
  if (notHeld.has(operationId)) return 404;
  if (bcsOnly.has(operationId) && accept === "application/json") return 403;
  return jsonOnly.has(operationId) && accept !== "application/json" ? 400 : 200;
}

test("every operation answers as documented, in JSON and in BCS", async () => {
  for (const call of listCalls()) {
    const { operationId } = call.operation;
    for (const accept of ["application/json", "application/x-bcs"]) {
      const response = await send(call, { accept });
      await validator.expectDocumented(call.path, call.method, response);
      expectLedgerHeaders(response);
      const text = (await response.text()).slice(0, 300);
      expect(response.status, `${operationId} as ${accept}: ${text}`).toBe(expectedStatus(operationId, accept));
    }
  }
});

test("every malformed parameter is refused as documented, naming the parameter", async () => {
  for (const call of listCalls()) {
    for (const { name } of call.operation.parameters ?? []) {
      const response = await send(call, { parameters: { [name]: "not valid!" } });
      await validator.expectDocumented(call.path, call.method, response);
      expect(response.status, `${call.operation.operationId} ${name}`).toBe(400);
      const body = (await response.json()) as { error_code: string; message: string };
      expect(body.error_code).toMatch(/web_framework_error|invalid_input/);
      expect(body.message).toContain(name);
      expectLedgerHeaders(response);
    }
  }
});

test("a version above the latest is not found, as documented", async () => {
  for (const call of listCalls()) {
    if (!call.operation.parameters?.some(({ name }) => name === "ledger_version")) continue;
    const accept = bcsOnly.has(call.operation.operationId) ? "application/x-bcs" : "application/json";
    const response = await send(call, { accept, parameters: { ledger_version: "9223372036854775807" } });
    await validator.expectDocumented(call.path, call.method, response);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error_code: "version_not_found" });
    expectLedgerHeaders(response);
  }
});

test("bodies that are not JSON, not of the right type or of no type are refused as documented", async () => {
  for (const call of listCalls()) {
    if (call.method !== "post") continue;
    for (const [options, status] of [
      [{ body: "not json" }, 400],
      [{ body: "[]" }, 400],
      [{ contentType: "text/plain" }, 415],
    ] as readonly (readonly [CallOptions, number])[]) {
      const response = await send(call, options);
      await validator.expectDocumented(call.path, call.method, response);
      // A batch without transactions is a batch.
      const isBatch = options.body === "[]" && call.operation.operationId === "submit_batch_transactions";
      expect(response.status).toBe(isBatch ? 202 : status);
      expectLedgerHeaders(response);
    }
  }
});

test("the YAML form and the aliases at the root are the same document", async () => {
  const json = await (await fetch(`${node.url}/v1/spec.json`)).json();
  expect(await (await fetch(`${node.url}/spec.json`)).json()).toEqual(json);
  for (const path of ["/v1/spec.yaml", "/spec.yaml"]) {
    const response = await fetch(node.url + path);
    expect(response.headers.get("content-type")).toMatch(/yaml/);
    expect(parse(await response.text())).toEqual(json);
  }
});
