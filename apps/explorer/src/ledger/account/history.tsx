import { node } from "../../api/node.ts";
import { usePages } from "../../loading/use-pages.ts";
import { FailureNote } from "../../ui/failure-note.tsx";
import { MoreButton } from "../../ui/more-button.tsx";
import type { At } from "../../version/at.ts";
import { TransactionRows } from "../transaction/transaction-rows.tsx";

/** Transactions asked for at one time. */
const pageSize = 25;

/** The transactions that touched an account, also those that others sent, the newest first. */
export function History({ address, at }: { address: string; at: At }) {
  const pages = usePages(
    (start, signal) =>
      node.call("get_account_transactions", {
        params: { address },
        query: { touched: true, start, limit: pageSize, ledger_version: at },
        signal,
      }),
    `history ${address}@${at ?? ""}`,
  );
  const { failure, busy, items, more } = pages;
  return (
    <>
      {failure !== undefined && <FailureNote failure={failure} />}
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
