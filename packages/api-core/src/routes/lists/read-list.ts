import Type, { type TObject } from "typebox";
import { ApiError } from "../../contract/error.ts";
import type { ListQuestion } from "../../contract/table-lists.ts";
import { optional, type TextType } from "../../contract/text-type.ts";
import type { RequestContext } from "../../endpoint/context.ts";
import type { NegotiatedReply, Outcome } from "../../endpoint/route.ts";
import { ledgerVersionParameter, limitParameter, pageLimit } from "../parameters.ts";

const ListCursorSchema = Type.String({
  title: "ListCursor",
  description:
    "Where a page starts, as the cursor header of the page before gave it. It cannot be computed by a client.",
  "x-doc": { pattern: "^[0-9a-z.]{1,100}$" },
});

const listCursorText: TextType<string> = {
  schema: ListCursorSchema,
  parse(text) {
    if (!/^[0-9a-z.]{1,100}$/.test(text)) throw new Error("expected the cursor of an earlier answer");
    return text;
  },
};

/** An end at which a list of what happened begins. */
type HistoryOrder = "newest_first" | "oldest_first";
const historyOrders: readonly HistoryOrder[] = ["newest_first", "oldest_first"];

const HistoryOrderSchema = Type.Union(
  historyOrders.map((order) => Type.Literal(order)),
  { title: "HistoryOrder", description: "Whether a list begins with what happened last or first." },
);

/** The end at which a list of what happened begins. */
export const historyOrderText: TextType<HistoryOrder> = {
  schema: HistoryOrderSchema,
  parse(text) {
    const order = historyOrders.find((name) => name === text);
    if (order === undefined) throw new Error(`expected ${historyOrders.join(" or ")}`);
    return order;
  },
};

/** The query parameters that all lists have. */
export const listParameters = {
  ledger_version: ledgerVersionParameter,
  start: optional(
    listCursorText,
    "Where the page starts: the cursor header of an earlier answer. The first page when absent.",
  ),
  limit: limitParameter,
} as const;

/** Sentences that the descriptions of all lists end with. */
export const aboutLists =
  "The list comes from an index of the ledger's tables, which local networks have, and nodes with `--index`; other nodes answer " +
  "403, and one whose index is being built answers 503. The headers name the version that the list is as of. A page can be short, " +
  "even empty, and not be the last: the cursor header decides.";

/** The members that the routes of all lists have. */
export const listRoute = {
  method: "GET",
  tag: "Lists",
  query: listParameters,
  cache: "state",
  work: "list",
  paged: true,
  errors: ["bcs_not_supported", "invalid_input", "version_not_found", "version_pruned"],
} as const;

/** A page of a list. */
export type ListItems = readonly object[];

/** The reply of a list. */
export function listReply<S extends TObject>(item: S, of: string) {
  const schema = Type.Array(item);
  return {
    description: `The ${of} of this page. The cursor header is there when more may follow.`,
    json: { schema, encode: (items: ListItems) => JSON.stringify(items) },
  } satisfies NegotiatedReply<ListItems>;
}

/** The query of a request for a list. */
interface ListQuery {
  readonly ledger_version: bigint | undefined;
  readonly start: string | undefined;
  readonly limit: number | undefined;
}

/**
 * Reads a page of a list.
 *
 * @throws ApiError `api_disabled` where there is no index of it, `internal_error` (503) where it is not that far, `invalid_input`
 */
export async function readList(
  context: RequestContext,
  question: Omit<ListQuestion, "version" | "start" | "limit">,
  query: ListQuery,
): Promise<Outcome<ListItems>> {
  const { lists, ledger, signal, config } = context;
  if (lists === undefined) {
    throw new ApiError(
      "api_disabled",
      "this node keeps no index of tables: start it with --index, or build it with 'ledger-node index build'",
    );
  }
  const { ledger_version: version, start } = query;
  const limit = pageLimit(query.limit, config.pageSizes.lists);
  const answer = await lists.list({ ...question, version, start, limit }, ledger, signal);
  if ("refusal" in answer) throw refused(answer);
  // Under the name of one state of the ledger no answer may be kept that is of another one.
  const isPartial = answer.ledger.oldestLedgerVersion > ledger.oldestLedgerVersion;
  const isOther = isPartial || (version === undefined && answer.ledger.version !== ledger.version);
  return { value: answer.items, cursor: answer.next, ledger: answer.ledger, volatile: isOther };
}

function refused({
  refusal,
  message,
}: {
  readonly refusal: "absent" | "behind" | "invalid";
  readonly message: string;
}) {
  if (refusal === "absent") return new ApiError("api_disabled", message);
  if (refusal === "invalid") return new ApiError("invalid_input", message);
  return new ApiError("internal_error", message, { status: 503, headers: { "Retry-After": "1" } });
}
