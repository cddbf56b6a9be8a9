import { answerText, callApi } from "./call.ts";
import { ApiFailure } from "./failure.ts";

/** The parts of an OpenAPI 3.1 document that the reference shows. */
export interface OpenApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: {
    readonly schemas?: Readonly<Record<string, Schema>>;
    readonly headers?: Readonly<Record<string, Header>>;
    readonly responses?: Readonly<Record<string, Reply>>;
  };
}

export interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, MediaType>> };
  readonly responses: Readonly<Record<string, Reply>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Examples;
}

export type Examples = Readonly<Record<string, { readonly summary?: string; readonly value?: unknown }>>;

export interface MediaType {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Examples;
}

export interface Header {
  readonly $ref?: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

export interface Reply {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Readonly<Record<string, MediaType>>;
  readonly headers?: Readonly<Record<string, Header>>;
  /** The `error_code` values that come with this status. */
  readonly "x-error-codes"?: readonly string[];
}

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly examples?: readonly unknown[];
}

/** Reads the description that the node serves. @throws ApiFailure */
export async function readDescription(signal: AbortSignal): Promise<OpenApiDocument> {
  const answer = await callApi({ method: "GET", path: "/spec.json", accept: "application/json", signal });
  if (answer.status !== 200) throw new ApiFailure(answer.status, "no_description", answer.statusText);
  try {
    return JSON.parse(answerText(answer)) as OpenApiDocument;
  } catch {
    throw new ApiFailure(answer.status, "not_json", "The answer is not JSON. Is this the address of a ledger node?");
  }
}

/** One operation with its place in the document. */
export interface PlacedOperation {
  readonly path: string;
  readonly method: "GET" | "POST";
  readonly operation: Operation;
}

/** Every operation of a document, in its order. */
export function listOperations(document: OpenApiDocument): PlacedOperation[] {
  const operations: PlacedOperation[] = [];
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const method of ["get", "post"] as const) {
      const operation = methods[method];
      if (operation !== undefined) operations.push({ path, method: method === "get" ? "GET" : "POST", operation });
    }
  }
  return operations;
}

/** The examples of a parameter, a body or an answer, the first one first. */
export function listExamples(holder: Pick<MediaType, "example" | "examples">): { summary: string; value: unknown }[] {
  const named = Object.entries(holder.examples ?? {});
  if (holder.example !== undefined) return [{ summary: "Example", value: holder.example }];
  return named.map(([name, { summary, value }]) => ({ summary: summary ?? name.replaceAll("_", " "), value }));
}

/** Name of the schema that a local reference leads to. */
export function referencedName({ $ref }: { readonly $ref?: string }): string | undefined {
  return $ref?.match(/^#\/components\/(?:schemas|headers|responses)\/(.+)$/)?.[1];
}

/** Follows a local reference; an unknown one is an empty schema. */
export function resolveSchema(document: OpenApiDocument, schema: Schema): Schema {
  const name = referencedName(schema);
  return name === undefined ? schema : (document.components?.schemas?.[name] ?? {});
}

/** Follows a local reference; the members next to it win. */
export function resolveReply(document: OpenApiDocument, reply: Reply): Reply {
  return { ...document.components?.responses?.[referencedName(reply) ?? ""], ...reply };
}
