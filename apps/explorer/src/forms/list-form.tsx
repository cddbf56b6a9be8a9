import { TypeView } from "../move/type-view.tsx";
import type { CompositeFormProps } from "./form-props.ts";
import { initialValue } from "./initial-value.ts";

/** A form for a vector: one form for each item. */
export function VectorForm({ type, label, value, onChange, Part }: CompositeFormProps) {
  const [itemType] = type.args;
  if (itemType === undefined) return null;
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  return (
    <fieldset class="group">
      <legend>
        {label} <TypeView type={type} />
      </legend>
      {items.map((item, i) => (
        <Part
          key={i}
          type={itemType}
          label={`item ${i}`}
          value={item}
          onChange={(next) => onChange(items.with(i, next))}
        />
      ))}
      <p class="pager">
        <button type="button" class="plain" onClick={() => onChange([...items, initialValue(itemType)])}>
          Add an item
        </button>
        <button type="button" class="plain" disabled={items.length === 0} onClick={() => onChange(items.slice(0, -1))}>
          Remove the last
        </button>
      </p>
    </fieldset>
  );
}

/** A form for an option: a check mark, and the form of the value when it is set. */
export function OptionForm({ type, label, value, onChange, Part }: CompositeFormProps) {
  const [itemType] = type.args;
  if (itemType === undefined) return null;
  const vec: unknown = typeof value === "object" && value !== null ? Reflect.get(value, "vec") : undefined;
  const some = Array.isArray(vec) && vec.length > 0;
  return (
    <fieldset class="group">
      <legend>
        {label} <TypeView type={type} />
      </legend>
      <label class="field check">
        <input
          type="checkbox"
          checked={some}
          onChange={({ currentTarget }) => onChange({ vec: currentTarget.checked ? [initialValue(itemType)] : [] })}
        />
        <span>has a value</span>
      </label>
      {some && <Part type={itemType} label="value" value={vec[0]} onChange={(next) => onChange({ vec: [next] })} />}
    </fieldset>
  );
}
