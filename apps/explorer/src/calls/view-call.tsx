import { useState } from "preact/hooks";
import type { FunctionAbi } from "../api/answers.ts";
import { ArgumentFields } from "../forms/argument-fields.tsx";
import { startingArguments } from "../forms/starting-value.ts";
import { findLandmarks } from "../ledger/landmarks.ts";
import { ValueView } from "../ledger/value/value-view.tsx";
import { useLoad } from "../loading/use-load.ts";
import { callView, type ViewResult } from "../move/call-view.ts";
import type { CallArguments } from "../move/parameters.ts";
import type { FunctionSource } from "../move/source-text.ts";
import { parseType, substitute } from "../move/type-text.ts";
import { TypeView } from "../move/type-view.tsx";
import { formatCount } from "../text/number.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { FailureNote } from "../ui/failure-note.tsx";
import { TrustMark } from "../ui/trust-mark.tsx";
import type { At } from "../version/at.ts";

export interface CallProps {
  /** `0x1::coin::balance`. */
  readonly id: string;
  readonly definition: FunctionAbi;
  readonly source: FunctionSource | undefined;
  readonly at: At;
}

/** Runs a view function in place: a form made from its signature, and its results. */
export function ViewCall(props: CallProps) {
  const { value, failure } = useLoad((signal) => findLandmarks(signal), "landmarks");
  if (failure !== undefined) return <FailureNote failure={failure} />;
  if (value === undefined) return <p class="quiet">Loading…</p>;
  return <ViewForm {...props} start={startingArguments(props.definition, [value.sender])} />;
}

function ViewForm({ id, definition, source, at, start }: CallProps & { start: CallArguments }) {
  const [call, setCall] = useState(start);
  const [asked, setAsked] = useState<{ readonly call: CallArguments; readonly time: number }>();
  const submit = (event: Event): void => {
    event.preventDefault();
    setAsked({ call, time: Date.now() });
  };
  return (
    <div class="panel call-panel">
      <form onSubmit={submit} aria-label={`Run ${definition.name}`}>
        <ArgumentFields
          definition={definition}
          source={source}
          call={call}
          onChange={(part) => setCall((last) => ({ ...last, ...part }))}
        />
        <button type="submit">Run</button>
      </form>
      {asked !== undefined && <Results id={id} definition={definition} asked={asked} at={at} />}
    </div>
  );
}

interface ResultsProps extends Pick<CallProps, "id" | "definition" | "at"> {
  readonly asked: { readonly call: CallArguments; readonly time: number };
}

function Results({ id, definition, asked: { call, time }, at }: ResultsProps) {
  const { value, failure, busy } = useLoad(
    () => callView(id, call, at),
    `${time} ${at ?? ""} ${id} ${JSON.stringify(call)}`,
  );
  return (
    <section class="result" aria-label="Results" aria-live="polite" aria-busy={busy}>
      {failure !== undefined && <FailureNote failure={failure} />}
      {failure === undefined && value !== undefined && (
        <ResultValues result={value} definition={definition} call={call} at={at} />
      )}
    </section>
  );
}

interface ResultValuesProps extends Pick<CallProps, "definition" | "at"> {
  readonly result: ViewResult;
  readonly call: CallArguments;
}

function ResultValues({ result, definition, call, at }: ResultValuesProps) {
  const typeArguments = call.typeArguments.map((text) => parseType(text));
  const types = definition.return.map((type) => substitute(parseType(type), typeArguments));
  return (
    <>
      <dl class="members arguments">
        {result.values.map((value, i) => (
          <div key={i}>
            <dt>
              {result.values.length > 1 && `${i}: `}
              {types[i] !== undefined && <TypeView type={types[i]} />}
            </dt>
            <dd>
              <ValueView value={value} type={types[i]} at={at} />
            </dd>
          </div>
        ))}
      </dl>
      <p class="quiet note">
        {result.version !== undefined && <>At version {formatCount(result.version)}. </>}
        {result.gasUsed !== undefined && <>Gas used: {formatCount(result.gasUsed)} units. </>}
        <CopyButton text={result.json} what="results as JSON" />
      </p>
      <TrustMark mark={result.mark} />
    </>
  );
}
