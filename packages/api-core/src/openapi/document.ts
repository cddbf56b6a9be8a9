import type { ApiConfig } from "../contract/config.ts";
import { bcsContentType, eventsContentType } from "../contract/media-type.ts";
import type { Parameters } from "../contract/text-type.ts";
import type { DocumentRoute } from "../endpoint/document-route.ts";
import type { Place, PlaceOf } from "../endpoint/place.ts";
import { type Route, type RouteExample, tags } from "../endpoint/route.ts";
import { ApiErrorSchema } from "../schemas/error.ts";
import { ErrorResponses } from "./error-responses.ts";
import {
  cachingHeaders,
  describeHeaders,
  documentCachingHeaders,
  ledgerReferences,
  optionalHeaders,
  requiredHeaders,
} from "./headers.ts";
import { type DocumentedError, documentErrors, operationErrors } from "./operation-errors.ts";
import { SchemaComponents } from "./schema-components.ts";

/** An OpenAPI 3.1 document, as plain JSON. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: object;
  readonly servers: readonly object[];
  readonly tags: readonly object[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly security: readonly object[];
  readonly components: { readonly schemas: object; readonly responses: object; readonly headers: object };
}

const about =
  "The HTTP interface of a ledger node: state at any kept ledger version, committed transactions, and the encoding, " +
  "simulation and submission of new ones.\n\n" +
  "Answers are JSON, or BCS when `Accept` asks for `application/x-bcs`; errors are always JSON. Every answer carries " +
  "the ledger headers. State reads take an optional `ledger_version`; the latest is read when it is absent, and a " +
  "version that has been pruned is answered with 410. Unknown query parameters and members are ignored.";

/** Describes the routes. All of it derives from their declarations. */
export function buildOpenApi(
  routes: readonly Route[],
  documentRoutes: readonly DocumentRoute[],
  config: ApiConfig,
  placeOf: PlaceOf,
): OpenApiDocument {
  const schemas = new SchemaComponents();
  const errors = new ErrorResponses(schemas.refer(ApiErrorSchema), optionalHeaders(config.headerPrefixes));
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const operation = { [route.method.toLowerCase()]: describeRoute(route, config, placeOf(route), schemas, errors) };
    paths[route.path] = { ...paths[route.path], ...operation };
  }
  for (const route of documentRoutes) paths[route.path] = { get: describeDocument(route, config, errors) };
  return {
    openapi: "3.1.0",
    info: {
      title: "Ledger Node API",
      version: config.version,
      description: about,
      contact: { name: "Ledger Node contributors", url: "https://github.com/ledger-node/ledger-node/issues" },
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/v1", description: "This node." }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    // Nothing here asks for credentials.
    security: [],
    components: {
      schemas: schemas.components(),
      responses: errors.components(),
      headers: describeHeaders(config.headerPrefixes),
    },
  };
}

const notModified = "The answer has not changed since the one named by `If-None-Match`.";

function describeRoute(
  route: Route,
  config: ApiConfig,
  place: Place,
  schemas: SchemaComponents,
  errors: ErrorResponses,
): object {
  return {
    operationId: route.id,
    tags: [route.tag],
    summary: route.summary,
    description: route.description,
    ...isForwarded(place),
    parameters: [
      ...describeParameters("path", route.params, route.examples, schemas),
      ...describeParameters("query", route.query, route.examples, schemas),
    ],
    ...describeRequestBody(route, schemas),
    responses: {
      ...describeAnswers(route, config, place, schemas),
      ...describeErrors(operationErrors(route, place), errors),
    },
  };
}

function describeRequestBody(route: Route, schemas: SchemaComponents): object {
  if (route.body === undefined) return {};
  const json = { schema: schemas.refer(route.body.schema), ...examplesOf(route.examples, "body") };
  const { bcs } = route.body;
  const content = {
    "application/json": json,
    ...(bcs && { [bcs.contentType]: { schema: { ...binary, description: bcs.description } } }),
  };
  return { requestBody: { required: true, content } };
}

/** Says of an operation whether a node upstream answers it; nothing where this node does, as nearly everywhere. */
function isForwarded(place: Place): object {
  return place === "here" ? {} : { "x-forwarded": place === "upstream" };
}

function describeAnswers(route: Route, config: ApiConfig, place: Place, schemas: SchemaComponents): object {
  const { headerPrefixes } = config;
  const caching = cachingHeaders(route);
  const { description, status = 200, partial } = route.reply;
  const never = place === "nowhere" ? " This node never gives it: it has no pool of transactions." : "";
  const headers = { ...requiredHeaders(route, headerPrefixes), ...caching };
  const content = describeContent(route, schemas);
  return {
    [status]: { description: description + never, headers, content },
    ...(partial && {
      [partial.status]: {
        description: partial.description + never,
        headers,
        content: { "application/json": content["application/json"] },
      },
    }),
    ...(route.cache === "state" && {
      304: { description: notModified, headers: { ...ledgerReferences(headerPrefixes), ...caching } },
    }),
  };
}

const binary = { type: "string", format: "binary" } as const;

function describeParameters(
  place: "path" | "query",
  parameters: Parameters,
  examples: readonly RouteExample[],
  schemas: SchemaComponents,
): object[] {
  return Object.entries(parameters).map(([name, { type, required, repeated, description }]) => {
    const sent = examples.map((example) => (place === "path" ? example.params : example.query)?.[name]);
    const text = sent.find((value) => value !== undefined);
    const schema = schemas.refer(type.schema);
    const value = text === undefined || schema.type === "string" || schema.$ref ? text : JSON.parse(text);
    return {
      name,
      in: place,
      required,
      description,
      schema: repeated === true ? { type: "array", items: schema } : schema,
      ...(text !== undefined && { example: repeated === true ? [value] : value }),
    };
  });
}

function describeContent(
  { reply, examples, streamed }: Route,
  schemas: SchemaComponents,
): Readonly<Record<string, object>> {
  return {
    ...(reply.json && {
      "application/json": { schema: schemas.refer(reply.json.schema), ...examplesOf(examples, "reply") },
    }),
    ...(streamed !== undefined && { [eventsContentType]: { schema: { type: "string", description: streamed } } }),
    ...(reply.bcs && {
      [bcsContentType]: { schema: { ...binary, description: reply.bcs.description }, ...examplesOf(examples, "bytes") },
    }),
  };
}

/** Examples under names that last: a summary in words, in snake case. */
function examplesOf(examples: readonly RouteExample[], member: "body" | "reply" | "bytes"): object {
  const description = member === "bytes" ? { description: "The bytes of the answer, as hex." } : {};
  const entries = examples
    .filter((example) => example[member] !== undefined)
    .map(({ summary, [member]: value }) => [exampleName(summary), { summary, ...description, value }]);
  return entries.length === 0 ? {} : { examples: Object.fromEntries(entries) };
}

function exampleName(summary: string): string {
  return summary.toLowerCase().replace(/[^a-z0-9]+/g, "_");
}

function describeErrors(documented: ReadonlyMap<number, DocumentedError>, errors: ErrorResponses): object {
  return Object.fromEntries([...documented].map(([status, error]) => [status, errors.refer(status, error)]));
}

function describeDocument(route: DocumentRoute, config: ApiConfig, errors: ErrorResponses): object {
  const [mediaType = route.contentType] = route.contentType.split(";");
  const schema = mediaType === "application/json" ? { type: "object" } : { type: "string" };
  const headers = { ...optionalHeaders(config.headerPrefixes), ...documentCachingHeaders };
  const examples = { beginning: { summary: "How it begins", value: route.example } };
  return {
    operationId: route.id,
    tags: [route.tag],
    summary: route.summary,
    description: route.description,
    responses: {
      200: { description: route.description, headers, content: { [mediaType]: { schema, examples } } },
      304: { description: notModified, headers },
      ...describeErrors(documentErrors, errors),
    },
  };
}
