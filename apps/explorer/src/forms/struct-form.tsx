import { useEffect } from "preact/hooks";
import { readStruct, type TypedField } from "../move/read-abi.ts";
import { formatType } from "../move/type-text.ts";
import { TypeView } from "../move/type-view.tsx";
import { useLoad } from "../ui/use-load.ts";
import type { CompositeFormProps } from "./form-props.ts";
import { initialValue } from "./initial-value.ts";
import { JsonField } from "./json-field.tsx";

type Value = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Value {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A form for a struct or enum, made from its module; JSON where the module cannot be read. */
export function StructForm(props: CompositeFormProps) {
  const { type, label, value, onChange, Part } = props;
  const { value: struct, busy } = useLoad(() => readStruct(type, undefined), formatType(type));
  if (busy) return <p class="quiet">Reading {formatType(type)}…</p>;
  if (struct === undefined) return <JsonField {...props} />;
  return (
    <fieldset class="group">
      <legend>
        {label} <TypeView type={type} />
      </legend>
      {struct.variants === undefined ? (
        <Fields fields={struct.fields} value={isRecord(value) ? value : {}} onChange={onChange} Part={Part} />
      ) : (
        <Variants variants={struct.variants} value={isRecord(value) ? value : {}} onChange={onChange} Part={Part} />
      )}
    </fieldset>
  );
}

interface PartProps {
  readonly value: Value;
  readonly onChange: (value: unknown) => void;
  readonly Part: CompositeFormProps["Part"];
}

function Fields({ fields, value, onChange, Part }: PartProps & { fields: readonly TypedField[] }) {
  useEffect(() => {
    const missing = fields.filter(({ name }) => !(name in value));
    if (missing.length === 0) return;
    onChange({ ...value, ...Object.fromEntries(missing.map(({ name, type }) => [name, initialValue(type)])) });
  });
  return (
    <>
      {fields.map(({ name, type }) => (
        <Part
          key={name}
          type={type}
          label={name}
          value={value[name]}
          onChange={(next) => onChange({ ...value, [name]: next })}
        />
      ))}
    </>
  );
}

/** An enum value has one member, the name of its variant. */
function Variants({
  variants,
  value,
  onChange,
  Part,
}: PartProps & { variants: readonly { readonly name: string; readonly fields: readonly TypedField[] }[] }) {
  const chosen = variants.find(({ name }) => name in value) ?? variants[0];
  const inner = chosen === undefined ? undefined : value[chosen.name];
  useEffect(() => {
    if (chosen !== undefined && inner === undefined) onChange({ [chosen.name]: {} });
  });
  if (chosen === undefined) return null;
  return (
    <>
      <label class="field">
        <span>variant</span>
        <select value={chosen.name} onChange={(event) => onChange({ [event.currentTarget.value]: {} })}>
          {variants.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <Fields
        key={chosen.name}
        fields={chosen.fields}
        value={isRecord(inner) ? inner : {}}
        onChange={(next) => onChange({ [chosen.name]: next })}
        Part={Part}
      />
    </>
  );
}
