import { createApi } from "@ledger/api-core";
import { createMemoryStore } from "@ledger/state-store/memory";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { documentRoutes } from "../src/routes/index.ts";
import { ask, jsonOf, textOf } from "./support/ask.ts";
import { createContractChecker } from "./support/contract.ts";

const api = createApi({ store: createMemoryStore(), config: { version: "1.2.3" } });
const checker = createContractChecker(api);
const { document } = checker;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

test("is an OpenAPI 3.1 document in JSON and the same in YAML", () => {
  expect(document.openapi).toBe("3.1.0");
  expect(parse(api.openapiYaml())).toEqual(document);
});

test("is served by its own routes", async () => {
  const json = await ask(api, "spec_json");
  expect(json.headers["Content-Type"]).toBe("application/json; charset=utf-8");
  expect(jsonOf(json)).toEqual(document);
  const yaml = await ask(api, "spec_yaml");
  expect(yaml.headers).toMatchObject({
    "Content-Type": "application/x-yaml; charset=utf-8",
    "Content-Disposition": 'inline; filename="spec.yaml"',
  });
  expect(textOf(yaml)).toBe(api.openapiYaml());
});

test.each(["spec", "spec_json", "spec_json_3_0", "spec_json_only", "spec_yaml"])(
  "%s is not sent again to whom has it",
  async (id) => {
    const { status, headers } = await ask(api, id);
    expect(status).toBe(200);
    const tag = headers.ETag ?? "";
    expect(tag).toMatch(/^"[0-9a-f]{24}"$/);
    // A compressed answer carries the tag in its weak form.
    for (const ifNoneMatch of [tag, `W/${tag}`]) {
      const again = await ask(api, id, { ifNoneMatch });
      expect(again).toMatchObject({
        status: 304,
        headers: { ETag: tag, "Cache-Control": "no-cache" },
        body: undefined,
      });
      expect(checker.faults(id, again)).toEqual([]);
    }
    expect((await ask(api, id, { ifNoneMatch: '"another"' })).status).toBe(200);
  },
);

test.each(documentRoutes)("$id begins as its example says", async ({ id, example }) => {
  const answer = await ask(api, id);
  if (typeof example === "string") expect(textOf(answer).slice(0, example.length)).toBe(example);
  else expect(jsonOf(answer)).toMatchObject(example as object);
});

test("has a rendering in OpenAPI 3.0 with the same operations and nothing of 3.1", async () => {
  const older = jsonOf(await ask(api, "spec_json_3_0")) as typeof document;
  expect(older.openapi).toBe("3.0.3");
  expect(Object.keys(older.paths)).toEqual(Object.keys(document.paths));
  expect(JSON.stringify(older)).not.toMatch(/"const":"|"examples":\[|"identifier"|"\$ref":"[^"]*",/);
});

test("has a rendering for generators, with one media type for each answer and no component that nothing uses", async () => {
  const jsonOnly = jsonOf(await ask(api, "spec_json_only")) as typeof document;
  const kept = Object.values(jsonOnly.paths).flatMap((methods) => Object.values(methods));
  const bcsOnly = ["get_raw_table_item", "get_raw_state_value", "spec", "spec_yaml"];
  const all = operations.map(({ operation }) => operation.operationId);
  expect(kept.map(({ operationId }) => operationId).toSorted()).toEqual(
    all.filter((id) => !bcsOnly.includes(id)).toSorted(),
  );
  for (const { responses, requestBody } of kept) {
    for (const { content } of [...Object.values(responses), ...(requestBody ? [requestBody] : [])]) {
      if (content !== undefined) expect(Object.keys(content)).toEqual(["application/json"]);
    }
  }
  for (const name of Object.keys(jsonOnly.components.schemas)) {
    expect(JSON.stringify(jsonOnly)).toContain(`"#/components/schemas/${name}"`);
  }
});

test("has exactly the mounted routes", () => {
  const documented = operations.map(({ path, method, operation }) => [
    operation.operationId,
    method.toUpperCase(),
    path,
  ]);
  expect(new Set(documented.map(String))).toEqual(
    new Set(api.routes.map(({ id, method, path }) => String([id, method, path]))),
  );
  expect(new Set(documented.map(([id]) => id)).size).toBe(operations.length);
});

test("refers only to what is there, and has nothing unused", () => {
  const references = new Set(
    [...api.openapiJson().matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)].map((m) => `${m[1]}/${m[2]}`),
  );
  const schemas = Object.keys(document.components.schemas).map((name) => `schemas/${name}`);
  const headers = Object.keys(document.components.headers).map((name) => `headers/${name}`);
  const responses = Object.keys(document.components.responses).map((name) => `responses/${name}`);
  expect([...references].filter((reference) => ![...schemas, ...headers, ...responses].includes(reference))).toEqual(
    [],
  );
  expect(schemas.filter((name) => !references.has(name))).toEqual([]);
});

test("has no null unions, and a mapping for every discriminator", () => {
  expect(api.openapiJson()).not.toContain('"type":"null"');
  expect(api.openapiJson()).not.toContain("undefined");
  for (const schema of Object.values(document.components.schemas)) {
    const { oneOf, discriminator } = schema as { oneOf?: unknown[]; discriminator?: { mapping: object } };
    if (oneOf !== undefined) expect(Object.keys(discriminator?.mapping ?? {})).toHaveLength(oneOf.length);
  }
});

describe.each(operations)("$operation.operationId", ({ path, operation }) => {
  test("says what a person needs", () => {
    expect(operation.description.length).toBeGreaterThan(20);
    expect(document.tags.map(({ name }) => name)).toEqual(expect.arrayContaining([...operation.tags]));
  });

  test("declares the parameters of its path", () => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    const declared = operation.parameters?.filter((parameter) => parameter.in === "path") ?? [];
    expect(declared.map(({ name }) => name)).toEqual(inPath);
    expect(declared.every(({ required }) => required)).toBe(true);
  });

  test("shows an answer of success", () => {
    const [, answer] = Object.entries(operation.responses).find(([status]) => /^2/.test(status))!;
    const shown = Object.values(answer.content ?? {}).map(({ examples }) => examples);
    expect(shown.some((examples) => Object.keys(examples ?? {}).length > 0)).toBe(true);
  });

  test("has schemas that a strict validator takes, and examples that fit them", () => {
    for (const { content } of Object.values(operation.responses)) {
      for (const [type, { schema, examples }] of Object.entries(content ?? {})) {
        if (type !== "application/json") continue;
        checker.mismatches(schema, null);
        for (const { value } of Object.values(examples ?? {}) as { value: unknown }[]) {
          expect(checker.mismatches(schema, value)).toEqual([]);
        }
      }
    }
    const body = operation.requestBody?.content["application/json"] as
      | { schema: object; examples?: object }
      | undefined;
    for (const { value } of Object.values(body?.examples ?? {}) as { value: unknown }[]) {
      expect(checker.mismatches(body!.schema, value)).toEqual([]);
    }
  });
});

/** @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#1.12 | Specification, REST API 1.12} */
test.each([
  ["encode_submission", [400, 403, 500, 503]],
  ["get_account_transaction_summaries", [400, 403, 404, 410, 500, 503]],
  ["get_table_item", [400, 403, 404, 410, 500, 503]],
  ["get_account_modules", [400, 403, 404, 410, 500, 503]],
  ["get_account_balance", [400, 403, 404, 410, 500, 503]],
])("%s documents the statuses of the requirements", (id, statuses) => {
  expect(Object.keys(checker.operation(id).responses).map(Number)).toEqual(expect.arrayContaining([200, ...statuses]));
});

/** @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#1.5 | Specification, REST API 1.5} */
test("the seven ledger headers are required on 200, the cursor is not, and gas is told by calls that use it", () => {
  const { headers = {} } = checker.operation("get_account_modules").responses[200]!;
  const isRequired = (name: string) =>
    document.components.headers[headers[`X-SVC-${name}`]!.$ref!.split("/")[3]!]!.required ?? false;
  for (const name of [
    "CHAIN-ID",
    "LEDGER-VERSION",
    "LEDGER-OLDEST-VERSION",
    "LEDGER-TIMESTAMPUSEC",
    "EPOCH",
    "BLOCK-HEIGHT",
    "OLDEST-BLOCK-HEIGHT",
  ]) {
    expect(isRequired(name)).toBe(true);
  }
  expect(isRequired("CURSOR")).toBe(false);
  expect(headers).not.toHaveProperty("X-SVC-GAS-USED");
  expect(checker.operation("view").responses[200]!.headers).toHaveProperty("X-SVC-GAS-USED");
});
