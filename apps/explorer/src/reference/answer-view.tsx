import { type ApiAnswer, answerText } from "../api/client.ts";

/** Bytes shown of a long answer; the rest is only counted. */
const SHOWN_BYTES = 4096;

/** Offset, sixteen bytes in hex, and the same bytes as text where they are printable. */
function hexDump(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let offset = 0; offset < Math.min(bytes.length, SHOWN_BYTES); offset += 16) {
    const row = [...bytes.subarray(offset, offset + 16)];
    const hex = row.map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
    const text = row.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : ".")).join("");
    lines.push(`${offset.toString(16).padStart(6, "0")}  ${hex.padEnd(47)}  ${text}`);
  }
  if (bytes.length > SHOWN_BYTES) lines.push(`… ${bytes.length - SHOWN_BYTES} more bytes`);
  return lines.join("\n");
}

/** JSON with line breaks, without parsing its numbers: u64 balances must keep every digit. */
function prettyJson(text: string): string {
  let out = "";
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i] ?? "";
    if (inString) {
      out += char;
      if (char === "\\") out += text[++i] ?? "";
      else if (char === '"') inString = false;
    } else if (char === '"') {
      inString = true;
      out += char;
    } else if (char === "{" || char === "[") {
      const close = char === "{" ? "}" : "]";
      if (text[i + 1] === close) {
        out += char + close;
        i++;
      } else {
        out += `${char}\n${"  ".repeat(++depth)}`;
      }
    } else if (char === "}" || char === "]") {
      out += `\n${"  ".repeat(--depth)}${char}`;
    } else if (char === ",") {
      out += `,\n${"  ".repeat(depth)}`;
    } else {
      out += char === ":" ? ": " : char;
    }
  }
  return out;
}

/** An answer: status, time, headers and body, the body as JSON, text or a hex dump. */
export function AnswerView({ answer }: { answer: ApiAnswer }) {
  const bcs = answer.contentType.startsWith("application/x-bcs");
  const json = answer.contentType.startsWith("application/json");
  const text = bcs ? hexDump(answer.bytes) : json ? prettyJson(answerText(answer)) : answerText(answer);
  return (
    <section class="answer" aria-label="Answer" aria-live="polite">
      <p>
        <strong class={answer.status < 400 ? "good" : "bad"}>
          {answer.status} {answer.statusText}
        </strong>{" "}
        <small>
          {Math.round(answer.milliseconds)} ms, {answer.bytes.length.toLocaleString("en")} bytes, {answer.contentType}
        </small>
      </p>
      <details>
        <summary>Headers</summary>
        <dl class="headers">
          {answer.headers.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard */}
      <pre tabIndex={0}>{text}</pre>
    </section>
  );
}
