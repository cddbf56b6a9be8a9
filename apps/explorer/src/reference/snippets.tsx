import { useState } from "preact/hooks";
import { type ApiCall, apiBase } from "../api/call.ts";
import { CodeBlock } from "./example-block.tsx";
import { curlSnippet, typescriptSnippet } from "./request.ts";

const languages = [
  ["curl", curlSnippet],
  ["TypeScript", typescriptSnippet],
] as const;

/** The request of the form for other programs. */
export function Snippets({ call }: { call: ApiCall }) {
  const [chosen, setChosen] = useState(0);
  const [title, format] = languages[chosen] ?? languages[0];
  return (
    <div class="snippets">
      <fieldset class="choices">
        <legend>The same request in</legend>
        {languages.map(([name], i) => (
          <label key={name}>
            <input type="radio" name="language" checked={i === chosen} onChange={() => setChosen(i)} /> {name}
          </label>
        ))}
      </fieldset>
      <CodeBlock title={title} text={format(apiBase, call)} />
    </div>
  );
}
