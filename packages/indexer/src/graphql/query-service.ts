import { execute, GraphQLError, type GraphQLSchema, parse, validate } from "graphql";
import { ledgerTables } from "../answering/ledger-tables.ts";
import { LedgerPicture } from "../answering/picture.ts";
import { QueryRefusal } from "../answering/table.ts";
import { Decimal } from "../decimal.ts";
import { createLedgerIndex, type LedgerIndexOptions } from "../ledger/create-index.ts";
import { giveWay } from "../ledger/give-way.ts";
import { IndexUnavailable } from "../ledger/index-source.ts";
import type { LedgerIndex } from "../ledger/ledger-index.ts";
import { queryBounds, refuseQuery } from "./query-bounds.ts";
import { refuseCost } from "./query-cost.ts";
import { type Question, readQuestion } from "./question.ts";
import { QueryContext } from "./reader.ts";
import { buildSchema } from "./schema.ts";

/** The store that queries are answered from. */
export interface QueryServiceOptions extends LedgerIndexOptions {
  /** The index that other questions are answered from, too; one of its own when absent. */
  readonly index?: LedgerIndex | undefined;
  /** Receives what went wrong here, for the log. */
  readonly onFault?: ((error: unknown) => void) | undefined;
}

/** An answer to a query: faults are errors in it with status 200, by which clients of the family know them. */
export interface QueryAnswer {
  readonly status: 200;
  /** Names as written on the wire; with the version that the answer is as of. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: string;
}

/** Answers queries, each as of the ledger's head. */
export interface QueryService {
  /**
   * @param body - of a request: JSON with `query`, `variables` and `operationName`
   * @param signal - aborted when the caller has left; then the promise rejects
   */
  answer(body: Uint8Array, signal?: AbortSignal): Promise<QueryAnswer>;
}

declare global {
  interface JSON {
    /** Of engines from 2023 on. */
    rawJSON?(text: string): unknown;
  }
}

/** Codes by which the public indexer tells mistakes apart. */
type ErrorCode = "validation-failed" | "parse-failed" | "data-exception" | "unexpected";

interface QueryFault {
  readonly message: string;
  readonly extensions: { readonly path: string; readonly code: ErrorCode };
}

interface Answered {
  readonly result: { readonly data?: unknown; readonly errors?: readonly QueryFault[] };
  readonly version?: bigint;
}

const contentType = { "Content-Type": "application/json" } as const;

/** Answers what clients ask of an indexer from the ledger itself, as of its head. */
export function createQueryService({ onFault, ...options }: QueryServiceOptions): QueryService {
  const { index = createLedgerIndex(options) } = options;
  const { store } = index;
  let schema: GraphQLSchema | undefined;

  async function ask(question: Question, signal: AbortSignal | undefined): Promise<Answered> {
    schema ??= buildSchema(ledgerTables);
    const { query, variables, operationName } = question;
    const document = parse(query, { maxLexicalTokens: queryBounds.tokens, maxSourceLength: queryBounds.length });
    const refusal = refuseQuery(document, ledgerTables) ?? refuseCost(document, ledgerTables, variables);
    if (refusal !== undefined) return { result: { errors: [faultOf(refusal)] } };
    const mistakes = validate(schema, document, undefined, { maxErrors: 10 });
    if (mistakes.length > 0) return { result: { errors: mistakes.map(({ message }) => faultOf(message)) } };
    const head = await store.summary();
    if (head === undefined) throw new Error("the ledger is empty");
    const close = await index.open(head);
    // Fields that still read when another one has failed the answer have to end, too.
    const ended = new AbortController();
    const reading = signal === undefined ? ended.signal : AbortSignal.any([signal, ended.signal]);
    try {
      let turn = Promise.resolve();
      const takeTurn = async (): Promise<void> => {
        turn = turn.then(giveWay);
        await turn;
        reading.throwIfAborted();
      };
      const contextValue = new QueryContext(new LedgerPicture(index, reading), ledgerTables, takeTurn);
      const asked = { schema, document, contextValue, variableValues: variables, operationName, abortSignal: signal };
      const { data, errors } = await execute(asked);
      const { version } = index.summary;
      if (errors === undefined) return { result: { data }, version };
      return { result: { errors: errors.map((error) => describe(error)) }, version };
    } finally {
      ended.abort();
      close();
    }
  }

  function describe({ message, originalError }: GraphQLError): QueryFault {
    if (originalError === undefined || originalError instanceof GraphQLError) return faultOf(message);
    if (originalError instanceof QueryRefusal) return faultOf(message, "data-exception");
    onFault?.(originalError);
    return faultOf("the query failed", "unexpected");
  }

  function refuse(error: unknown): QueryFault {
    if (error instanceof QueryRefusal) return faultOf(error.message, "parse-failed");
    if (error instanceof GraphQLError) return faultOf(error.message);
    if (error instanceof IndexUnavailable) return faultOf(error.message, "data-exception");
    onFault?.(error);
    return faultOf("the query failed; the node's log says why", "unexpected");
  }

  return {
    async answer(body, signal) {
      try {
        const { result, version } = await ask(readQuestion(body), signal);
        return { status: 200, headers: headersOf(version), body: JSON.stringify(result, exactNumbers) };
      } catch (error) {
        signal?.throwIfAborted();
        return { status: 200, headers: contentType, body: JSON.stringify({ errors: [refuse(error)] }) };
      }
    },
  };
}

function faultOf(message: string, code: ErrorCode = "validation-failed"): QueryFault {
  return { message, extensions: { path: "$", code } };
}

/** The version under the names that the answers of the REST API have it. */
function headersOf(version: bigint | undefined): QueryAnswer["headers"] {
  if (version === undefined) return contentType;
  return { ...contentType, "X-SVC-LEDGER-VERSION": `${version}`, "X-Aptos-LEDGER-VERSION": `${version}` };
}

/** Numbers keep all their digits. */
function exactNumbers(_: string, value: unknown): unknown {
  if (typeof value !== "bigint" && !(value instanceof Decimal)) return value;
  return JSON.rawJSON?.(`${value}`) ?? Number(`${value}`);
}
