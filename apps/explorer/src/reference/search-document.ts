import { listOperations, type OpenApiDocument, type PlacedOperation } from "../api/openapi.ts";

/** Operations and schemas that a search finds. */
export interface Found {
  readonly operations: readonly PlacedOperation[];
  readonly schemas: readonly string[];
}

/** Finds operations and schemas in which a word begins with each word of a search. An empty search finds all. */
export function searchDocument(document: OpenApiDocument, search: string): Found {
  const words = wordsOf(search);
  const holds = (...texts: readonly (string | undefined)[]): boolean => {
    const text = texts.join(" ");
    // Names of several words are found by each of them, too.
    const held = [...wordsOf(text), ...wordsOf(text.replace(/([a-z])(?=[A-Z])/g, "$1 "))];
    return words.every((word) => held.some((one) => one.startsWith(word)));
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

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}
