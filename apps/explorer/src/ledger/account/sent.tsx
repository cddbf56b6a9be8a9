import { useEffect, useState } from "preact/hooks";
import { useLoad } from "../../loading/use-load.ts";
import { recall, remember } from "../../routing/history-entry.ts";
import { formatCount } from "../../text/number.ts";
import { FailureNote } from "../../ui/failure-note.tsx";
import { Pager } from "../../ui/pager.tsx";
import type { At } from "../../version/at.ts";
import { useHead } from "../../version/head.tsx";
import { readBack } from "../transaction/read-back.ts";
import { TransactionRows } from "../transaction/transaction-rows.tsx";

/** The transactions that an account sent, the newest first. */
export function Sent({ address, at }: { address: string; at: At }) {
  const { info } = useHead();
  const [end, setEnd] = useState(recall<string>("sent up to") ?? at);
  const go = (to: string | undefined): void => {
    remember("sent up to", to);
    setEnd(to);
  };
  useEffect(() => setEnd(recall<string>("sent up to") ?? at), [at]);
  const { value, failure, busy } = useLoad(
    (signal) => readBack(BigInt(end ?? info?.ledger_version ?? 0), 0n, { sender: address }, signal),
    info === undefined ? undefined : `${address} ${end ?? ""}`,
  );
  if (failure !== undefined) return <FailureNote failure={failure} />;
  // The buttons come with the list, which would move them.
  if (value === undefined) return <p class="quiet">Loading…</p>;
  return (
    <>
      {value.transactions.length > 0 && (
        <TransactionRows
          transactions={value.transactions}
          caption={at === undefined ? "The newest first" : `Up to version ${formatCount(at)}, the newest first`}
          busy={busy}
        />
      )}
      {value.transactions.length === 0 && (
        <p class="quiet">{busy ? "Loading…" : "No transactions of this sender are kept here."}</p>
      )}
      <Pager
        onNewest={end === at ? undefined : () => go(at)}
        onOlder={value.next === undefined ? undefined : () => go(String(value.next))}
      />
    </>
  );
}
