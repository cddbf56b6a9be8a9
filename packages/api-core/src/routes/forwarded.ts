import type { ErrorCode } from "@ledger/types";
import Type from "typebox";
import { ApiError } from "../contract/error.ts";
import { type DeclaredRoute, defineRoute, type Tag } from "../contract/route.ts";
import { optional, type Parameters } from "../contract/text-type.ts";
import { booleanText } from "../schemas/scalar.ts";
import { ledgerVersionParameter } from "./parameters.ts";

const SIGNED_TRANSACTION = "application/x.aptos.signed_transaction+bcs";
const VIEW_FUNCTION = "application/x.aptos.view_function+bcs";

const FORWARDED =
  "This node forwards the body unchanged to the node that it is set up to forward to, and relays the answer; without " +
  "such a node it refuses with 403 `api_disabled`.";

const Answer = Type.Unknown({ description: "As the node that does the work answers." });

/** What is particular about an endpoint that needs a virtual machine or a mempool. */
interface ForwardedRoute<Id extends string, Path extends string, Q extends Parameters> {
  readonly id: Id;
  readonly path: Path;
  readonly tag: Tag;
  readonly summary: string;
  /** What the node upstream does. */
  readonly does: string;
  readonly query: Q;
  readonly bcsRequest: string;
  readonly status: number;
  readonly partialStatus?: number;
  readonly metered?: boolean;
  readonly errors: readonly ErrorCode[];
}

type ForwardedDeclaration<Id extends string, Path extends string, Q extends Parameters> = DeclaredRoute<{
  readonly id: Id;
  readonly method: "POST";
  readonly path: Path;
  readonly params: Record<never, never>;
  readonly query: Q;
  readonly body: unknown;
  readonly reply: unknown;
}>;

/** Declares an endpoint that this node cannot do itself: it runs no Move code and keeps no mempool. */
function defineForwarded<const Id extends string, const Path extends string, const Q extends Parameters>({
  bcsRequest,
  does,
  ...route
}: ForwardedRoute<Id, Path, Q>): ForwardedDeclaration<Id, Path, Q> {
  return defineRoute({
    ...route,
    description: `${does} ${FORWARDED}`,
    method: "POST",
    params: {},
    unreadBody: ["application/json", bcsRequest],
    cache: "never",
    enabledBy: "forward",
    handle: () => {
      // With a node upstream the call is relayed before it comes to this, and without one it is switched off.
      throw new ApiError("api_disabled", `${route.id} is not available on this node`);
    },
    reply: {
      description: "The answer of the node upstream.",
      json: { schema: Answer, encode: () => "null" },
      bcs: { description: "As the node that does the work answers.", encode: () => new Uint8Array() },
    },
    examples: [],
  });
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

/** `POST /transactions`, `/transactions/batch`, `/transactions/simulate` and `/view`. */
export const forwardedRoutes = [
  defineForwarded({
    id: "submit_transaction",
    path: "/transactions",
    tag: "Transactions",
    summary: "Submit transaction",
    does: "Submits a signed transaction.",
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
    does: "Submits several signed transactions.",
    query: {},
    bcsRequest: SIGNED_TRANSACTION,
    status: 202,
    partialStatus: 206,
    errors: submissionErrors,
  }),
  defineForwarded({
    id: "simulate_transaction",
    path: "/transactions/simulate",
    tag: "Transactions",
    summary: "Simulate transaction",
    does: "Runs a transaction without committing it.",
    query: {
      estimate_max_gas_amount: optional(booleanText, "Whether to find out the most gas that the call can use."),
      estimate_gas_unit_price: optional(booleanText, "Whether to take the estimated gas price."),
      estimate_prioritized_gas_unit_price: optional(booleanText, "Whether to take the estimated price of a hurry."),
    },
    bcsRequest: SIGNED_TRANSACTION,
    status: 200,
    metered: true,
    errors: ["invalid_input", "vm_error", "rejected_by_filter", "account_not_found", "version_pruned"],
  }),
  defineForwarded({
    id: "view",
    path: "/view",
    tag: "View",
    summary: "Execute view function",
    does: "Runs a view function.",
    query: { ledger_version: ledgerVersionParameter },
    bcsRequest: VIEW_FUNCTION,
    status: 200,
    metered: true,
    errors: ["invalid_input", "vm_error", "rejected_by_filter", "version_not_found", "version_pruned"],
  }),
] as const;
