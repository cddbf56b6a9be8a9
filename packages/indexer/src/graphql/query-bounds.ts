import { type DocumentNode, Kind, type SelectionNode, type SelectionSetNode } from "graphql";
import type { Tables } from "../answering/table.ts";
import { rootSuffixes } from "./schema.ts";

/** Bounds of a query, so that none delays the others. Selections count as often as fragments bring them. */
export const queryBounds = {
  /** The most bytes and operations in a request. All its operations share the limits of a single one. */
  length: 1024 * 1024,
  operations: 20,
  /** Tokens of its text; as many members may variables have. */
  tokens: 4_000,
  /** Values in lists of variables, and levels of these. */
  values: 20_000,
  variableDepth: 64,
  /** Fields of the root: each reads a table. */
  rootFields: 60,
  /** All fields. A row has the values of those that are selected of it. */
  fields: 500,
  /** Selections inside of each other: the tables need five, the query by which tools read the schema twelve. */
  depth: 16,
} as const;

/** How much a selection asks for, once fragments are in their places. */
interface Extent {
  readonly fields: number;
  readonly depth: number;
  /** Names of the fields of its own level, the first ones. */
  readonly own: readonly string[];
}

const nothing: Extent = { fields: 0, depth: 0, own: [] };

const introspection: readonly string[] = ["__typename", "__schema", "__type"];

/**
 * Measures the operations of a query.
 *
 * @returns the refusal of a query that asks for too much; `undefined` for any other
 */
export function refuseQuery(document: DocumentNode): string | undefined {
  const extentOf = createMeasure(document);
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const { fields, depth, own } = extentOf(definition.selectionSet);
    const { rootFields, fields: mostFields, depth: mostDepth } = queryBounds;
    if (own.length > rootFields) return `a query may ask for at most ${rootFields} fields at the root`;
    if (fields > mostFields)
      return `a query may ask for at most ${mostFields} fields, each as often as a fragment brings it`;
    if (depth > mostDepth) return `a query may be at most ${mostDepth} levels deep`;
  }
  return undefined;
}

/** True for a query whose fields of the root are all of some tables, or of the schema. */
export function asksOnly(document: DocumentNode, tables: Tables<never>): boolean {
  const extentOf = createMeasure(document);
  return document.definitions.every(
    (definition) =>
      definition.kind !== Kind.OPERATION_DEFINITION ||
      extentOf(definition.selectionSet).own.every((field) => introspection.includes(field) || isRoot(field, tables)),
  );
}

function isRoot(field: string, tables: Tables<never>): boolean {
  return ["", ...rootSuffixes].some(
    (suffix) => field.endsWith(suffix) && Object.hasOwn(tables, field.slice(0, field.length - suffix.length)),
  );
}

/** Fragments are measured once, however often they are used: written in each other they stand for a number that grows like a power. */
function createMeasure(document: DocumentNode): (selections: SelectionSetNode) => Extent {
  const fragments = new Map<string, SelectionSetNode>();
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition.selectionSet);
  const known = new Map<string, Extent>();
  const ofFragment = (name: string): Extent => {
    const measured = known.get(name);
    if (measured !== undefined) return measured;
    // One that contains itself is refused later.
    known.set(name, nothing);
    const selections = fragments.get(name);
    const extent = selections === undefined ? nothing : extentOf(selections);
    known.set(name, extent);
    return extent;
  };
  const ofSelection = (selection: SelectionNode): Extent => {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return ofFragment(selection.name.value);
    if (selection.kind === Kind.INLINE_FRAGMENT) return extentOf(selection.selectionSet);
    const inner = selection.selectionSet === undefined ? nothing : extentOf(selection.selectionSet);
    return { fields: inner.fields + 1, depth: inner.depth + 1, own: [selection.name.value] };
  };
  const extentOf = ({ selections }: SelectionSetNode): Extent => {
    let [fields, depth] = [0, 0];
    const own: string[] = [];
    for (const selection of selections) {
      const extent = ofSelection(selection);
      fields = Math.min(fields + extent.fields, 2 * queryBounds.fields);
      depth = Math.max(depth, extent.depth);
      if (own.length <= queryBounds.rootFields) own.push(...extent.own.slice(0, queryBounds.rootFields + 1));
    }
    return { fields, depth, own };
  };
  return extentOf;
}
