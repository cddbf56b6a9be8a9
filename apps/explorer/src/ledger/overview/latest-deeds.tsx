import type { LedgerInfo } from "../../api/answers.ts";
import { Link } from "../../routing/link.tsx";
import { Age } from "../../ui/age.tsx";
import { Outcome } from "../transaction/outcome.tsx";
import { Deed } from "../transaction/story.tsx";
import { useLatestSent } from "./use-latest-sent.ts";

/** The latest transactions of people, each in a sentence that leads to it. */
export function LatestDeeds({ info }: { info: LedgerInfo }) {
  const { sent, busy } = useLatestSent(info);
  return (
    <section class="deeds" aria-labelledby="deeds">
      <h2 id="deeds">What happened last</h2>
      {busy && sent.length === 0 && <p class="quiet">Looking…</p>}
      {!busy && sent.length === 0 && (
        <p class="quiet">No account has sent a transaction lately. Blocks are made all the same.</p>
      )}
      <ol>
        {sent.map((transaction) => (
          <li key={transaction.hash}>
            <span class="deed-text">
              <Deed transaction={transaction} />
              {!transaction.success && (
                <>
                  {" "}
                  – <Outcome transaction={transaction} />
                </>
              )}
            </span>
            <Link to={{ view: "transaction", id: transaction.version }} title={`Version ${transaction.version}`}>
              {transaction.timestamp === undefined ? transaction.version : <Age timestamp={transaction.timestamp} />}
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
