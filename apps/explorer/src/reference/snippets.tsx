import { useState } from "preact/hooks";
import { type ApiCall, apiBase } from "../api/call.ts";
import { useLoad } from "../loading/use-load.ts";
import { Choices } from "../ui/form-field.tsx";
import { CodeBlock } from "./example-block.tsx";
import { type SnippetLanguage, snippetLanguages } from "./snippet-languages.ts";

/** The request of the form for other programs. */
export function Snippets({ call }: { call: ApiCall }) {
  const [chosen, setChosen] = useState<SnippetLanguage>("curl");
  // What writes them is as large as the rest of the reference.
  const { value: writer } = useLoad(() => import("./write-snippet.ts"), "writer");
  return (
    <div class="snippets">
      <Choices legend="The same request in" choices={snippetLanguages} chosen={chosen} onChoose={setChosen} />
      <CodeBlock title={chosen} text={writer?.writeSnippet(chosen, apiBase, call) ?? ""} />
    </div>
  );
}
