import { useState } from "preact/hooks";
import { type ApiCall, apiBase } from "../api/call.ts";
import { useLoad } from "../ui/use-load.ts";
import { CodeBlock } from "./example-block.tsx";
import { type SnippetLanguage, snippetLanguages } from "./snippet-languages.ts";

/** The request of the form for other programs. */
export function Snippets({ call }: { call: ApiCall }) {
  const [chosen, setChosen] = useState<SnippetLanguage>("curl");
  // What writes them is as large as the rest of the reference.
  const { value: writer } = useLoad(() => import("./write-snippet.ts"), "writer");
  return (
    <div class="snippets">
      <fieldset class="choices">
        <legend>The same request in</legend>
        {snippetLanguages.map((name) => (
          <label key={name}>
            <input type="radio" name="language" checked={name === chosen} onChange={() => setChosen(name)} /> {name}
          </label>
        ))}
      </fieldset>
      <CodeBlock title={chosen} text={writer?.writeSnippet(chosen, apiBase, call) ?? ""} />
    </div>
  );
}
