import { jsonContentType } from "../contract/media-type.ts";
import type { OpenApiDocument } from "./document.ts";

const json = jsonContentType.split(";")[0]!;

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, object>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, object>> }>>;
}

/**
 * The same document without the other media types: with two for an answer, generators of clients give every answer the type of
 * both, and nothing of it can be read without a cast. Operations that answer in no JSON are left out.
 */
export function toJsonOnly(document: OpenApiDocument): OpenApiDocument {
  const paths: Record<string, Record<string, object>> = {};
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const kept = keepJson(operation as Operation);
      if (kept !== undefined) paths[path] = { ...paths[path], [method]: kept };
    }
  }
  return dropUnused({ ...document, paths });
}

/** Leaves out components that nothing refers to any more. */
function dropUnused(document: OpenApiDocument): OpenApiDocument {
  const text = JSON.stringify(document);
  const isUsed = (kind: string, name: string): boolean => text.includes(`"#/components/${kind}/${name}"`);
  const entries = Object.entries(document.components).map(([kind, parts]) => [
    kind,
    Object.fromEntries(Object.entries(parts as object).filter(([name]) => isUsed(kind, name))),
  ]);
  const components = Object.fromEntries(entries) as OpenApiDocument["components"];
  const pruned = { ...document, components };
  return JSON.stringify(pruned).length === text.length ? pruned : dropUnused(pruned);
}

function keepJson(operation: Operation): object | undefined {
  const { requestBody, responses } = operation;
  const body = requestBody && keepJsonOf(requestBody);
  if (requestBody !== undefined && body === undefined) return undefined;
  const answers: Record<string, object> = {};
  for (const [status, answer] of Object.entries(responses)) {
    const kept = answer.content === undefined ? answer : keepJsonOf({ ...answer, content: answer.content });
    if (kept === undefined) return undefined;
    answers[status] = kept;
  }
  return { ...operation, ...(body && { requestBody: body }), responses: answers };
}

function keepJsonOf<T extends { readonly content: Readonly<Record<string, object>> }>(part: T): T | undefined {
  const kept = part.content[json];
  return kept && { ...part, content: { [json]: kept } };
}
