import type { LedgerSummary } from "@ledger/state-store";
import { LedgerPicture } from "../answering/picture.ts";
import { QueryRefusal } from "../answering/table.ts";
import { IndexUnavailable } from "../ledger/index-source.ts";
import type { LedgerIndex } from "../ledger/ledger-index.ts";
import { currentLists } from "./current-lists.ts";
import { historyLists } from "./history-lists.ts";
import { listHolders } from "./holders.ts";
import type { AnswerList, ListItem } from "./list.ts";

const lists = { ...currentLists, ...historyLists, asset_holders: listHolders } as const;

/** A list that can be asked for. */
export type ListName = keyof typeof lists;

/** A question for a page of a list. */
export interface ListQuestion {
  readonly list: ListName;
  /** The account, asset, token or collection that the list is of: an address of `0x` and 64 digits, or a type. Lists of everything have none. */
  readonly of?: string | undefined;
  /** Version that the list is as of; that of the index when absent. */
  readonly version: bigint | undefined;
  /** Cursor of an earlier page, unread; the first page when absent. */
  readonly start: string | undefined;
  /** Most items, at least 1. */
  readonly limit: number;
  /** Of objects: only those with a resource of this type, as the REST API writes it. */
  readonly type?: string | undefined;
  /** The end at which a list begins, where it has several. */
  readonly order?: "amount" | "oldest_first" | "newest_first" | undefined;
}

/** The reason for giving no list: there is no index of it, the index is not that far yet, or the question is none. */
export type ListRefusalReason = "absent" | "behind" | "invalid";

/** An answer to a {@link ListQuestion}. */
export type ListAnswer =
  | {
      /** The ledger as of which the list is. */
      readonly ledger: LedgerSummary;
      /** As JSON has them: numbers of 64 bits and more are texts. */
      readonly items: readonly ListItem[];
      /** The beginning of the next page; absent after the last item. */
      readonly next: string | undefined;
    }
  /** With a text for the one who asks. */
  | { readonly refusal: ListRefusalReason; readonly message: string };

/** Lists of what accounts hold and of what happened, from the index of a ledger's tables. */
export interface TableLists {
  /**
   * Answers as of the index, which is brought up to the ledger that the asker has seen.
   *
   * @param signal - an `AbortSignal` is aborted when the asker has left; then the promise rejects
   * @throws StoreError where the ledger cannot be read
   */
  list(
    question: ListQuestion,
    ledger: LedgerSummary,
    signal?: { readonly aborted: boolean } | undefined,
  ): Promise<ListAnswer>;
}

/** The item without the members that are not known. */
function withoutNulls(item: ListItem): ListItem {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null));
}

/** Makes the lists of an index, which may answer other questions at the same time. */
export function createTableLists(index: LedgerIndex): TableLists {
  async function answer(question: ListQuestion, signal: AbortSignal): Promise<ListAnswer> {
    const { summary } = index;
    const { version = summary.version } = question;
    if (version > summary.version) {
      return { refusal: "behind", message: `the index of tables is behind: it is at version ${summary.version}` };
    }
    if (version < summary.oldestVersion) {
      const message = `the index of tables tells of version ${summary.oldestVersion} and later ones; what is older follows`;
      return { refusal: "behind", message };
    }
    const list: AnswerList = lists[question.list];
    const { items, next } = await list(new LedgerPicture(index, signal), { ...question, version });
    return { ledger: summary, items: items.map(withoutNulls), next };
  }

  return {
    async list(question, ledger, left) {
      const signal = left instanceof AbortSignal ? left : new AbortController().signal;
      let close: (() => void) | undefined;
      try {
        close = await index.open(ledger);
        return await answer(question, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof IndexUnavailable) return { refusal: error.reason, message: error.message };
        if (error instanceof QueryRefusal) return { refusal: error.reason, message: error.message };
        throw error;
      } finally {
        close?.();
      }
    },
  };
}
