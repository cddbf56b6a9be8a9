import { listExamples, type Operation, type Parameter } from "../api/openapi.ts";
import { FormField } from "../ui/form-field.tsx";

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
          <FormField
            key={parameter.name}
            name={parameter.name}
            label={
              <>
                {parameter.name}
                {parameter.required === true ? "" : <small> optional</small>}
              </>
            }
            value={values[parameter.name] ?? ""}
            hint={exampleText(parameter)}
            required={parameter.required === true}
            onChange={(value) => onValue(parameter.name, value)}
          />
        ))}
      </div>
      {body !== undefined && (
        <FormField
          label="Body"
          rows={Math.min(body.split("\n").length + 1, 20)}
          required={false}
          value={body}
          onChange={onBody}
        />
      )}
    </>
  );
}

function exampleText(parameter: Parameter): string {
  const value = listExamples(parameter)[0]?.value;
  if (value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
