import { useEffect, useState } from "preact/hooks";
import { type ApiAnswer, type ApiCall, apiBase, callApi } from "../api/call.ts";
import { type ApiFailure, toFailure } from "../api/failure.ts";
import { listExamples, type PlacedOperation } from "../api/openapi.ts";
import { useLoad } from "../loading/use-load.ts";
import { FailureNote } from "../ui/failure-note.tsx";
import { Choices } from "../ui/form-field.tsx";
import { AnswerView } from "./answer-view.tsx";
import { buildPath } from "./request.ts";
import { Snippets } from "./snippets.tsx";
import { findDefaults } from "./try-defaults.ts";
import { TryFields } from "./try-fields.tsx";

const types = ["application/json", "application/x-bcs"] as const;
const typeTitles = { "application/json": "JSON", "application/x-bcs": "BCS" } as const;

/** Sends one operation to this node and shows what came back. */
export function TryOperation({ placed }: { placed: PlacedOperation }) {
  const { operation, method } = placed;
  const bodyExample = Object.values(operation.requestBody?.content ?? {})[0];
  const produced = Object.keys(operation.responses["200"]?.content ?? {});
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [body, setBody] = useState(
    bodyExample === undefined ? undefined : JSON.stringify(listExamples(bodyExample)[0]?.value ?? {}, null, 2),
  );
  const [accept, setAccept] = useState<ApiCall["accept"]>(
    produced.length === 1 && produced[0] === types[1] ? types[1] : types[0],
  );
  const [answer, setAnswer] = useState<ApiAnswer>();
  const [failure, setFailure] = useState<ApiFailure>();
  const [busy, setBusy] = useState(false);

  // What the reader typed meanwhile stays.
  const { value: defaults, busy: searching } = useLoad((signal) => findDefaults(placed, signal), operation.operationId);
  useEffect(() => {
    if (defaults === undefined) return;
    setValues((last) => ({ ...defaults.values, ...last }));
    if (defaults.body !== undefined) setBody(JSON.stringify(defaults.body, null, 2));
  }, [defaults]);

  const call: ApiCall = { method, path: buildPath(placed, values), accept, body };
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    try {
      setAnswer(await callApi(call));
      setFailure(undefined);
    } catch (error) {
      setFailure(toFailure(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <section class="try" aria-labelledby="try">
      <h2 id="try">
        Try it <small>{searching ? "looking for values that exist…" : "with values that exist on this ledger"}</small>
      </h2>
      <form class="panel" onSubmit={send} aria-busy={searching}>
        <TryFields
          operation={operation}
          values={values}
          body={body}
          onValue={(name, value) => setValues((last) => ({ ...last, [name]: value }))}
          onBody={setBody}
        />
        <Choices legend="Answer as" choices={types} titles={typeTitles} chosen={accept} onChoose={setAccept} />
        <p class="request">
          <code>
            {method} {apiBase}
            {call.path}
          </code>
        </p>
        <button type="submit" disabled={busy}>
          {busy ? "Sending…" : "Send"}
        </button>
      </form>
      {failure !== undefined && <FailureNote failure={failure} />}
      {answer !== undefined && failure === undefined && (
        <AnswerView operation={operation.operationId} answer={answer} />
      )}
      <Snippets call={call} />
    </section>
  );
}
