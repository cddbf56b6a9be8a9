import { node } from "../../api/node.ts";
import { goTo, usePlace } from "../../routing/place.tsx";
import { formatCount } from "../../text/number.ts";
import { FailureNote } from "../../ui/failure-note.tsx";
import { useLoad } from "../../ui/use-load.ts";
import { ViewHeading } from "../../ui/view-heading.tsx";
import { useHead } from "../../version/head.tsx";
import { VersionBar } from "../../version/version-bar.tsx";
import { TransactionRows } from "./transaction-rows.tsx";

/** Transactions on a page. */
const PAGE = 20;

/** Committed transactions: the latest ones, or a page from a version on. */
export function TransactionList({ start }: { start: string | undefined }) {
  const { info } = useHead();
  const { route } = usePlace();
  const { value, failure, busy } = useLoad(
    (signal) => node.call("get_transactions", { query: { start, limit: PAGE }, signal }),
    `transactions ${start ?? ""}`,
  );
  const transactions = value?.value ?? [];
  const first = transactions[0]?.version;
  const last = transactions.at(-1)?.version;
  const go = (version: bigint | undefined): void => {
    const from = version === undefined ? undefined : String(version < 0n ? 0n : version);
    goTo({ route: { view: "transactions", start: from } });
  };
  const oldest = BigInt(info?.oldest_ledger_version ?? 0);
  const before = first === undefined ? undefined : BigInt(first) - BigInt(PAGE);
  return (
    <>
      <ViewHeading title="Transactions" />
      <VersionBar
        at={start}
        onSelect={(version) => goTo({ route: { view: "transactions", start: version } }, route.view === "transactions")}
        label="List the transactions from"
      />
      {failure !== undefined && <FailureNote failure={failure} />}
      {transactions.length > 0 && (
        <div aria-busy={busy}>
          <TransactionRows
            transactions={start === undefined ? transactions.toReversed() : transactions}
            caption={
              start === undefined
                ? "The latest, the newest first"
                : `From version ${formatCount(start)} on, in the order of the ledger`
            }
          />
        </div>
      )}
      {busy && value === undefined && <p class="quiet">Loading…</p>}
      <p class="pager">
        <button
          type="button"
          class="plain"
          disabled={before === undefined || first === undefined || BigInt(first) <= oldest}
          onClick={() => go(before !== undefined && before < oldest ? oldest : before)}
        >
          Earlier
        </button>
        <button
          type="button"
          class="plain"
          disabled={start === undefined || last === undefined || transactions.length < PAGE}
          onClick={() => go(last === undefined ? undefined : BigInt(last) + 1n)}
        >
          Later
        </button>
      </p>
    </>
  );
}
