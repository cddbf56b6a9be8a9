import { listOperations, type OpenApiDocument, type PlacedOperation } from "../api/openapi.ts";

/** Operations and schemas that a search finds. */
export interface Found {
  readonly operations: readonly PlacedOperation[];
  readonly schemas: readonly string[];
}

/** Finds operations and schemas that hold every word of a search, in any place. An empty search finds all. */
export function searchDocument(document: OpenApiDocument, search: string): Found {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const holds = (...texts: readonly (string | undefined)[]): boolean => {
    const text = texts.join("\n").toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const operations = listOperations(document).filter(({ path, method, operation }) =>
    holds(
      path,
      method,
      operation.operationId,
      operation.summary,
      operation.description,
      ...(operation.tags ?? []),
      ...(operation.parameters ?? []).flatMap(({ name, description }) => [name, description]),
      ...Object.values(operation.responses).flatMap((reply) => reply["x-error-codes"] ?? []),
    ),
  );
  const schemas = Object.entries(document.components?.schemas ?? {})
    .filter(([name, schema]) => holds(name, schema.description, ...Object.keys(schema.properties ?? {})))
    .map(([name]) => name);
  return { operations, schemas };
}
