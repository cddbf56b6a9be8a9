import { useEffect, useState } from "preact/hooks";
import { type ApiFailure, toFailure } from "../api/failure.ts";
import { node } from "../api/node.ts";
import { useLoad } from "../loading/use-load.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { FailureNote } from "../ui/failure-note.tsx";
import { ScrollRegion } from "../ui/scroll-region.tsx";
import { ViewHeading } from "../ui/view-heading.tsx";
import { EncodedMessage } from "./encoded-message.tsx";
import { PayloadFields } from "./payload-fields.tsx";
import { SenderFields } from "./sender-fields.tsx";
import { buildRequest, type SigningForm } from "./signing-form.ts";
import { startingForm } from "./starting-form.ts";

/** Encodes a transaction for signing, and shows what the bytes to sign are made of. */
export function SigningView({ function: given }: { function: string | undefined }) {
  const { value, failure } = useLoad((signal) => startingForm(given, signal), `signing ${given ?? ""}`);
  return (
    <>
      <ViewHeading title="Signing request" />
      <p class="lead">
        The node encodes a transaction into the message that its sender signs. Nothing is sent to the ledger, and no key
        is asked for.
      </p>
      {failure !== undefined && <FailureNote failure={failure} />}
      {value === undefined && failure === undefined && <p class="quiet">Looking for an account to start from…</p>}
      {value !== undefined && <SigningEditor start={value.form} accounts={value.accounts} />}
    </>
  );
}

function SigningEditor({ start, accounts }: { start: SigningForm; accounts: readonly string[] }) {
  const [form, setForm] = useState(start);
  const [message, setMessage] = useState<string>();
  const [failure, setFailure] = useState<ApiFailure>();
  const [busy, setBusy] = useState(false);
  const request = buildRequest(form);
  const text = JSON.stringify(request, null, 2);
  // An answer shown next to another request would mislead.
  useEffect(() => {
    setMessage(undefined);
    setFailure(undefined);
  }, [text]);
  const change = (part: Partial<SigningForm>): void => setForm((last) => ({ ...last, ...part }));
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    try {
      const { value } = await node.call("encode_submission", { body: request });
      setMessage(value);
      setFailure(undefined);
    } catch (error) {
      setMessage(undefined);
      setFailure(toFailure(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <div class="split">
        <form class="panel" onSubmit={submit}>
          <SenderFields form={form} accounts={accounts} onChange={change} />
          <PayloadFields form={form} accounts={accounts} onChange={change} />
          <button type="submit" disabled={busy}>
            {busy ? "Encoding…" : "Encode"}
          </button>
        </form>
        <section aria-label="Request" class="preview">
          <h2>
            Request <CopyButton text={text} what="request" />
          </h2>
          <ScrollRegion label="Request as JSON" class="code-block wrapped">
            <pre>{text}</pre>
          </ScrollRegion>
        </section>
      </div>
      <div aria-live="polite">
        {failure !== undefined && <FailureNote failure={failure} />}
        {message !== undefined && <EncodedMessage hex={message} />}
      </div>
    </>
  );
}
