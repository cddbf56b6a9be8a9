import type { ErrorCode } from "@ledger/types";
import type { Declared, ForwardedRoute } from "../contract/route.ts";
import type { Parameters } from "../contract/text-type.ts";

const SIGNED_TRANSACTION = "application/x.aptos.signed_transaction+bcs";

const FORWARDED =
  "This node forwards the request body unchanged to its upstream node and relays the answer. Without an upstream node it " +
  "refuses with 403 `api_disabled`.";

type ForwardedDeclaration<Id extends string, Path extends string, Q extends Parameters> = Declared<
  ForwardedRoute,
  {
    readonly id: Id;
    readonly method: "POST";
    readonly path: Path;
    readonly params: Record<never, never>;
    readonly query: Q;
    readonly body: unknown;
    readonly reply: unknown;
  }
>;

/** Declares an endpoint that this node cannot do itself: it keeps no mempool. */
function defineForwarded<const Id extends string, const Path extends string, const Q extends Parameters>(
  route: Omit<ForwardedRoute, "kind" | "method" | "params" | "examples"> & {
    readonly id: Id;
    readonly path: Path;
    readonly query: Q;
  },
): ForwardedDeclaration<Id, Path, Q> {
  const description = `${route.description} ${FORWARDED}`;
  return { ...route, kind: "forwarded", method: "POST", description, params: {}, examples: [] };
}

const submissionErrors: readonly ErrorCode[] = [
  "invalid_input",
  "invalid_transaction_update",
  "sequence_number_too_old",
  "vm_error",
  "rejected_by_filter",
  "account_not_found",
  "version_pruned",
  "mempool_is_full",
];

/** `POST /transactions` and `/transactions/batch`. */
export const forwardedRoutes = [
  defineForwarded({
    id: "submit_transaction",
    path: "/transactions",
    tag: "Transactions",
    summary: "Submit transaction",
    description: "Submits a signed transaction.",
    query: {},
    bcsRequest: SIGNED_TRANSACTION,
    status: 202,
    errors: submissionErrors,
  }),
  defineForwarded({
    id: "submit_batch_transactions",
    path: "/transactions/batch",
    tag: "Transactions",
    summary: "Submit batch transactions",
    description: "Submits several signed transactions.",
    query: {},
    bcsRequest: SIGNED_TRANSACTION,
    status: 202,
    partialStatus: 206,
    errors: submissionErrors,
  }),
] as const;
