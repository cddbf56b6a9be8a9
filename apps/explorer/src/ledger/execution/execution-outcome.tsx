import type { ExecutionDifference, ExecutionOutcome } from "../../api/answers.ts";
import { node } from "../../api/node.ts";
import { useLoad } from "../../loading/use-load.ts";
import { Link } from "../../routing/link.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { RecordedExecuted } from "../value/before-after.tsx";

const outcomes: Readonly<Record<ExecutionOutcome["outcome"], string>> = {
  equal: "Execution makes what the record says.",
  different: "Execution makes something else than the record says: it is forged, or this release executes it wrongly.",
  state_unknown: "It reads something that is not known here.",
  not_reproducible: "It is not executed.",
  not_different: "It belongs to a sample, or to a ledger of which much is unknown: it was not executed, or is equal.",
  not_executed: "It was not executed again, not yet, or not to its end.",
};

/** The outcome of one version, with both sides of what differs. */
export function ExecutionOutcomeView({ version }: { version: string }) {
  const { value, failure, busy } = useLoad(
    (signal) => node.call("get_execution_by_version", { params: { txn_version: version }, signal }),
    `execution ${version}`,
  );
  if (failure !== undefined) return <FailureNote failure={failure} />;
  if (value === undefined) return busy ? <p class="quiet">Loading…</p> : null;
  const { outcome, reason, differences = [], unlisted_writes: unlisted } = value.value;
  return (
    <>
      <p class="lead">
        <strong class={outcome === "different" ? "bad" : outcome === "equal" ? "good" : undefined}>
          {outcome.replaceAll("_", " ")}
        </strong>{" "}
        {outcomes[outcome]} {reason}
      </p>
      <p>
        <Link to={{ view: "transaction", id: version }}>The transaction as it is recorded</Link> ·{" "}
        <Link to={{ view: "execution" }}>All that was executed again</Link>
      </p>
      {differences.map((difference, index) => (
        <Part key={`${index}`} difference={difference} />
      ))}
      {unlisted !== undefined && <p class="quiet">And {unlisted} more writes.</p>}
    </>
  );
}

const titles: Readonly<Record<ExecutionDifference["part"], string>> = {
  refused: "not committed",
  status: "status",
  gas: "gas",
  fees: "fees of the block",
  auxiliary_info: "place in the block",
  event: "event",
  write: "write",
};

function Part({ difference }: { difference: ExecutionDifference }) {
  const { part, index, item, key, recorded, executed } = difference;
  const title = index === undefined ? titles[part] : `${titles[part]} ${index}`;
  return (
    <Disclosure
      label={`${title} ${item ?? ""}`}
      line={
        <>
          <span class="change bad">{title}</span>
          {item !== undefined && <code title={key}>{item}</code>}
        </>
      }
      startsOpen
    >
      {() => <RecordedExecuted recorded={recorded} executed={executed} />}
    </Disclosure>
  );
}
