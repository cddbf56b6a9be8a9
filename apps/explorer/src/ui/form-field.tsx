interface FormFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly hint?: string;
  readonly required?: boolean;
  readonly numeric?: boolean;
  /** Id of a list of suggestions. */
  readonly list?: string;
}

/** A labelled line of text. */
export function FormField({ label, value, onChange, hint, required = true, numeric = false, list }: FormFieldProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        value={value}
        required={required}
        list={list}
        placeholder={hint}
        inputMode={numeric ? "numeric" : "text"}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}
