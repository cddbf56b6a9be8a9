import { type DocumentNode, type GraphQLSchema, getOperationAST, parse, validate } from "graphql";
import { ledgerTables } from "../answering/ledger-tables.ts";
import { faultOf, mistakeIn, type QueryFault } from "./faults.ts";
import { asksOnly, queryBounds, refuseQuery } from "./query-bounds.ts";
import { refuseCost } from "./query-cost.ts";
import type { Question } from "./question.ts";
import { buildSchema, type Nullability } from "./schema.ts";

/** A query that is not executed. */
export interface RefusedQuery {
  readonly errors: readonly QueryFault[];
}

/** A query that may be executed. */
export interface PreparedQuery {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly variableValues: Question["variables"];
  readonly operationName: string | undefined;
  readonly isSubscription: boolean;
}

/**
 * Makes the function that reads a query, and refuses what asks for too much, or for what there is not. It throws a GraphQLError for a text
 * that is no query.
 */
export function createPreparation(): (question: Question) => PreparedQuery | RefusedQuery {
  const schemas = new Map<Nullability, GraphQLSchema>();
  const schemaOf = (nullability: Nullability): GraphQLSchema => {
    const schema = schemas.get(nullability) ?? buildSchema(ledgerTables, nullability);
    schemas.set(nullability, schema);
    return schema;
  };
  return ({ query, variables, operationName }) => {
    const document = parse(query, { maxLexicalTokens: queryBounds.tokens });
    const refusal = refuseQuery(document) ?? refuseCost(document, ledgerTables, variables);
    if (refusal !== undefined) return { errors: [faultOf(refusal)] };
    const schema = schemaOf(asksOnly(document, {}) ? "as published" : "as it is");
    const mistakes = validate(schema, document, undefined, { maxErrors: 10 });
    if (mistakes.length > 0) return { errors: mistakes.map((mistake) => mistakeIn(document, mistake)) };
    const isSubscription = getOperationAST(document, operationName)?.operation === "subscription";
    return { schema, document, variableValues: variables, operationName, isSubscription };
  };
}

/** Returns true for a query that is not executed. */
export function isRefused(query: PreparedQuery | RefusedQuery): query is RefusedQuery {
  return "errors" in query;
}
