import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useLoad } from "../loading/use-load.ts";
import { readStruct, type TypedField } from "../move/read-abi.ts";
import { formatType, type TypeText } from "../move/type-text.ts";
import { TypeView } from "../move/type-view.tsx";
import { CheckField, FormField } from "../ui/form-field.tsx";
import { emptyValue, integerJson, isBytes, isInteger } from "./starting-value.ts";

interface MoveValueProps {
  readonly type: TypeText;
  /** Name of the field, parameter or key. */
  readonly label: string;
  /** The value so far, in the API's JSON form. */
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** A field for a Move value, made from its type: of a struct or a vector one for each part, of what cannot be read JSON. */
export function MoveValueField(props: MoveValueProps) {
  const { type, label, value, onChange } = props;
  if (type.head === "bool")
    return <CheckField label={<Label {...props} />} checked={value === true} onChange={onChange} />;
  if (type.head === "0x1::option::Option") return <OptionFields {...props} />;
  if (type.head === "vector" && !isBytes(type)) return <VectorFields {...props} />;
  if (!isPlain(type)) return <StructFields {...props} />;
  const numeric = isInteger(type.head);
  return (
    <FormField
      label={<Label type={type} label={label} />}
      value={typeof value === "string" || typeof value === "number" ? String(value) : ""}
      hint={hints[type.head] ?? (numeric ? "0" : "")}
      required={false}
      numeric={numeric}
      onChange={(text) => onChange(numeric ? integerJson(type.head, text) : text)}
    />
  );
}

const hints: Readonly<Record<string, string>> = {
  address: "0x…",
  vector: "0x… (bytes as hex)",
  "0x1::object::Object": "0x… (address of the object)",
};

/** Returns true for a type whose JSON form is one piece of text or one number. */
function isPlain(type: TypeText): boolean {
  const { head } = type;
  if (isInteger(head) || isBytes(type) || head === "address") return true;
  return head === "0x1::string::String" || head === "0x1::object::Object" || /^T\d+$/.test(head);
}

function Label({ type, label }: Pick<MoveValueProps, "type" | "label">) {
  return (
    <>
      {label} <TypeView type={type} />
    </>
  );
}

function Group({ children, ...label }: Pick<MoveValueProps, "type" | "label"> & { children: ComponentChildren }) {
  return (
    <fieldset class="group">
      <legend>
        <Label {...label} />
      </legend>
      {children}
    </fieldset>
  );
}

function VectorFields({ type, label, value, onChange }: MoveValueProps) {
  const [itemType] = type.args;
  if (itemType === undefined) return null;
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  return (
    <Group type={type} label={label}>
      {items.map((item, i) => (
        <MoveValueField
          key={i}
          type={itemType}
          label={`item ${i}`}
          value={item}
          onChange={(next) => onChange(items.with(i, next))}
        />
      ))}
      <p class="pager">
        <button type="button" class="plain" onClick={() => onChange([...items, emptyValue(itemType)])}>
          Add an item
        </button>
        <button type="button" class="plain" disabled={items.length === 0} onClick={() => onChange(items.slice(0, -1))}>
          Remove the last
        </button>
      </p>
    </Group>
  );
}

function OptionFields({ type, label, value, onChange }: MoveValueProps) {
  const [itemType] = type.args;
  if (itemType === undefined) return null;
  const { vec } = recordOf(value);
  const items: readonly unknown[] = Array.isArray(vec) ? vec : [];
  return (
    <Group type={type} label={label}>
      <CheckField
        label="has a value"
        checked={items.length > 0}
        onChange={(checked) => onChange({ vec: checked ? [emptyValue(itemType)] : [] })}
      />
      {items.length > 0 && (
        <MoveValueField type={itemType} label="value" value={items[0]} onChange={(next) => onChange({ vec: [next] })} />
      )}
    </Group>
  );
}

/** Fields of a struct or enum, by its module; JSON where the module cannot be read. */
function StructFields(props: MoveValueProps) {
  const { type, label, value, onChange } = props;
  const { value: struct, busy } = useLoad(() => readStruct(type, undefined), formatType(type));
  if (busy) return <p class="quiet">Reading {formatType(type)}…</p>;
  if (struct === undefined) return <JsonField {...props} />;
  return (
    <Group type={type} label={label}>
      {struct.variants === undefined ? (
        <Members fields={struct.fields} value={recordOf(value)} onChange={onChange} />
      ) : (
        <Variants variants={struct.variants} value={recordOf(value)} onChange={onChange} />
      )}
    </Group>
  );
}

type ObjectJson = Readonly<Record<string, unknown>>;

function recordOf(value: unknown): ObjectJson {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as ObjectJson) : {};
}

interface MembersProps {
  readonly value: ObjectJson;
  readonly onChange: (value: ObjectJson) => void;
}

function Members({ fields, value, onChange }: MembersProps & { fields: readonly TypedField[] }) {
  useEffect(() => {
    const missing = fields.filter(({ name }) => !(name in value));
    if (missing.length === 0) return;
    onChange({ ...value, ...Object.fromEntries(missing.map(({ name, type }) => [name, emptyValue(type)])) });
  });
  return (
    <>
      {fields.map(({ name, type }) => (
        <MoveValueField
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

/** An enum's value has one member: the name of its variant. */
function Variants({
  variants,
  value,
  onChange,
}: MembersProps & { variants: readonly { readonly name: string; readonly fields: readonly TypedField[] }[] }) {
  const chosen = variants.find(({ name }) => name in value) ?? variants[0];
  useEffect(() => {
    if (chosen !== undefined && !(chosen.name in value)) onChange({ [chosen.name]: {} });
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
      <Members
        key={chosen.name}
        fields={chosen.fields}
        value={recordOf(value[chosen.name])}
        onChange={(next) => onChange({ [chosen.name]: next })}
      />
    </>
  );
}

/** A field for a value of any type as JSON. Text that is not JSON is sent as text. */
function JsonField({ type, label, value, onChange }: MoveValueProps) {
  const [text, setText] = useState(() => JSON.stringify(value));
  const change = (next: string): void => {
    setText(next);
    try {
      onChange(JSON.parse(next));
    } catch {
      onChange(next);
    }
  };
  return (
    <FormField
      label={
        <>
          <Label type={type} label={label} /> as JSON
        </>
      }
      rows={3}
      required={false}
      value={text}
      onChange={change}
    />
  );
}
