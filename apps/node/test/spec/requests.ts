import fc, { type Arbitrary } from "fast-check";
import type { OperationValues } from "../support/local-values.ts";
import type { Description, Operation } from "../support/openapi-validator.ts";
import { hostileJson, hostileTexts, replaceInside, type ServedSchema, validValues } from "./schema-values.ts";

/** A request as it goes on the wire, and the place in the description that it was made from. */
export interface SpecRequest {
  /** Path template, e.g. `/accounts/{address}`. */
  readonly template: string;
  readonly method: string;
  /** Path and query under `/v1`, percent-encoded. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

const methods = ["GET", "POST", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS"];

const chunkedCoding = { "transfer-encoding": "chunked" };

/** Path segments and values that are not proper percent-encoding, or more than they seem. */
const rawTexts = fc.constantFrom("%", "%zz", "%ff", "%00", "%2e%2e", "..", "a%2fb", "%C0%80", "+", "%F0%9F%98%80");

const accepts = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("application/json", "application/x-bcs") },
  fc.constantFrom("*/*", "text/html", "application/json;q=0.1, application/x-bcs", "application/x-bcs;q=7", ",;=", ""),
);

/** Requests to all operations of a description, good and bad. @param values - what its ledger has */
export function createRequests(description: Description, values: OperationValues): Arbitrary<SpecRequest> {
  const calls = Object.entries(description.paths).flatMap(([template, operations]) =>
    Object.entries(operations).map(([method, operation]) =>
      createCalls(description, values, template, method.toUpperCase(), operation),
    ),
  );
  return fc.oneof(...calls);
}

function createCalls(
  description: Description,
  values: OperationValues,
  template: string,
  declaredMethod: string,
  operation: Operation,
): Arbitrary<SpecRequest> {
  const parameters = (operation.parameters ?? []).map((parameter) => ({
    ...parameter,
    texts: createTexts(description, parameter.schema as ServedSchema, values.path[parameter.name]),
  }));
  const ofPlace = (place: string) => parameters.filter((parameter) => parameter.in === place);
  const path = fc.record(Object.fromEntries(ofPlace("path").map(({ name, texts }) => [name, texts])));
  const query = createQuery(ofPlace("query"));
  const method = fc.oneof({ weight: 12, arbitrary: fc.constant(declaredMethod) }, fc.constantFrom(...methods));
  return fc
    .record({
      method,
      path,
      query,
      accept: fc.option(accepts),
      ifNoneMatch: fc.option(fc.constantFrom("*", '"x"', 'W/"x"', ",", '"'), { freq: 8 }),
      contentType: createContentTypes(operation),
      body: createBodies(description, values, operation),
      // Only operations with a body document that its length must be told.
      chunked: declaredMethod === "POST" ? fc.integer({ min: 0, max: 19 }).map((n) => n === 0) : fc.constant(false),
    })
    .map(({ method, path, query, accept, ifNoneMatch, contentType, body, chunked }) => {
      const place = template.replace(/\{(\w+)\}/g, (_, name: string) => path[name] ?? "");
      const sent = method === "POST" ? body : undefined;
      return {
        template,
        method,
        target: query === "" ? place : `${place}?${query}`,
        headers: {
          ...(accept !== null && { accept }),
          ...(ifNoneMatch !== null && { "if-none-match": ifNoneMatch }),
          ...(sent !== undefined && contentType !== null && { "content-type": contentType }),
          ...(sent !== undefined && (chunked ? chunkedCoding : { "content-length": `${Buffer.byteLength(sent)}` })),
        },
        body: sent,
      };
    });
}

/** Texts of a parameter, percent-encoded: one that the ledger knows, one that the schema allows, and others. */
function createTexts(description: Description, schema: ServedSchema, known: string | undefined): Arbitrary<string> {
  const valid = validValues(schema, (reference) => resolve(description, reference)).map(String);
  return fc.oneof(
    { weight: known === undefined ? 0 : 8, arbitrary: fc.constant(encodeURIComponent(known ?? "")) },
    { weight: 4, arbitrary: valid.map(encodeURIComponent) },
    { weight: 2, arbitrary: hostileTexts.map(encodeURIComponent) },
    { weight: 1, arbitrary: rawTexts },
  );
}

function createQuery(parameters: readonly { readonly name: string; readonly texts: Arbitrary<string> }[]) {
  const unknown = fc.tuple(fc.constantFrom("no_such_parameter", "__proto__", "%zz", ""), rawTexts);
  const known = parameters.map(({ name, texts }) => texts.map((text): [string, string] => [name, text]));
  // Few enough that most requests have at most one bad value; a parameter may come twice.
  const pairs = fc.array(fc.oneof(...known.map((arbitrary) => ({ weight: 6, arbitrary })), unknown), { maxLength: 3 });
  return pairs.map((list) => list.map(([name, text]) => `${name}=${text}`).join("&"));
}

function createContentTypes({ requestBody }: Operation): Arbitrary<string | null> {
  const declared = Object.keys(requestBody?.content ?? { "application/json": {} });
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...declared) },
    fc.constantFrom(
      null,
      "application/json; charset=utf-8",
      "APPLICATION/JSON",
      "text/plain",
      "application/x-bcs",
      "/",
    ),
  );
}

function createBodies(description: Description, values: OperationValues, operation: Operation): Arbitrary<string> {
  const content = operation.requestBody?.content["application/json"] as
    | { readonly schema?: ServedSchema; readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }
    | undefined;
  const known = values.body[operation.operationId];
  const examples = [
    ...Object.values(content?.examples ?? {}).map(({ value }) => value),
    ...(known === undefined ? [] : [known]),
  ];
  const schema = content?.schema ?? {};
  const made = validValues(schema, (reference) => resolve(description, reference));
  const valid = examples.length === 0 ? made : fc.oneof(fc.constantFrom(...examples), made);
  const mutated = fc.tuple(valid, fc.nat(), hostileJson).map(([value, at, other]) => replaceInside(value, at, other));
  const texts = valid.map((value) => JSON.stringify(value));
  return fc.oneof(
    { weight: 5, arbitrary: texts },
    { weight: 5, arbitrary: mutated.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.tuple(texts, fc.nat()).map(([text, at]) => text.slice(0, at % (text.length + 1))) },
    { weight: 1, arbitrary: fc.constantFrom("", "[".repeat(4000), '{"a":1,"a":2}', "\ufeff{}", "1e999", '"\ud800"') },
    { weight: 1, arbitrary: hostileTexts },
  );
}

function resolve(description: Description, reference: string): ServedSchema {
  const name = reference.split("/").at(-1) ?? "";
  const schemas = (description.components?.schemas ?? {}) as Readonly<Record<string, ServedSchema>>;
  return schemas[name] ?? {};
}
