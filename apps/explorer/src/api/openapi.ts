/** The parts of an OpenAPI 3.1 document that the reference shows. */
export interface OpenApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
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
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>;
}

export interface MediaType {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly summary?: string; readonly value?: unknown }>>;
}

export interface Reply {
  readonly description?: string;
  readonly content?: Readonly<Record<string, MediaType>>;
}

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
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

/** The example a parameter or a body declares first. */
export function firstExample(holder: Pick<MediaType, "example" | "examples">): unknown {
  return holder.example ?? Object.values(holder.examples ?? {})[0]?.value;
}

/** Follows a local reference; an unknown one is an empty schema. */
export function resolveSchema(document: OpenApiDocument, schema: Schema): Schema {
  const name = schema.$ref?.match(/^#\/components\/schemas\/(.+)$/)?.[1];
  return name === undefined ? schema : (document.components?.schemas?.[name] ?? {});
}
