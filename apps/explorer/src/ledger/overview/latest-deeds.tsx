import { useState } from "preact/hooks";
import type { LedgerInfo, Transaction } from "../../api/answers.ts";
import { Link } from "../../routing/link.tsx";
import { Age } from "../../ui/age.tsx";
import { Outcome } from "../transaction/outcome.tsx";
import { Deed } from "../transaction/story.tsx";
import { type LatestSent, useLatestSent } from "./use-latest-sent.ts";

/** The latest transactions of people, each in a sentence that leads to it. */
export function LatestDeeds({ info }: { info: LedgerInfo }) {
  const latest = useLatestSent(info);
  // The list stands still while the reader points at it.
  const [held, setHeld] = useState<LatestSent>();
  const { sent, busy } = held ?? latest;
  const [hold, release] = [() => setHeld(latest), () => setHeld(undefined)];
  return (
    <section
      class="deeds"
      aria-labelledby="deeds"
      onMouseEnter={hold}
      onMouseLeave={release}
      onFocusIn={hold}
      onFocusOut={release}
    >
      <h2 id="deeds">What happened last</h2>
      {busy && sent.length === 0 && <p class="quiet">Looking…</p>}
      {!busy && sent.length === 0 && (
        <p class="quiet">No account has sent a transaction lately. Blocks are made all the same.</p>
      )}
      <ol>
        {sent.map((transaction, i) => (
          // A new one takes the place of another: nothing moves.
          <li key={i}>
            <Line key={transaction.hash} transaction={transaction} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Line({ transaction }: { transaction: Transaction }) {
  const { version, timestamp, success } = transaction;
  return (
    <>
      <span class="deed-text">
        <Deed transaction={transaction} />
        {!success && (
          <>
            {" "}
            – <Outcome transaction={transaction} />
          </>
        )}
      </span>
      <Link to={{ view: "transaction", id: version }} title={`Version ${version}`}>
        {timestamp === undefined ? version : <Age timestamp={timestamp} />}
      </Link>
    </>
  );
}
