import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface FormFieldProps {
  readonly label: ComponentChildren;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly hint?: string | undefined;
  readonly required?: boolean;
  readonly numeric?: boolean;
  /** Id of a list of suggestions. */
  readonly list?: string;
  readonly name?: string;
  /** Lines of text that it shows; one line by default. */
  readonly rows?: number;
}

/** A labelled field for text. */
export function FormField({ label, value, onChange, hint, required = true, numeric = false, ...rest }: FormFieldProps) {
  const { list, name, rows } = rest;
  const onInput = (event: { readonly currentTarget: { readonly value: string } }): void =>
    onChange(event.currentTarget.value);
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: it holds one of two controls
    <label class="field">
      <span>{label}</span>
      {rows === undefined ? (
        <input
          name={name}
          value={value}
          required={required}
          list={list}
          placeholder={hint}
          inputMode={numeric ? "numeric" : "text"}
          autocomplete="off"
          spellcheck={false}
          onInput={onInput}
        />
      ) : (
        <textarea rows={rows} name={name} value={value} required={required} spellcheck={false} onInput={onInput} />
      )}
    </label>
  );
}

interface CheckFieldProps {
  readonly label: ComponentChildren;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A box to tick. */
export function CheckField({ label, checked, onChange }: CheckFieldProps) {
  return (
    <label class="field check">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}

interface ChoicesProps<Choice extends string> {
  readonly legend: string;
  readonly choices: readonly Choice[];
  readonly chosen: Choice;
  readonly onChoose: (choice: Choice) => void;
  /** Names of the choices, where they are called otherwise than they read. */
  readonly titles?: Readonly<Record<Choice, string>>;
}

/** One of a few, all of them in sight. */
export function Choices<Choice extends string>({ legend, choices, chosen, onChoose, titles }: ChoicesProps<Choice>) {
  const name = useId();
  return (
    <fieldset class="choices">
      <legend>{legend}</legend>
      {choices.map((choice) => (
        <label key={choice}>
          <input type="radio" name={name} checked={choice === chosen} onChange={() => onChoose(choice)} />{" "}
          {titles?.[choice] ?? choice}
        </label>
      ))}
    </fieldset>
  );
}
