import { createQueryService, type QueryService, type QueryServiceOptions, queryBounds } from "@ledger/indexer/graphql";
import { createLedgerIndex, createTableLists, type TableLists } from "@ledger/indexer/lists";
import type { HttpService } from "./http-service.ts";

/** The store that the queries of an indexer are answered from. */
export type LocalIndexerOptions = QueryServiceOptions;

const json = { "Content-Type": "application/json" } as const;

/** Codes of what a server refuses, as the public indexer has them; by status. */
const faultCodes: Readonly<Record<number, string>> = {
  403: "access-denied",
  404: "not-found",
  405: "not-supported",
  429: "rate-limit-exceeded",
};

/** An error response in the form that GraphQL clients expect. */
function errorsOf(message: string, code: string): string {
  return JSON.stringify({ errors: [{ message, extensions: { path: "$", code } }] });
}

/** The part of a service for queries that needs no ledger: where they are sent, what they cost, and which are refused unread. */
export const queryService = {
  // Clients of the first years write the slash.
  routes: { "/v1/graphql": ["POST"], "/v1/graphql/": ["POST"] },
  changes: [],
  writeFault: ({ status, message, accept }) => {
    const body = errorsOf(message, faultCodes[status] ?? (status < 500 ? "bad-request" : "unexpected"));
    if (!/\btext\/event-stream\b/i.test(accept ?? "")) return { headers: json, body };
    return {
      headers: { "Content-Type": "text/event-stream" },
      body: `event: next\ndata: ${body}\n\nevent: complete\ndata:\n\n`,
    };
  },
  work: "graphql",
  largestBody: queryBounds.length,
  // A page of another site can send any body but this one without asking.
  refuse: ({ header }) => {
    const type = (header("content-type") ?? "").split(";", 1).join("").trim().toLowerCase();
    if (type === "application/json") return undefined;
    return { status: 415, headers: json, body: errorsOf("send Content-Type: application/json", "invalid-headers") };
  },
} as const satisfies Omit<HttpService, "handle">;

/** A service for queries, with what a server has to ask for those who subscribe. */
export interface LocalIndexer extends HttpService, Pick<QueryService, "follow"> {}

/** Answers what clients ask of an indexer from the ledger itself, as of its head. */
export function createLocalIndexer(options: LocalIndexerOptions): LocalIndexer {
  const { answer, follow } = createQueryService(options);
  return { ...queryService, follow, handle: ({ body, signal }) => answer(body, signal) };
}

/** The services that answer questions to the tables of a ledger. */
export interface LocalTables {
  /** Answers GraphQL. */
  readonly indexer: LocalIndexer;
  /** Answers the API's lists. */
  readonly lists: TableLists;
  /** Says that something was committed: an index in memory follows. */
  noteCommit(): void;
}

/** Makes the services that answer questions to a ledger's tables, from one index. */
export function createLocalTables(options: LocalIndexerOptions): LocalTables {
  const index = createLedgerIndex(options);
  return {
    indexer: createLocalIndexer({ ...options, index }),
    lists: createTableLists(index),
    noteCommit: () => index.noteCommit(),
  };
}
