import { useState } from "preact/hooks";
import { TypeView } from "../move/type-view.tsx";
import type { ValueFormProps } from "./form-props.ts";

/** A field for a value of any type as JSON. Text that is not JSON is sent as text. */
export function JsonField({ type, label, value, onChange }: ValueFormProps) {
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
    <label class="field">
      <span>
        {label} <TypeView type={type} /> as JSON
      </span>
      <textarea rows={3} value={text} spellcheck={false} onInput={(event) => change(event.currentTarget.value)} />
    </label>
  );
}
