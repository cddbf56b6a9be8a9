import { type ASTNode, type DocumentNode, GraphQLError, Kind, type SelectionNode } from "graphql";
import { QueryRefusal } from "../answering/table.ts";
import { IndexUnavailable } from "../ledger/index-source.ts";

/** Codes by which the public indexer tells mistakes apart. */
type ErrorCode = "validation-failed" | "parse-failed" | "data-exception" | "unexpected";

/** An error of an answer. */
export interface QueryFault {
  readonly message: string;
  readonly extensions: { readonly path: string; readonly code: ErrorCode };
}

/** A fault of a query as a whole, where no path is given. */
export function faultOf(message: string, code: ErrorCode = "validation-failed", path = "$"): QueryFault {
  return { message, extensions: { path, code } };
}

/** True for what the client can mend, or has to know. */
export function isMistake(error: unknown): boolean {
  return error instanceof QueryRefusal || error instanceof GraphQLError || error instanceof IndexUnavailable;
}

/** Makes faults of what goes wrong. */
export class Faults {
  readonly #onFault: ((error: unknown) => void) | undefined;

  /** @param onFault - receives what is no mistake of the client */
  constructor(onFault: ((error: unknown) => void) | undefined) {
    this.#onFault = onFault;
  }

  /** The fault of a query that was executed. */
  ofExecution({ message, originalError }: GraphQLError): QueryFault {
    if (originalError === undefined || originalError instanceof GraphQLError) return faultOf(message);
    if (originalError instanceof QueryRefusal) return faultOf(message, "data-exception");
    this.#onFault?.(originalError);
    return faultOf("the query failed", "unexpected");
  }

  /** The fault of a request that was not. */
  ofRequest(error: unknown): QueryFault {
    if (error instanceof QueryRefusal) return faultOf(error.message, "parse-failed");
    if (error instanceof GraphQLError) return faultOf(error.message);
    if (error instanceof IndexUnavailable) return faultOf(error.message, "data-exception");
    this.#onFault?.(error);
    return faultOf("the query failed; the node's log says why", "unexpected");
  }
}

const unknownField = /^Cannot query field "(\w+)" on type "(\w+)"/;

/**
 * Describes a mistake in a query as the public indexer does, as far as clients tell mistakes apart by it. Its place is such as
 * `$.selectionSet.user_transactions.selectionSet.gas`.
 */
export function mistakeIn(document: DocumentNode, { message, nodes }: GraphQLError): QueryFault {
  const fields = nodes?.[0] === undefined ? undefined : fieldsTo(document, nodes[0]);
  const path = ["$", ...(fields ?? []).flatMap((field) => ["selectionSet", field])].join(".");
  const [, field, type] = unknownField.exec(message) ?? [];
  const text = field === undefined ? message : `field '${field}' not found in type: '${type}'`;
  return faultOf(text, "validation-failed", path);
}

/** Names of the fields that lead to one, itself the last; `undefined` where a node is no field. */
function fieldsTo({ definitions }: DocumentNode, wanted: ASTNode): readonly string[] | undefined {
  if (wanted.kind !== Kind.FIELD) return undefined;
  const find = (selections: readonly SelectionNode[]): readonly string[] | undefined => {
    for (const selection of selections) {
      if (selection === wanted) return [wanted.name.value];
      if (selection.kind === Kind.FRAGMENT_SPREAD || selection.selectionSet === undefined) continue;
      const found = find(selection.selectionSet.selections);
      if (found !== undefined) return selection.kind === Kind.FIELD ? [selection.name.value, ...found] : found;
    }
    return undefined;
  };
  for (const definition of definitions) {
    const found = "selectionSet" in definition ? find(definition.selectionSet?.selections ?? []) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
