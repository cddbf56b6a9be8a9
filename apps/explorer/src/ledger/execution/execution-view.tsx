import type { ExecutionStatus } from "../../api/answers.ts";
import { node } from "../../api/node.ts";
import { useLoad } from "../../loading/use-load.ts";
import { Link } from "../../routing/link.tsx";
import { goTo } from "../../routing/place.tsx";
import { formatCount } from "../../text/number.ts";
import { AskForm } from "../../ui/ask-form.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { ViewHeading } from "../../ui/view-heading.tsx";
import { ExecutionOutcomeView } from "./execution-outcome.tsx";

/** The versions that this node has executed again and compared with the records: in all, or one of them. */
export function ExecutionView({ version }: { version: string | undefined }) {
  return (
    <>
      <ViewHeading title={version === undefined ? "Execution" : `Execution of ${version}`}>
        {version === undefined ? "Execution" : `Execution of version ${version}`}
      </ViewHeading>
      {version === undefined ? <Status /> : <ExecutionOutcomeView version={version} />}
      <AskForm
        label="Version"
        placeholder="100"
        action="Show its outcome"
        onAsk={(text) => goTo({ route: { view: "execution", version: text } })}
      />
    </>
  );
}

function Status() {
  const { value, failure } = useLoad((signal) => node.call("get_execution_status", { signal }), "execution", 5_000);
  return (
    <>
      <p class="lead">
        Records whose hashes are right may still be made up. A node that executes them again, each on the state before
        it, sees that.
      </p>
      {failure !== undefined && <FailureNote failure={failure} />}
      {value !== undefined && <StatusFacts status={value.value} />}
    </>
  );
}

function StatusFacts({ status }: { status: ExecutionStatus }) {
  const { lag, ranges, different_versions: versions, not_reproducible_versions: excepted } = status;
  const { not_executed_versions: ended } = status;
  if (ranges.length === 0) {
    return (
      <p>
        This node has executed nothing again. It does when it is started with <code>--execute all</code>, or with a
        sample such as <code>--execute sample=1/100</code>.
      </p>
    );
  }
  return (
    <>
      <Facts label="Execution">
        <Fact name="Equal">{formatCount(status.equal)}</Fact>
        <Fact name="Different">
          <span class={status.different === "0" ? undefined : "bad"}>{formatCount(status.different)}</span>
        </Fact>
        <Fact name="State unknown">{formatCount(status.state_unknown)}</Fact>
        <Fact name="Not executed">{formatCount(status.not_reproducible)}</Fact>
        <Fact name="Beyond a bound">
          <span class={status.not_executed === "0" ? undefined : "bad"}>{formatCount(status.not_executed)}</span>
        </Fact>
        {lag !== undefined && <Fact name="Behind the ledger">{formatCount(lag)}</Fact>}
        <Fact name="Versions" wide>
          {ranges.map(({ from, to, sample }) => (
            <span key={from} class="range">
              {formatCount(from)} to {formatCount(to)}
              {sample > 1 && ` (one of ${sample})`}{" "}
            </span>
          ))}
        </Fact>
      </Facts>
      <Versions title="Versions that differ" versions={versions.map((version) => ({ version }))} />
      <Versions title="Versions that were not executed" versions={excepted} />
      <Versions title="Versions that went beyond a bound" versions={ended} />
    </>
  );
}

/** Versions with an outcome, each a link to what is known of it. */
function Versions({ title, versions }: { title: string; versions: readonly { version: string; reason?: string }[] }) {
  if (versions.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul>
        {versions.map(({ version, reason }) => (
          <li key={version}>
            <Link to={{ view: "execution", version }}>{formatCount(version)}</Link>
            {reason !== undefined && ` ${reason}`}
          </li>
        ))}
      </ul>
    </section>
  );
}
