import type { LedgerReader, LedgerSummary } from "@ledger/state-store";
import { execute, GraphQLError, type GraphQLSchema, getOperationAST, parse, validate } from "graphql";
import { headTables, ledgerTables } from "../answering/ledger-tables.ts";
import { LedgerPicture } from "../answering/picture.ts";
import { QueryRefusal } from "../answering/table.ts";
import { Decimal } from "../decimal.ts";
import { createLedgerIndex, type LedgerIndexOptions } from "../ledger/create-index.ts";
import { IndexUnavailable } from "../ledger/index-source.ts";
import type { LedgerIndex } from "../ledger/ledger-index.ts";
import { asksOnly, queryBounds, refuseQuery } from "./query-bounds.ts";
import { refuseCost } from "./query-cost.ts";
import { type Question, readQuestion } from "./question.ts";
import { QueryContext, type StreamPlace } from "./reader.ts";
import { buildSchema } from "./schema.ts";
import { digestOf, type FollowAnswer, findPlace, placeIn, readSeen, type Seen, writeSeen } from "./subscription.ts";

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
  /**
   * Answers a subscription at one time: a question to a table, as of the ledger's head, or the next rows of a `_stream`. A query is answered once.
   *
   * @param body - of the request, as for {@link QueryService.answer}
   * @param seen - of the answer before; absent at the beginning
   * @param signal - aborted when no client waits for it any more; then the promise rejects
   * @throws Error where it could not be read, which may succeed later
   */
  follow(body: Uint8Array, seen?: string, signal?: AbortSignal): Promise<FollowAnswer>;
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
  /** The head as of which the answer is; absent where the query was refused before. */
  readonly summary?: LedgerSummary;
  /** Present for a subscription. */
  readonly following?: Following;
}

/** The ledger that a query is answered of, until it is closed. */
interface OpenPicture {
  readonly summary: LedgerSummary;
  readonly close: () => void;
}

/** The rest of an answer to a subscription. */
interface Following {
  /** The place of a stream. */
  readonly streamed: StreamPlace | undefined;
  /** True while the ledger has not come to the place of a stream. */
  readonly isAhead?: boolean;
}

const contentType = { "Content-Type": "application/json" } as const;

/** Answers what clients ask of an indexer from the ledger itself, as of its head. */
export function createQueryService({ onFault, ...options }: QueryServiceOptions): QueryService {
  const { index = createLedgerIndex(options) } = options;
  const { store } = index;
  let schema: GraphQLSchema | undefined;

  async function ask(question: Question, signal: AbortSignal | undefined, followed?: Seen): Promise<Answered> {
    schema ??= buildSchema(ledgerTables);
    const { query, variables, operationName } = question;
    const document = parse(query, { maxLexicalTokens: queryBounds.tokens, maxSourceLength: queryBounds.length });
    const refusal = refuseQuery(document, ledgerTables) ?? refuseCost(document, ledgerTables, variables);
    if (refusal !== undefined) return { result: { errors: [faultOf(refusal)] } };
    const mistakes = validate(schema, document, undefined, { maxErrors: 10 });
    if (mistakes.length > 0) return { result: { errors: mistakes.map(({ message }) => faultOf(message)) } };
    const isSubscription = getOperationAST(document, operationName)?.operation === "subscription";
    if (isSubscription && followed === undefined) {
      return {
        result: { errors: [faultOf("a subscription is a stream of events: ask with Accept: text/event-stream")] },
      };
    }
    const head = await store.summary();
    if (head === undefined) throw new Error("the ledger is empty");
    const { summary, close } = await openPicture(index, head, asksOnly(document, headTables));
    // Fields that still read when another one has failed the answer have to end, too.
    const ended = new AbortController();
    const reading = signal === undefined ? ended.signal : AbortSignal.any([signal, ended.signal]);
    try {
      const place = followed?.place;
      const found = place === undefined ? "there" : await findPlace(store, summary, place);
      if (found === "lost") {
        const message = `the ledger has begun again, or has lost blocks: version ${place!.version} is another one`;
        return { result: { errors: [faultOf(message, "data-exception")] } };
      }
      if (found === "ahead") return { result: {}, summary, following: { streamed: undefined, isAhead: true } };
      const contextValue = new QueryContext(new LedgerPicture(index, reading, summary), ledgerTables, reading);
      contextValue.streamed = place;
      const asked = { schema, document, contextValue, variableValues: variables, operationName, abortSignal: signal };
      const { data, errors } = await execute(asked);
      const following = isSubscription ? { following: { streamed: contextValue.streamed } } : {};
      if (errors === undefined) return { result: { data }, summary, ...following };
      return { result: { errors: errors.map((error) => describe(error)) }, summary };
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
    async follow(question, seen, signal) {
      try {
        const before = seen ? readSeen(seen) : {};
        return await tell(store, await ask(readQuestion(question), signal, before), seen);
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof IndexUnavailable && error.reason === "behind") {
          return { body: undefined, seen: seen ?? "", version: undefined, follows: "commit" };
        }
        if (!isMistake(error)) throw error;
        const body = JSON.stringify({ errors: [refuse(error)] });
        return { body, seen: seen ?? "", version: undefined, follows: "nothing" };
      }
    },
    async answer(body, signal) {
      try {
        const { result, summary } = await ask(readQuestion(body), signal);
        return { status: 200, headers: headersOf(summary), body: JSON.stringify(result, exactNumbers) };
      } catch (error) {
        signal?.throwIfAborted();
        return { status: 200, headers: contentType, body: JSON.stringify({ errors: [refuse(error)] }) };
      }
    },
  };
}

/** Takes a picture of an index. A question that only asks where the ledger is does not wait until the index is built. */
async function openPicture(index: LedgerIndex, head: LedgerSummary, isOfHead: boolean): Promise<OpenPicture> {
  try {
    const close = await index.open(head);
    return { summary: index.summary, close };
  } catch (error) {
    if (!(isOfHead && error instanceof IndexUnavailable && error.reason === "behind")) throw error;
    return { summary: head, close: () => undefined };
  }
}

/** Says what is new of a subscription, after what was said before. */
async function tell(
  store: LedgerReader,
  { result, summary, following }: Answered,
  seen: string | undefined,
): Promise<FollowAnswer> {
  if (result.errors?.some(({ extensions }) => extensions.code === "unexpected")) throw new Error("the query failed");
  const body = JSON.stringify(result, exactNumbers);
  const version = summary?.version;
  if (following === undefined) return { body, seen: seen ?? "", version, follows: "nothing" };
  const { streamed, isAhead } = following;
  if (isAhead === true) return { body: undefined, seen: seen!, version, follows: "commit" };
  if (streamed !== undefined) {
    const next = writeSeen({ place: await placeIn(store, summary!, streamed) });
    const follows = streamed.isMore ? "now" : "commit";
    return { body: isEmpty(result.data) ? undefined : body, seen: next, version, follows };
  }
  const next = writeSeen({ digest: digestOf(body) });
  return { body: next === seen ? undefined : body, seen: next, version, follows: "commit" };
}

/** True for what the client can mend, or has to know. */
function isMistake(error: unknown): boolean {
  return error instanceof QueryRefusal || error instanceof GraphQLError || error instanceof IndexUnavailable;
}

/** True for a batch without rows: the data of a stream is one list. */
function isEmpty(data: unknown): boolean {
  return Object.values(data as Readonly<Record<string, readonly unknown[]>>)[0]!.length === 0;
}

function faultOf(message: string, code: ErrorCode = "validation-failed"): QueryFault {
  return { message, extensions: { path: "$", code } };
}

/** The version, and the first one that tables of history tell of, under the names that the answers of the REST API have for them. */
function headersOf(summary: LedgerSummary | undefined): QueryAnswer["headers"] {
  if (summary === undefined) return contentType;
  const [version, oldest] = [`${summary.version}`, `${summary.oldestLedgerVersion}`];
  return {
    ...contentType,
    ...{ "X-SVC-LEDGER-VERSION": version, "X-Aptos-LEDGER-VERSION": version },
    ...{ "X-SVC-LEDGER-OLDEST-VERSION": oldest, "X-Aptos-LEDGER-OLDEST-VERSION": oldest },
  };
}

/** Numbers keep all their digits. */
function exactNumbers(_: string, value: unknown): unknown {
  if (typeof value !== "bigint" && !(value instanceof Decimal)) return value;
  return JSON.rawJSON?.(`${value}`) ?? Number(`${value}`);
}
