import { createDataDir, type NodeProcess, startNode } from "@ledger/node-process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { expectLedgerHeaders } from "./support/ledger-headers.ts";
import { type Description, DescriptionValidator, type Operation } from "./support/openapi-validator.ts";

const dataDir = createDataDir();
let node: NodeProcess;
let validator: DescriptionValidator;

beforeAll(async () => {
  node = await startNode("--data-dir", dataDir.path, "--block-interval", "20");
  validator = new DescriptionValidator((await (await fetch(`${node.url}/v1/spec.json`)).json()) as Description);
});
afterAll(async () => {
  await node.stop();
  dataDir[Symbol.dispose]();
});

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

/** Sends an operation with the examples that the description gives, some replaced. */
function send(
  { path, method, operation }: Call,
  options: { accept?: string; parameters?: Record<string, string>; body?: string; contentType?: string } = {},
): Promise<Response> {
  const query = new URLSearchParams();
  let url = path;
  for (const parameter of operation.parameters ?? []) {
    const value = options.parameters?.[parameter.name] ?? (parameter.required ? String(parameter.example) : undefined);
    if (value === undefined) continue;
    if (parameter.in === "path") url = url.replace(`{${parameter.name}}`, encodeURIComponent(value));
    else if (parameter.in === "query") query.set(parameter.name, value);
  }
  const content = operation.requestBody?.content["application/json"];
  const body = options.body ?? JSON.stringify(content?.example ?? Object.values(content?.examples ?? {})[0]?.value);
  return fetch(`${node.url}/v1${url === "/" ? "" : url}?${query}`, {
    method: method.toUpperCase(),
    headers: {
      accept: options.accept ?? "application/json",
      ...(method === "post" ? { "content-type": options.contentType ?? "application/json" } : {}),
    },
    ...(method === "post" ? { body } : {}),
  });
}

test("every operation answers its own example as documented, in JSON and in BCS", async () => {
  for (const call of listCalls()) {
    for (const accept of ["application/json", "application/x-bcs"]) {
      const response = await send(call, { accept });
      expect(response.status, `${call.operation.operationId}: ${await response.clone().text()}`).toBeLessThan(500);
      await validator.expectDocumented(call.path, call.method, response);
      if (accept === "application/json") {
        const forwarded = response.status === 403;
        expect(forwarded || response.status === 200, `${call.operation.operationId} ${response.status}`).toBe(true);
      }
      expectLedgerHeaders(response);
    }
  }
});

test("every malformed parameter is refused as documented, naming the parameter", async () => {
  for (const call of listCalls()) {
    for (const { name, schema } of call.operation.parameters ?? []) {
      if ((schema as { type?: string } | undefined)?.type === "boolean" && name !== "with_transactions") continue;
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
    const response = await send(call, { parameters: { ledger_version: "9223372036854775807" } });
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
    ] as const) {
      const response = await send(call, options);
      await validator.expectDocumented(call.path, call.method, response);
      if (response.status !== 403) expect(response.status).toBe(status);
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
