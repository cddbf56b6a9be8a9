import type { SourceFile } from "../../trace/source-map.ts";
import type { Attribute } from "./attributes.ts";
import { readDeclarations } from "./declarations.ts";

/** Attributes of what the compiler leaves out of a package that is published. */
const testAttributes = new Set(["test", "test_only", "rand_test", "random_test", "verify_only"]);

/**
 * Finds the functions that are there for tests only: tests, what is marked `#[test_only]`, and all of a module that is.
 *
 * @returns their names, by the name of their module
 */
export function findTestCode(sources: readonly SourceFile[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = sources.flatMap(readDeclarations).map(({ name, attributes, functions }) => {
    const marked = isMarked(attributes) ? functions : functions.filter((fn) => isMarked(fn.attributes));
    return [name, new Set(marked.map((fn) => fn.name))] as const;
  });
  return new Map(found);
}

function isMarked(attributes: readonly Attribute[]): boolean {
  return attributes.some(({ name }) => testAttributes.has(name));
}
