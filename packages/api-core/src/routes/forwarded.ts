import Type from "typebox";
import { ApiError } from "../contract/error.ts";
import { type DeclaredRoute, defineRoute, type Tag } from "../contract/route.ts";

const SIGNED_TRANSACTION = "application/x.aptos.signed_transaction+bcs";
const VIEW_FUNCTION = "application/x.aptos.view_function+bcs";

const Answer = Type.Unknown({ description: "As the node that does the work answers." });

/** What is particular about an endpoint that needs a virtual machine or a mempool. */
interface ForwardedRoute<Id extends string, Path extends string> {
  readonly id: Id;
  readonly path: Path;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  readonly bcsRequest: string;
  readonly status: number;
  readonly metered?: boolean;
}

type ForwardedDeclaration<Id extends string, Path extends string> = DeclaredRoute<{
  readonly id: Id;
  readonly method: "POST";
  readonly path: Path;
  readonly params: Record<never, never>;
  readonly query: Record<never, never>;
  readonly body: unknown;
  readonly reply: unknown;
}>;

/** Declares an endpoint that this node knows of and cannot do: it runs no Move code and keeps no mempool. */
function defineForwarded<const Id extends string, const Path extends string>({
  bcsRequest,
  status,
  ...route
}: ForwardedRoute<Id, Path>): ForwardedDeclaration<Id, Path> {
  return defineRoute({
    ...route,
    method: "POST",
    params: {},
    query: {},
    unreadBody: ["application/json", bcsRequest],
    status,
    cache: "never",
    enabledBy: "never",
    handle: () => {
      throw new ApiError("api_disabled", `${route.id} is not available on this node`);
    },
    reply: { description: "Not given by this node.", json: { schema: Answer, encode: () => "null" } },
    errors: [],
    examples: [],
  });
}

/** `POST /transactions`, `/transactions/batch`, `/transactions/simulate` and `/view`. */
export const forwardedRoutes = [
  defineForwarded({
    id: "submit_transaction",
    path: "/transactions",
    tag: "Transactions",
    summary: "Submit transaction",
    description: "Submits a signed transaction. This node keeps no mempool and refuses: submit to a full node.",
    bcsRequest: SIGNED_TRANSACTION,
    status: 202,
  }),
  defineForwarded({
    id: "submit_batch_transactions",
    path: "/transactions/batch",
    tag: "Transactions",
    summary: "Submit batch transactions",
    description: "Submits several signed transactions. This node keeps no mempool and refuses: submit to a full node.",
    bcsRequest: SIGNED_TRANSACTION,
    status: 202,
  }),
  defineForwarded({
    id: "simulate_transaction",
    path: "/transactions/simulate",
    tag: "Transactions",
    summary: "Simulate transaction",
    description: "Runs a transaction without committing it. This node runs no Move code and refuses: ask a full node.",
    bcsRequest: SIGNED_TRANSACTION,
    status: 200,
    metered: true,
  }),
  defineForwarded({
    id: "view",
    path: "/view",
    tag: "View",
    summary: "Execute view function",
    description: "Runs a view function. This node runs no Move code and refuses: ask a full node.",
    bcsRequest: VIEW_FUNCTION,
    status: 200,
    metered: true,
  }),
] as const;
