import { useState } from "preact/hooks";
import { type ApiAnswer, ApiFailure, apiBase, callApi } from "../api/client.ts";
import { firstExample, type PlacedOperation } from "../api/openapi.ts";
import { FailureNote } from "../ui/failure-note.tsx";
import { AnswerView } from "./answer-view.tsx";

/** Text of an example as it stands in a form field. */
function exampleText(value: unknown): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The path with its parameters filled in, and the query of those that are not empty. */
function buildPath({ path, operation }: PlacedOperation, values: Readonly<Record<string, string>>): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
  const query = new URLSearchParams();
  for (const { name, in: place } of operation.parameters ?? []) {
    const value = values[name];
    if (place === "query" && value !== undefined && value !== "") query.set(name, value);
  }
  return query.size === 0 ? filled : `${filled}?${query}`;
}

/** Sends one operation to this node and shows what came back. */
export function TryOperation({ placed }: { placed: PlacedOperation }) {
  const { operation, method } = placed;
  const parameters = (operation.parameters ?? []).filter(({ in: place }) => place !== "header");
  const bodyExample = Object.values(operation.requestBody?.content ?? {})[0];
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(
      parameters.map((parameter) => [
        parameter.name,
        parameter.required === true ? exampleText(firstExample(parameter)) : "",
      ]),
    ),
  );
  const [body, setBody] = useState(() =>
    bodyExample === undefined ? "" : JSON.stringify(firstExample(bodyExample) ?? {}, null, 2),
  );
  const [accept, setAccept] = useState<"application/json" | "application/x-bcs">("application/json");
  const [answer, setAnswer] = useState<ApiAnswer>();
  const [failure, setFailure] = useState<ApiFailure>();
  const [busy, setBusy] = useState(false);
  const path = buildPath(placed, values);

  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    try {
      setAnswer(await callApi({ method, path, accept, body: operation.requestBody === undefined ? undefined : body }));
      setFailure(undefined);
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <section aria-labelledby="try">
      <h3 id="try">Try it</h3>
      <form onSubmit={send}>
        {parameters.map((parameter) => (
          <label key={parameter.name}>
            <span>
              {parameter.name}
              {parameter.required === true && <abbr title="required">*</abbr>}
            </span>
            <input
              name={parameter.name}
              value={values[parameter.name] ?? ""}
              placeholder={exampleText(firstExample(parameter))}
              required={parameter.required === true}
              autocomplete="off"
              spellcheck={false}
              onInput={(event) => setValues({ ...values, [parameter.name]: event.currentTarget.value })}
            />
          </label>
        ))}
        {operation.requestBody !== undefined && (
          <label>
            <span>Body</span>
            <textarea
              rows={Math.min(body.split("\n").length + 1, 18)}
              value={body}
              spellcheck={false}
              onInput={(event) => setBody(event.currentTarget.value)}
            />
          </label>
        )}
        <fieldset>
          <legend>Answer as</legend>
          {(["application/json", "application/x-bcs"] as const).map((type) => (
            <label key={type} class="choice">
              <input type="radio" name="accept" checked={accept === type} onChange={() => setAccept(type)} />{" "}
              {type === "application/json" ? "JSON" : "BCS"}
            </label>
          ))}
        </fieldset>
        <p class="request">
          <code>
            {method} {apiBase}
            {path}
          </code>
        </p>
        <button type="submit" disabled={busy}>
          {busy ? "Sending…" : "Send"}
        </button>
      </form>
      {failure !== undefined && <FailureNote failure={failure} />}
      {answer !== undefined && <AnswerView answer={answer} />}
    </section>
  );
}
