import { threadTime } from "@ledger/kit";
import type { LedgerReader, LedgerSummary } from "@ledger/state-store";
import { execute } from "graphql";
import { headTables, ledgerTables } from "../answering/ledger-tables.ts";
import { LedgerPicture } from "../answering/picture.ts";
import { QueryRefusal } from "../answering/table.ts";
import { Decimal } from "../decimal.ts";
import { createLedgerIndex, type LedgerIndexOptions } from "../ledger/create-index.ts";
import { IndexUnavailable } from "../ledger/index-source.ts";
import type { LedgerIndex } from "../ledger/ledger-index.ts";
import { Faults, faultOf, isMistake } from "./faults.ts";
import { createPreparation, isRefused, type PreparedQuery, type RefusedQuery } from "./prepared-query.ts";
import { asksOnly } from "./query-bounds.ts";
import { type Question, type Questions, readQuestions } from "./question.ts";
import { QueryContext, type StreamPlace } from "./reader.ts";
import { digestOf, type FollowAnswer, findPlace, placeIn, readSeen, type Seen, writeSeen } from "./subscription.ts";

/** The store that queries are answered from. */
export interface QueryServiceOptions extends LedgerIndexOptions {
  /** The index that other questions are answered from, too; one of its own when absent. */
  readonly index?: LedgerIndex | undefined;
  /** First part of the names of the headers about the ledger, which are sent once for each; `X-SVC-` and `X-Aptos-` when absent. */
  readonly headerPrefixes?: readonly string[] | undefined;
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
   * @param body - of a request: JSON with `query`, `variables` and `operationName`, or a list of those, which is answered by a list
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

type Result = Partial<RefusedQuery> & { readonly data?: unknown };

interface Answered {
  /** Of each query. */
  readonly results: readonly Result[];
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

/** The signal of a part of a question, which aborts with it too, and has its turns as one with it. */
function partOf(question: AbortSignal | undefined, ended: AbortSignal): AbortSignal {
  if (question === undefined) return ended;
  const part = AbortSignal.any([question, ended]);
  threadTime.join(part, question);
  return part;
}

/** Answers what clients ask of an indexer from the ledger itself, as of its head. */
export function createQueryService({ onFault, headerPrefixes, ...options }: QueryServiceOptions): QueryService {
  const { index = createLedgerIndex(options) } = options;
  const { store } = index;
  const faults = new Faults(onFault);
  const prepareQuery = createPreparation();

  function prepare(question: Question): PreparedQuery | RefusedQuery {
    try {
      return prepareQuery(question);
    } catch (error) {
      return { errors: [faults.ofRequest(error)] };
    }
  }

  /** Answers queries of one picture of the ledger, which share what one query may make work of. */
  async function ask(
    questions: readonly Question[],
    signal: AbortSignal | undefined,
    followed?: Seen,
  ): Promise<Answered> {
    const prepared = questions.map(prepare);
    if (followed === undefined) {
      for (const [place, one] of prepared.entries()) {
        if (isRefused(one) || !one.isSubscription) continue;
        const message = "a subscription is a stream of events: ask with Accept: text/event-stream";
        prepared[place] = { errors: [faultOf(message)] };
      }
    }
    const asked = prepared.filter((one): one is PreparedQuery => !isRefused(one));
    if (asked.length === 0) return { results: prepared as readonly RefusedQuery[] };
    const head = await store.summary();
    if (head === undefined) throw new Error("the ledger is empty");
    const isOfHead = asked.every(({ document }) => asksOnly(document, headTables));
    const { summary, close } = await openPicture(index, head, isOfHead);
    // Fields that still read when another one has failed the answer have to end, too.
    const ended = new AbortController();
    const reading = partOf(signal, ended.signal);
    try {
      const place = followed?.place;
      const found = place === undefined ? "there" : await findPlace(store, summary, place);
      if (found === "lost") {
        const message = `the ledger has begun again, or has lost blocks: version ${place!.version} is another one`;
        return { results: [{ errors: [faultOf(message, "data-exception")] }] };
      }
      if (found === "ahead") return { results: [{}], summary, following: { streamed: undefined, isAhead: true } };
      const contextValue = new QueryContext(new LedgerPicture(index, reading, summary), ledgerTables, reading);
      contextValue.streamed = place;
      const results: Result[] = [];
      for (const one of prepared) {
        if (isRefused(one)) {
          results.push(one);
          continue;
        }
        const { data, errors } = await execute({ ...one, contextValue, abortSignal: signal });
        results.push(errors === undefined ? { data } : { errors: errors.map((error) => faults.ofExecution(error)) });
      }
      const isFollowed = asked.some(({ isSubscription }) => isSubscription) && results[0]!.errors === undefined;
      return { results, summary, ...(isFollowed && { following: { streamed: contextValue.streamed } }) };
    } finally {
      ended.abort();
      close();
    }
  }

  return {
    async follow(body, seen, signal) {
      try {
        const before = seen ? readSeen(seen) : {};
        const { all, isList } = readQuestions(body);
        if (isList) throw new QueryRefusal("a subscription is asked for alone");
        return await tell(store, await ask(all, signal, before), seen);
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof IndexUnavailable && error.reason === "behind") {
          return { body: undefined, seen: seen ?? "", version: undefined, follows: "commit" };
        }
        if (!isMistake(error)) throw error;
        const refused = JSON.stringify({ errors: [faults.ofRequest(error)] });
        return { body: refused, seen: seen ?? "", version: undefined, follows: "nothing" };
      }
    },
    async answer(body, signal) {
      let asked: Questions | undefined;
      try {
        asked = readQuestions(body);
        const { results, summary } = await ask(asked.all, signal);
        const answer = asked.isList ? results : results[0];
        return { status: 200, headers: headersOf(summary, headerPrefixes), body: JSON.stringify(answer, exactNumbers) };
      } catch (error) {
        signal?.throwIfAborted();
        const refused = { errors: [faults.ofRequest(error)] };
        const answer = asked?.isList === true ? asked.all.map(() => refused) : refused;
        return { status: 200, headers: contentType, body: JSON.stringify(answer) };
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
  { results, summary, following }: Answered,
  seen: string | undefined,
): Promise<FollowAnswer> {
  const [result = {}] = results;
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

/** True for a batch without rows: the data of a stream is one list. */
function isEmpty(data: unknown): boolean {
  return Object.values(data as Readonly<Record<string, readonly unknown[]>>)[0]!.length === 0;
}

/** The version, and the first one that tables of history tell of, under the names that the answers of the REST API have for them. */
function headersOf(
  summary: LedgerSummary | undefined,
  prefixes: readonly string[] = ["X-SVC-", "X-Aptos-"],
): QueryAnswer["headers"] {
  if (summary === undefined) return contentType;
  const { version, oldestLedgerVersion } = summary;
  const named = prefixes.flatMap((prefix) => [
    [`${prefix}LEDGER-VERSION`, `${version}`],
    [`${prefix}LEDGER-OLDEST-VERSION`, `${oldestLedgerVersion}`],
  ]);
  return { ...contentType, ...Object.fromEntries(named) };
}

/** Numbers keep all their digits. */
function exactNumbers(_: string, value: unknown): unknown {
  if (typeof value !== "bigint" && !(value instanceof Decimal)) return value;
  return JSON.rawJSON?.(`${value}`) ?? Number(`${value}`);
}
