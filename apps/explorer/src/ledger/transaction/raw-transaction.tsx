import { useState } from "preact/hooks";
import { answerText, callApi } from "../../api/call.ts";
import { refusal } from "../../api/failure.ts";
import { useLoad } from "../../loading/use-load.ts";
import { formatHex } from "../../text/hex.ts";
import { hexDump } from "../../text/hex-dump.ts";
import { formatBytes } from "../../text/number.ts";
import { prettyJson } from "../../text/pretty-json.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { ScrollRegion } from "../../ui/scroll-region.tsx";

const forms = { json: "JSON", bcs: "BCS" } as const;

/** Characters shown of a long text; the browser would be slow to lay out more. Copied is all of it. */
const mostShown = 200_000;

/** A transaction as the node answers it, on request. */
export function RawTransaction({ version }: { version: string }) {
  const [form, setForm] = useState<keyof typeof forms>();
  return (
    <section aria-labelledby="raw">
      <h2 id="raw">As the node answers it</h2>
      <p class="pager">
        {(["json", "bcs"] as const).map((name) => (
          <button
            key={name}
            type="button"
            class="plain"
            aria-pressed={form === name}
            onClick={() => setForm(form === name ? undefined : name)}
          >
            {forms[name]}
          </button>
        ))}
      </p>
      {form !== undefined && <Raw key={form} version={version} form={form} />}
    </section>
  );
}

function Raw({ version, form }: { version: string; form: keyof typeof forms }) {
  const { value, failure } = useLoad((signal) => read(version, form, signal), `${version} ${form}`);
  if (failure !== undefined) return <FailureNote failure={failure} />;
  if (value === undefined) return <p class="quiet">Loading…</p>;
  return (
    <>
      <p>
        {formatBytes(value.size)} <CopyButton text={value.copied} what={forms[form]} />
      </p>
      <ScrollRegion label={`The transaction as ${forms[form]}`} class="code-block">
        <pre>{value.shown.length > mostShown ? `${value.shown.slice(0, mostShown)}…` : value.shown}</pre>
      </ScrollRegion>
    </>
  );
}

async function read(version: string, form: keyof typeof forms, signal: AbortSignal) {
  const accept = form === "json" ? "application/json" : "application/x-bcs";
  const answer = await callApi({ method: "GET", path: `/transactions/by_version/${version}`, accept, signal });
  if (answer.status !== 200) throw refusal(answer.status, answerText(answer));
  const { bytes } = answer;
  const text = form === "json" ? prettyJson(answerText(answer)) : undefined;
  return { size: bytes.length, shown: text ?? hexDump(bytes), copied: text ?? formatHex(bytes) };
}
