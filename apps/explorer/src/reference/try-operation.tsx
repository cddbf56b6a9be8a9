import { useState } from "preact/hooks";
import { type ApiAnswer, type ApiCall, apiBase, callApi } from "../api/call.ts";
import { type ApiFailure, toFailure } from "../api/failure.ts";
import { listExamples, type MediaType, type PlacedOperation } from "../api/openapi.ts";
import { type Loaded, useLoad } from "../loading/use-load.ts";
import { FailureNote } from "../ui/failure-note.tsx";
import { Choices } from "../ui/form-field.tsx";
import { AnswerView } from "./answer-view.tsx";
import { buildPath } from "./request.ts";
import { Snippets } from "./snippets.tsx";
import { findDefaults, type TryDefaults } from "./try-defaults.ts";
import { TryFields } from "./try-fields.tsx";

const types = ["application/json", "application/x-bcs"] as const;
const typeTitles = { "application/json": "JSON", "application/x-bcs": "BCS" } as const;

/** Sends one operation to this node and shows what came back. */
export function TryOperation({ placed }: { placed: PlacedOperation }) {
  const { operation, method } = placed;
  const bodyExample = Object.values(operation.requestBody?.content ?? {})[0];
  const produced = Object.keys(operation.responses["200"]?.content ?? {});
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [typedBody, setTypedBody] = useState<string>();
  const [accept, setAccept] = useState<ApiCall["accept"]>(
    produced.length === 1 && produced[0] === types[1] ? types[1] : types[0],
  );
  const [answer, setAnswer] = useState<ApiAnswer>();
  const [failure, setFailure] = useState<ApiFailure>();
  const [busy, setBusy] = useState(false);

  const search = useLoad((signal) => findDefaults(placed, signal), operation.operationId);
  // What the reader typed meanwhile stays.
  const values = { ...search.value?.values, ...typed };
  const body = typedBody ?? startingBody(bodyExample, search.value?.body);

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
        Try it <small>{describeSearch(search)}</small>
      </h2>
      {search.failure !== undefined && <FailureNote failure={search.failure} />}
      <form class="panel" onSubmit={send} aria-busy={search.busy}>
        <TryFields
          operation={operation}
          values={values}
          body={body}
          onValue={(name, value) => setTyped((last) => ({ ...last, [name]: value }))}
          onBody={setTypedBody}
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

/** The body that the form begins with: one with values of this ledger, or the description's example. Absent where none is taken. */
function startingBody(example: MediaType | undefined, found: unknown): string | undefined {
  if (example === undefined) return undefined;
  return JSON.stringify(found ?? listExamples(example)[0]?.value ?? {}, null, 2);
}

function describeSearch({ busy, failure }: Loaded<TryDefaults>): string {
  if (busy) return "looking for values that exist…";
  return failure === undefined ? "with values that exist on this ledger" : "values that exist could not be read";
}
