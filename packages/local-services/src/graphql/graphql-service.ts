import { execute, GraphQLError, type GraphQLSchema, parse, validate } from "graphql";
import { giveWay } from "../give-way.ts";
import type { HttpService, ServiceRequest, ServiceResponse } from "../http-service.ts";
import { queryBounds, refuseQuery } from "./query-bounds.ts";
import { buildSchema, type QueryContext } from "./schema.ts";
import type { Tables } from "./table.ts";

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

const json = { "Content-Type": "application/json" } as const;

/** The part of a service for queries that needs no ledger: where they are sent, what they cost, and which are refused unread. */
export const queryService = {
  routes: { "/v1/graphql": ["POST"] },
  work: "graphql",
  // A page of another site can send any body but this one without asking.
  refuse: ({ header }) => {
    const type = (header("content-type") ?? "").split(";", 1).join("").trim().toLowerCase();
    if (type === "application/json") return undefined;
    return {
      status: 415,
      headers: json,
      body: JSON.stringify({ errors: [fault("send Content-Type: application/json")] }),
    };
  },
} as const satisfies Omit<HttpService, "handle">;

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

  async function ask(question: Question, signal: AbortSignal | undefined): Promise<unknown> {
    const { query, variables: variableValues, operationName } = question;
    schema ??= buildSchema(tables);
    const document = parse(query, { maxLexicalTokens: queryBounds.tokens, maxSourceLength: queryBounds.length });
    const refusal = refuseQuery(document, tables);
    if (refusal !== undefined) return { errors: [fault(refusal)] };
    const errors = validate(schema, document, undefined, { maxErrors: 10 });
    if (errors.length > 0) return { errors: errors.map(({ message }) => fault(message)) };
    let turn = Promise.resolve();
    const contextValue: QueryContext<Ledger> = {
      ledger: await openLedger(),
      takeTurn() {
        turn = turn.then(giveWay);
        return turn;
      },
    };
    const asked = { schema, document, contextValue, variableValues, operationName, abortSignal: signal };
    const { data, errors: failures } = await execute(asked);
    if (failures === undefined) return { data };
    const own = failures.map(({ originalError }) => originalError).filter((error) => error !== undefined);
    const faults = own.filter((error) => !(error instanceof GraphQLError));
    for (const each of faults) onFault?.(each);
    return {
      errors: failures.map(({ message, originalError }) =>
        fault(originalError !== undefined && faults.includes(originalError) ? "the query failed" : message),
      ),
    };
  }

  async function handle({ body, signal }: ServiceRequest): Promise<ServiceResponse> {
    try {
      return { status: 200, headers: json, body: JSON.stringify(await ask(readQuestion(body), signal), exactNumbers) };
    } catch (error) {
      signal?.throwIfAborted();
      const isRefusal = error instanceof GraphQLError;
      if (!isRefusal) onFault?.(error);
      const message = isRefusal ? error.message : "the query failed; the node's log says why";
      return { status: 200, headers: json, body: JSON.stringify({ errors: [fault(message)] }) };
    }
  }

  return { ...queryService, handle };
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

/** Whole numbers keep all their digits. */
function exactNumbers(_: string, value: unknown): unknown {
  if (typeof value !== "bigint") return value;
  return JSON.rawJSON?.(`${value}`) ?? Number(value);
}
