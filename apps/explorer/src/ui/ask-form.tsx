import { useState } from "preact/hooks";

interface AskFormProps {
  readonly label: string;
  readonly placeholder: string;
  /** Text of the button. */
  readonly action: string;
  /** Receives what was typed, trimmed; never an empty text. */
  readonly onAsk: (text: string) => void;
}

/** One line to ask for something by its name. */
export function AskForm({ label, placeholder, action, onAsk }: AskFormProps) {
  const [text, setText] = useState("");
  const submit = (event: Event): void => {
    event.preventDefault();
    if (text.trim() !== "") onAsk(text.trim());
  };
  return (
    <form class="inline-form" onSubmit={submit}>
      <label>
        <span>{label}</span>
        <input
          value={text}
          placeholder={placeholder}
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <button type="submit">{action}</button>
    </form>
  );
}
