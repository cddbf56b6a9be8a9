import { useState } from "preact/hooks";
import { useLoad } from "../../loading/use-load.ts";
import { recall, remember } from "../../routing/history-entry.ts";
import { goTo } from "../../routing/place.tsx";
import type { TransactionsQuery } from "../../routing/route.ts";
import { formatCount } from "../../text/number.ts";
import { FailureNote } from "../../ui/failure-note.tsx";
import { Pager } from "../../ui/pager.tsx";
import { ViewHeading } from "../../ui/view-heading.tsx";
import { useHead } from "../../version/head.tsx";
import { readBack } from "./read-back.ts";
import { TransactionFilter } from "./transaction-filter.tsx";
import { TransactionRows } from "./transaction-rows.tsx";
import { useNewer } from "./use-newer.ts";

/** Committed transactions, the newest first, as a filter chooses them. */
export function TransactionList({ query }: { query: TransactionsQuery }) {
  const { info } = useHead();
  // Without a version to start from, the head names it once; the list does not move on under the reader.
  const [round, setRound] = useState(0);
  const known = info !== undefined;
  const { value, failure, busy } = useLoad(
    async (signal) => {
      // Who comes back finds the list as it was left.
      const from = BigInt(query.start ?? recall<string>("list from") ?? info?.ledger_version ?? 0);
      remember("list from", String(from));
      return { from, ...(await readBack(from, BigInt(info?.oldest_ledger_version ?? 0), query, signal)) };
    },
    known ? `transactions ${round} ${JSON.stringify(query)}` : undefined,
  );
  const newer = useNewer(query.start === undefined ? value?.from : undefined, info?.ledger_version, query);
  const showNewer = (): void => {
    remember("list from", undefined);
    setRound(round + 1);
  };
  const go = (start: bigint | undefined): void =>
    goTo({ route: { view: "transactions", ...query, start: start === undefined ? undefined : String(start) } });
  const { looked, next, transactions = [] } = value ?? {};
  return (
    <>
      <ViewHeading title="Transactions" />
      <TransactionFilter query={query} />
      {failure !== undefined && <FailureNote failure={failure} />}
      <p class="newer" aria-live="polite">
        {(newer.count > 0 || newer.more) && (
          <button type="button" class="plain" onClick={showNewer}>
            {newer.more ? "Many" : formatCount(newer.count)} new: show them
          </button>
        )}
      </p>
      {transactions.length > 0 && !busy && (
        <TransactionRows
          transactions={transactions}
          caption={
            query.start === undefined
              ? "The newest first"
              : `Up to version ${formatCount(query.start)}, the newest first`
          }
          folded={query.kind !== "system"}
        />
      )}
      {busy && <p class="quiet">Looking back through the ledger…</p>}
      {value !== undefined && !busy && transactions.length === 0 && <p class="quiet">None of these were found.</p>}
      {value !== undefined && looked !== undefined && (
        <p class="quiet note">
          Versions {formatCount(looked.from)} to {formatCount(looked.to)} were looked at.
        </p>
      )}
      <Pager
        onNewest={query.start === undefined ? undefined : () => go(undefined)}
        onOlder={next === undefined ? undefined : () => go(next)}
      />
    </>
  );
}
