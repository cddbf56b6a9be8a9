/** An operation of the served description, as far as the tests need it. */
export interface DescribedOperation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> } | undefined>>;
  /** Present where a node needs another one; false where it has none and refuses. */
  readonly "x-forwarded"?: boolean;
}

/** Operations that take what is signed. The examples were signed for a network of the past: they have expired. */
const submissions: readonly string[] = ["submit_transaction", "submit_batch_transactions"];

/** Operations that list from an index of the ledger's tables. */
const fromIndex =
  /^list_(assets|asset_holders|account_(assets|objects|tokens|activities)|collection_tokens|token_history)$/;

/** The status that an operation answers when it is tried with values that exist. @param hasIndex - tells whether the node lists from one */
export function triedStatus(operation: DescribedOperation, hasIndex = true): RegExp {
  if (operation["x-forwarded"] === false) return /^403/;
  // A ledger of genesis alone has no transaction of a user.
  if (operation.operationId === "get_trace") return /^(200|400|404)/;
  if (!hasIndex && fromIndex.test(operation.operationId)) return /^403/;
  // No node of these tests reads a backup.
  if (operation.operationId === "get_ledger_step") return /^404/;
  // Of older frameworks the function that is tried may be no view.
  if (operation.operationId === "view") return /^(200|400)/;
  return submissions.includes(operation.operationId) ? /^400/ : /^200/;
}
