import { useEffect, useState } from "preact/hooks";
import { node } from "../../api/node.ts";
import { usePages } from "../../loading/use-pages.ts";
import { formatCount } from "../../text/number.ts";
import { FailureNote } from "../../ui/failure-note.tsx";
import { MoreButton } from "../../ui/more-button.tsx";
import type { At } from "../../version/at.ts";
import { liveLedger } from "../../version/live-ledger.ts";
import { TransactionRows } from "../transaction/transaction-rows.tsx";

/** Transactions asked for at one time. */
const pageSize = 25;

/** The transactions that touched an account, also those that others sent, the newest first. */
export function History({ address, at }: { address: string; at: At }) {
  const [round, setRound] = useState(0);
  const [readAt, setReadAt] = useState<bigint>();
  const pages = usePages(
    async (start, signal) => {
      const answer = await node.call("get_account_transactions", {
        params: { address },
        query: { touched: true, start, limit: pageSize, ledger_version: at },
        signal,
      });
      if (start === undefined) setReadAt(answer.ledger?.version);
      return answer;
    },
    `history ${address}@${at ?? ""} ${round === 0 ? "" : round}`,
  );
  const newer = useNewerOf(address, at === undefined ? readAt : undefined);
  const { failure, busy, items, more } = pages;
  return (
    <>
      {failure !== undefined && <FailureNote failure={failure} />}
      <p class="newer" aria-live="polite">
        {newer !== 0 && (
          <button type="button" class="plain" onClick={() => setRound(round + 1)}>
            {newer === undefined ? "Some may be" : formatCount(newer)} new: show them
          </button>
        )}
      </p>
      {items.length > 0 && (
        <TransactionRows transactions={items} caption="All that touched the account, the newest first" busy={busy} />
      )}
      {!busy && !more && failure === undefined && items.length === 0 && (
        <p class="quiet">No transaction that is kept here touched this account.</p>
      )}
      {failure === undefined && <MoreButton pages={pages} noun="transactions" />}
    </>
  );
}

/** Counts the transactions of an account that are committed after a version; `undefined` where some may have been missed. */
function useNewerOf(address: string, since: bigint | undefined): number | undefined {
  const [count, setCount] = useState<number | undefined>(0);
  useEffect(() => {
    setCount(0);
    if (since === undefined) return;
    return liveLedger.watchAccount(address, since, (isWhole) =>
      setCount((last) => (isWhole && last !== undefined ? last + 1 : undefined)),
    );
  }, [address, since]);
  return count;
}
