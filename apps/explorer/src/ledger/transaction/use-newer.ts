import { useEffect, useState } from "preact/hooks";
import type { Transaction } from "../../api/answers.ts";
import type { TransactionsQuery } from "../../routing/route.ts";
import { isShown, readVersions } from "./read-back.ts";
import { isSystem } from "./transaction-kind.ts";

/** Versions read at a time. */
const page = 100n;

/** Most versions that are counted. */
const counted = 1_000n;

/** Transactions that have come since a list was made. */
export interface Newer {
  readonly count: number;
  /** True when there are more than were counted. */
  readonly more: boolean;
}

/** Counts what a list would show on top. @param since - the newest version that the list has looked at */
export function useNewer(since: bigint | undefined, head: string | undefined, query: TransactionsQuery): Newer {
  const [state, setState] = useState({ since, upTo: since, count: 0 });
  const { upTo, count } = state.since === since ? state : { upTo: since, count: 0 };
  const latest = head === undefined ? undefined : BigInt(head);
  const more = since !== undefined && latest !== undefined && latest - since > counted;
  useEffect(() => {
    if (upTo === undefined || latest === undefined || latest <= upTo || more) return;
    const stop = new AbortController();
    const to = latest - upTo > page ? upTo + page : latest;
    readVersions(upTo + 1n, to, stop.signal).then(
      (transactions) => {
        if (stop.signal.aborted) return;
        setState({ since, upTo: to, count: count + transactions.filter((one) => isNews(one, query)).length });
      },
      // The next look at the head tries again.
      () => undefined,
    );
    return () => stop.abort();
  }, [since, upTo, head]);
  return { count, more };
}

/** Returns true for a transaction that a list shows and does not fold away. */
function isNews(transaction: Transaction, query: TransactionsQuery): boolean {
  if (query.sender !== undefined && transaction.sender !== query.sender) return false;
  return isShown(transaction, query) && (query.kind === "system" || !isSystem(transaction));
}
