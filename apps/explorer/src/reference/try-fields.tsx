import { listExamples, type Operation, type Parameter } from "../api/openapi.ts";

interface TryFieldsProps {
  readonly operation: Operation;
  readonly values: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly onValue: (name: string, value: string) => void;
  readonly onBody: (body: string) => void;
}

/** A field for each parameter, and one for the body. */
export function TryFields({ operation, values, body, onValue, onBody }: TryFieldsProps) {
  const parameters = (operation.parameters ?? []).filter(({ in: place }) => place !== "header");
  return (
    <>
      <div class="columns">
        {parameters.map((parameter) => (
          <label key={parameter.name} class="field">
            <span>
              {parameter.name}
              {parameter.required === true ? "" : <small> optional</small>}
            </span>
            <input
              name={parameter.name}
              value={values[parameter.name] ?? ""}
              placeholder={exampleText(parameter)}
              required={parameter.required === true}
              autocomplete="off"
              spellcheck={false}
              onInput={(event) => onValue(parameter.name, event.currentTarget.value)}
            />
          </label>
        ))}
      </div>
      {body !== undefined && (
        <label class="field">
          <span>Body</span>
          <textarea
            rows={Math.min(body.split("\n").length + 1, 20)}
            value={body}
            spellcheck={false}
            onInput={(event) => onBody(event.currentTarget.value)}
          />
        </label>
      )}
    </>
  );
}

function exampleText(parameter: Parameter): string {
  const value = listExamples(parameter)[0]?.value;
  if (value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
