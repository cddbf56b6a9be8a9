import { type DocumentNode, execute, GraphQLError, type GraphQLSchema, Kind, parse, validate } from "graphql";
import type { HttpService, ServiceRequest, ServiceResponse } from "../http-service.ts";
import { buildSchema } from "./schema.ts";
import type { Tables } from "./table.ts";

/** Bounds of a query, so that none delays the others. */
const bounds = { tokens: 600, fields: 20, length: 64 * 1024 } as const;

/** The tables that answer queries, and the ledger that they are made from. */
export interface GraphqlOptions<Ledger> {
  readonly tables: Tables<Ledger>;
  /** The ledger as one query sees it. */
  readonly openLedger: () => Promise<Ledger>;
  /** Receives what went wrong here, for the log. */
  readonly onFault?: ((error: unknown) => void) | undefined;
}

/** A query as it is sent. */
interface Question {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>> | undefined;
  readonly operationName: string | undefined;
}

declare global {
  interface JSON {
    /** Of engines from 2023 on. */
    rawJSON?(text: string): unknown;
  }
}

/**
 * Answers GraphQL queries as the indexers of the family do: faults are errors in an answer with status 200, by which clients know
 * them.
 */
export function createGraphql<Ledger>({ tables, openLedger, onFault }: GraphqlOptions<Ledger>): HttpService {
  let schema: GraphQLSchema | undefined;

  async function ask({ query, variables, operationName }: Question): Promise<unknown> {
    schema ??= buildSchema(tables);
    const document = parse(query, { maxLexicalTokens: bounds.tokens, maxSourceLength: bounds.length });
    const unknown = unknownTable(document, tables);
    if (unknown !== undefined) return { errors: [fault(unknown)] };
    const errors = validate(schema, document, undefined, { maxErrors: 10 });
    if (errors.length > 0) return { errors: errors.map(({ message }) => fault(message)) };
    const ledger = await openLedger();
    const { data, errors: failures } = await execute({
      schema,
      document,
      contextValue: ledger,
      variableValues: variables,
      operationName,
    });
    if (failures === undefined) return { data };
    for (const { originalError } of failures) {
      if (originalError !== undefined && !(originalError instanceof GraphQLError)) onFault?.(originalError);
    }
    return {
      errors: failures.map(({ message, originalError }) => fault(originalError ? "the query failed" : message)),
    };
  }

  async function answer({ body }: ServiceRequest): Promise<ServiceResponse> {
    const headers = { "Content-Type": "application/json" };
    try {
      return { status: 200, headers, body: JSON.stringify(await ask(readQuestion(body)), exactNumbers) };
    } catch (error) {
      const isRefusal = error instanceof GraphQLError;
      if (!isRefusal) onFault?.(error);
      const message = isRefusal ? error.message : "the query failed; the node's log says why";
      return { status: 200, headers, body: JSON.stringify({ errors: [fault(message)] }) };
    }
  }

  return { routes: { "/v1/graphql": ["POST"] }, handle: answer };
}

function fault(message: string): { readonly message: string } {
  return { message };
}

function readQuestion(body: Uint8Array): Question {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw new GraphQLError("the request body is not JSON");
  }
  const { query, variables, operationName } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof query !== "string") throw new GraphQLError("the request body must be an object with a `query`");
  if (variables !== undefined && variables !== null && typeof variables !== "object") {
    throw new GraphQLError("`variables` must be an object");
  }
  return {
    query,
    variables: (variables ?? undefined) as Question["variables"],
    operationName: typeof operationName === "string" ? operationName : undefined,
  };
}

/** The refusal of a query that asks for something that is not here, or for too much. */
function unknownTable(document: DocumentNode, tables: Tables<never>): string | undefined {
  const known = new Set([
    "__typename",
    "__schema",
    "__type",
    ...Object.keys(tables).flatMap((name) => [name, `${name}_aggregate`]),
  ]);
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const { selections } = definition.selectionSet;
    if (selections.length > bounds.fields) return `a query may ask for at most ${bounds.fields} fields at the root`;
    for (const selection of selections) {
      if (selection.kind !== Kind.FIELD || known.has(selection.name.value)) continue;
      const names = Object.keys(tables).join(", ");
      return `'${selection.name.value}' is not available: this node has no index besides its ledger, and can only answer ${names}`;
    }
  }
  return undefined;
}

/** Whole numbers keep all their digits. */
function exactNumbers(_: string, value: unknown): unknown {
  if (typeof value !== "bigint") return value;
  return JSON.rawJSON?.(`${value}`) ?? Number(value);
}
