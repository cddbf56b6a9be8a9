import type { TypeText } from "../move/type-text.ts";
import { TypeView } from "../move/type-view.tsx";
import type { ValueFormProps } from "./form-props.ts";
import { integerJson, isBytes, isInteger } from "./initial-value.ts";
import { OptionForm, VectorForm } from "./list-form.tsx";
import { StructForm } from "./struct-form.tsx";

/** A form for a Move value, made from its type. */
export function ValueForm(props: ValueFormProps) {
  const { type } = props;
  if (type.head === "bool") return <BoolField {...props} />;
  if (type.head === "0x1::option::Option") return <OptionForm {...props} Part={ValueForm} />;
  if (type.head === "vector" && !isBytes(type)) return <VectorForm {...props} Part={ValueForm} />;
  if (isSimple(type)) return <TextField {...props} />;
  return <StructForm {...props} Part={ValueForm} />;
}

/** Types whose JSON form is one piece of text or one number. */
function isSimple(type: TypeText): boolean {
  const { head } = type;
  if (isInteger(head) || isBytes(type) || head === "address") return true;
  return head === "0x1::string::String" || head === "0x1::object::Object" || /^T\d+$/.test(head);
}

const hints: Readonly<Record<string, string>> = {
  address: "0x…",
  vector: "0x… (bytes as hex)",
  "0x1::object::Object": "0x… (address of the object)",
};

function TextField({ type, label, value, onChange }: ValueFormProps) {
  return (
    <label class="field">
      <span>
        {label} <TypeView type={type} />
      </span>
      <input
        value={typeof value === "string" || typeof value === "number" ? value : ""}
        placeholder={hints[type.head] ?? (isInteger(type.head) ? "0" : "")}
        inputMode={isInteger(type.head) ? "numeric" : "text"}
        autocomplete="off"
        spellcheck={false}
        onInput={({ currentTarget: { value: text } }) =>
          onChange(isInteger(type.head) ? integerJson(type.head, text) : text)
        }
      />
    </label>
  );
}

function BoolField({ type, label, value, onChange }: ValueFormProps) {
  return (
    <label class="field check">
      <input type="checkbox" checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>
        {label} <TypeView type={type} />
      </span>
    </label>
  );
}
