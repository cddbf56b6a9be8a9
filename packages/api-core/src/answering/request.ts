import { BcsError } from "@ledger/bcs";
import { TypesError } from "@ledger/types";
import type { ApiRequest, QueryParameters } from "../contract/api.ts";
import type { BodyType, EncodedBody } from "../contract/body.ts";
import { ApiError } from "../contract/error.ts";
import { messageOf } from "../contract/failure.ts";
import { JsonFault, type JsonInput, parseJsonBytes } from "../contract/json.ts";
import { essenceOf } from "../contract/media-type.ts";
import { schemaNode, typeNameOf } from "../contract/schema.ts";
import type { Parameters } from "../contract/text-type.ts";
import type { RawInput, Route } from "../endpoint/route.ts";

const noValues: Readonly<Record<string, unknown>> = Object.freeze({});

/**
 * Parses path, body and query, in this order; the first fault wins.
 * @throws ApiError `web_framework_error` (400, 415), `invalid_input` for BCS that does not decode
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#1.10 | Specification, REST API 1.10}
 */
export function parseRequest(route: Pick<Route, "params" | "query" | "body">, request: ApiRequest): RawInput {
  const params = parsePath(route.params, request.params);
  const body = route.body === undefined ? undefined : parseBody(route.body, request);
  const query = parseQuery(route.query, request.query);
  return { params, query, body };
}

function parsePath(parameters: Parameters, texts: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const name in parameters) {
    const text = texts[name];
    if (text === undefined) throw new TypeError(`the server gave no path parameter ${name}`);
    try {
      values[name] = parameters[name]!.type.parse(text);
    } catch (cause) {
      const type = typeNameOf(schemaNode(parameters[name]!.type.schema));
      throw parameterFault(`failed to parse path \`${name}\`: failed to parse "${type}": ${messageOf(cause)}`, cause);
    }
  }
  return values;
}

function parseQuery(parameters: Parameters, query: QueryParameters): Readonly<Record<string, unknown>> {
  let values: Record<string, unknown> | undefined;
  for (const name in parameters) {
    const texts = query.getAll(name);
    const text = texts[0];
    const parameter = parameters[name]!;
    if (text === undefined) {
      if (parameter.required) throw parameterFault(`query parameter \`${name}\` is missing`);
      continue;
    }
    if (texts.length > 1 && parameter.repeated !== true)
      throw parameterFault(`query parameter \`${name}\` is given ${texts.length} times, but only once is allowed`);
    values ??= {};
    try {
      values[name] = parameter.repeated === true ? texts.map(parameter.type.parse) : parameter.type.parse(text);
    } catch (cause) {
      const type = typeNameOf(schemaNode(parameter.type.schema));
      const around = parameter.required ? "" : ` (occurred while parsing "optional<${type}>")`;
      throw parameterFault(
        `failed to parse parameter \`${name}\`: failed to parse "${type}": ${messageOf(cause)}${around}`,
        cause,
      );
    }
  }
  return values ?? noValues;
}

function parseBody(body: BodyType<unknown>, request: ApiRequest): unknown {
  const { contentType } = request;
  const expected = body.bcs === undefined ? "application/json" : `application/json or ${body.bcs.contentType}`;
  if (contentType === undefined || contentType === "") {
    throw unsupportedMediaType(`the Content-Type header is missing, expected ${expected}`);
  }
  const essence = essenceOf(contentType);
  if (body.bcs !== undefined && essence === body.bcs.contentType) return parseEncoded(body.bcs, request);
  if (essence !== "application/json") {
    const sent = JSON.stringify(contentType.slice(0, 100));
    throw unsupportedMediaType(`Content-Type ${sent} is not supported, expected ${expected}`);
  }
  let value: JsonInput;
  try {
    value = parseJsonBytes(request.body ?? new Uint8Array());
  } catch (cause) {
    if (!(cause instanceof JsonFault)) throw cause;
    throw new ApiError("web_framework_error", `request body: not JSON: ${cause.message}`, { status: 400, cause });
  }
  return body.parse(value);
}

function parseEncoded<T>(encoded: EncodedBody<T>, { body }: ApiRequest): T {
  try {
    return encoded.parse(body ?? new Uint8Array());
  } catch (cause) {
    if (!(cause instanceof BcsError || cause instanceof TypesError)) throw cause;
    // Clients know an input that was cut off by these words.
    const fault = cause.code === "unexpected_end" ? "unexpected end of input" : cause.message;
    throw new ApiError("invalid_input", `Failed to deserialize input into ${encoded.typeName}: ${fault}`, { cause });
  }
}

function unsupportedMediaType(message: string): ApiError {
  return new ApiError("web_framework_error", message, { status: 415 });
}

function parameterFault(message: string, cause?: unknown): ApiError {
  return new ApiError("web_framework_error", message, { status: 400, cause });
}
