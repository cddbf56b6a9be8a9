import type { Api, ApiResponse } from "@ledger/api-core";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

/** The parts of an OpenAPI document that the tests look at. */
export interface Document {
  readonly openapi: string;
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly responses: Readonly<Record<string, DocumentedResponse>>;
    readonly schemas: Readonly<Record<string, object>>;
    readonly headers: Record<string, Header>;
  };
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly description: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: object }> };
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
}

interface Header {
  readonly required?: boolean;
  readonly $ref?: string;
}

interface DocumentedResponse {
  readonly $ref?: string;
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header>>;
  readonly content?: Readonly<Record<string, { readonly schema: object; readonly examples?: object }>>;
  readonly "x-error-codes"?: readonly string[];
}

/** Checks live answers against the description that the same API serves. */
export interface ContractChecker {
  readonly document: Document;
  operation(id: string): Operation;
  /** Everything in which an answer differs from what is documented for its status. */
  faults(id: string, response: ApiResponse): string[];
  /** Everything in which a value differs from a schema of the document. */
  mismatches(schema: object, value: unknown): string[];
}

/** Prepares the check of an API's answers. */
export function createContractChecker(api: Api): ContractChecker {
  const document = JSON.parse(api.openapiJson()) as Document;
  const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true, validateFormats: false });
  for (const keyword of ["discriminator", "example", "components"]) ajv.addKeyword(keyword);
  ajv.addSchema({ $id: "doc", components: document.components });
  const compiled = new Map<object, ValidateFunction>();
  const operations = new Map(
    Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((operation): [string, Operation] => [operation.operationId, operation]),
    ),
  );

  function mismatches(schema: object, value: unknown): string[] {
    let validate = compiled.get(schema);
    if (validate === undefined) {
      const text = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"doc#/');
      validate = ajv.compile(JSON.parse(text) as object);
      compiled.set(schema, validate);
    }
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  }

  return {
    document,
    operation: (id) => operations.get(id)!,
    mismatches,
    faults(id, response) {
      const stated = operations.get(id)?.responses[response.status];
      const documented =
        stated?.$ref === undefined ? stated : document.components.responses[stated.$ref.split("/")[3]!];
      if (documented === undefined) return [`status ${response.status} is not documented`];
      const faults: string[] = [];
      for (const [name, header] of Object.entries(documented.headers ?? {})) {
        const { required } =
          header.$ref === undefined ? header : document.components.headers[header.$ref.split("/")[3]!]!;
        if (required && response.headers[name] === undefined) faults.push(`header ${name} is missing`);
      }
      for (const name of Object.keys(response.headers)) {
        if (name.startsWith("X-") && documented.headers?.[name] === undefined)
          faults.push(`header ${name} is not documented`);
      }
      if (documented.content === undefined) return response.body === undefined ? faults : [...faults, "a body"];
      const mediaType = response.headers["Content-Type"]?.split(";")[0] ?? "none";
      const content = documented.content[mediaType];
      if (content === undefined) return [...faults, `${mediaType} is not documented`];
      if (mediaType !== "application/json") return faults;
      const { body } = response;
      const value = JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body)) as unknown;
      faults.push(...mismatches(content.schema, value));
      const codes = documented["x-error-codes"];
      const code = (value as { error_code?: string } | null)?.error_code;
      if (codes !== undefined && !codes.includes(code ?? "")) faults.push(`error code ${code} is not documented`);
      return faults;
    },
  };
}
