import { type ApiAnswer, answerText } from "../api/call.ts";
import { answerCodec } from "../bcs/answer-codec.ts";
import { ExplainedBytes } from "../bcs/explained-bytes.tsx";
import { hexDump } from "../text/hex-dump.ts";
import { formatBytes } from "../text/number.ts";
import { prettyJson } from "../text/pretty-json.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { ScrollRegion } from "../ui/scroll-region.tsx";

/** Characters shown of a long text; the browser would be slow to lay out more. */
const shown = 200_000;

/** An answer: status, time, ledger headers and body. BCS is shown with what each byte means, and as a dump. */
export function AnswerView({ operation, answer }: { operation: string; answer: ApiAnswer }) {
  const ledger = answer.headers.filter(([name]) => name.toLowerCase().startsWith("x-svc-"));
  const others = answer.headers.filter(([name]) => !name.toLowerCase().startsWith("x-svc-"));
  return (
    <section class="answer" aria-label="Answer" aria-live="polite">
      <p class="answer-line">
        <strong class={answer.status < 400 ? "good" : "bad"}>
          {answer.status} {answer.statusText}
        </strong>
        <span>{answer.milliseconds.toFixed(answer.milliseconds < 10 ? 1 : 0)} ms</span>
        <span>{formatBytes(answer.bytes.length)}</span>
        <span>{answer.contentType}</span>
      </p>
      <HeaderList headers={ledger} />
      <details>
        <summary>
          Other headers <small>{others.length}</small>
        </summary>
        <HeaderList headers={others} />
      </details>
      <Body operation={operation} answer={answer} />
    </section>
  );
}

function HeaderList({ headers }: { headers: ApiAnswer["headers"] }) {
  return (
    <dl class="headers">
      {headers.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Body({ operation, answer }: { operation: string; answer: ApiAnswer }) {
  const { contentType, bytes } = answer;
  if (contentType.startsWith("application/x-bcs")) {
    const codec = answerCodec(operation);
    return (
      <>
        {codec !== undefined && <ExplainedBytes codec={codec} bytes={bytes} label="What the bytes mean" />}
        <details open={codec === undefined}>
          <summary>Bytes</summary>
          <TextBlock text={hexDump(bytes)} />
        </details>
      </>
    );
  }
  const text = answerText(answer);
  return <TextBlock text={contentType.startsWith("application/json") ? prettyJson(text) : text} />;
}

function TextBlock({ text }: { text: string }) {
  return (
    <>
      <CopyButton text={text} what="answer" />
      <ScrollRegion label="Body" class="code-block">
        <pre>{text.length > shown ? `${text.slice(0, shown)}\n… ${text.length - shown} more characters` : text}</pre>
      </ScrollRegion>
    </>
  );
}
