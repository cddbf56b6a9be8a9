import type { LedgerSummary } from "@ledger/state-store";
import type { LeaveSignal } from "./work.ts";

/** Lists that an index of a ledger's tables answers. */
export type ListName =
  | "assets"
  | "account_assets"
  | "account_objects"
  | "account_tokens"
  | "account_activities"
  | "account_transactions"
  | "asset_holders"
  | "collection_tokens"
  | "token_history";

/** An end at which a list begins. */
export type ListOrder = "amount" | "oldest_first" | "newest_first";

/** A question for a page of a list. */
export interface ListQuestion {
  readonly list: ListName;
  /** The account, asset, token or collection that it is of: an address of `0x` and 64 digits, or a type. */
  readonly of?: string | undefined;
  /** Version that the list is to be as of; that of the index when absent. */
  readonly version: bigint | undefined;
  /** Cursor of an earlier page, as the client sent it. */
  readonly start: string | undefined;
  /** Most items, at least 1. */
  readonly limit: number;
  /** Of objects: only those with a resource of this type. */
  readonly type?: string | undefined;
  readonly order?: ListOrder | undefined;
}

/** An answer to a {@link ListQuestion}. */
export type ListAnswer =
  | {
      /** The ledger as of which the index is. */
      readonly ledger: LedgerSummary;
      /** As JSON has them, in the form that the routes declare. */
      readonly items: readonly object[];
      /** Cursor of the next page; absent after the last item. */
      readonly next: string | undefined;
    }
  /** There is no index of it (`absent`), not yet (`behind`), or the question is none (`invalid`); with a text for the client. */
  | { readonly refusal: "absent" | "behind" | "invalid"; readonly message: string };

/** Answers lists from an index of the ledger's tables. */
export interface TableLists {
  /**
   * Answers as of the index, brought up to a ledger that the client has seen.
   *
   * @param signal - says that the client has left; then the promise rejects
   */
  list(question: ListQuestion, ledger: LedgerSummary, signal: LeaveSignal | undefined): Promise<ListAnswer>;
}
