import type { ComponentChildren } from "preact";
import type { SimulatedTransaction, Transaction } from "../api/answers.ts";
import type { Around } from "../ledger/transaction/balance-changes.ts";
import { Effects } from "../ledger/transaction/effects.tsx";
import { FeeFacts } from "../ledger/transaction/fee-facts.tsx";
import { Outcome } from "../ledger/transaction/outcome.tsx";
import { Link } from "../routing/link.tsx";
import { formatCount, neighbour } from "../text/number.ts";
import { Fact, Facts } from "../ui/facts.tsx";
import { FailureNote } from "../ui/failure-note.tsx";
import { FailureText } from "../ui/failure-text.tsx";
import type { CallProgress } from "./call-progress.ts";

/** How a call goes, and what it did or would do. */
export function CallResult({ progress }: { progress: CallProgress }) {
  switch (progress.kind) {
    case "failed":
      return <FailureNote failure={progress.failure} />;
    case "waiting":
      return (
        <p>
          Submitted as <code class="wrap">{progress.hash}</code>. Waiting for its block…
        </p>
      );
    case "expired":
      return (
        <p class="failure">
          The transaction <code class="wrap">{progress.hash}</code> expired before it was in a block. It had no effect.
        </p>
      );
    case "simulated": {
      const { transaction } = progress;
      const { version } = transaction;
      return (
        <Outline title="Simulation" transaction={transaction} around={{ before: version, after: version }}>
          {progress.refused && <p class="failure">It would fail, so it was not submitted.</p>}
          <p class="quiet note">
            Nothing was committed. It ran on the state of version {formatCount(version)}; a later result may differ.
          </p>
        </Outline>
      );
    }
    case "committed": {
      const { transaction } = progress;
      const { version } = transaction;
      return (
        <Outline
          title="Committed"
          transaction={transaction}
          around={{ before: neighbour(version, -1), after: version }}
        >
          <p>
            <Link to={{ view: "transaction", id: version }}>Transaction {formatCount(version)}</Link>
          </p>
        </Outline>
      );
    }
  }
}

interface OutlineProps {
  readonly title: string;
  readonly transaction: SimulatedTransaction | Transaction;
  readonly around: Around;
  readonly children: ComponentChildren;
}

function Outline({ title, transaction, around, children }: OutlineProps) {
  return (
    <section class="result" aria-label={title}>
      <h3>{title}</h3>
      {children}
      <Facts label={title}>
        <Fact name="Outcome">
          <Outcome transaction={transaction} />
        </Fact>
        <FeeFacts transaction={transaction} />
        {!transaction.success && (
          <Fact name="Why it failed" wide>
            <FailureText status={transaction.vm_status} />
          </Fact>
        )}
      </Facts>
      <Effects
        id={`${title} ${transaction.hash}`}
        events={transaction.events ?? []}
        changes={transaction.changes}
        around={around}
      />
    </section>
  );
}
