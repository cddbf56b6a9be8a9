import type { TypeText } from "../../move/type-text.ts";
import { hexAsText } from "../../text/hex.ts";
import { formatCount } from "../../text/number.ts";
import { AddressLink } from "../../ui/names.tsx";

/** Characters of bytes and strings shown before the reader asks for more. */
const shownCharacters = 130;

/** A value without parts. */
export function Primitive({ value, type }: { value: unknown; type: TypeText | undefined }) {
  if (typeof value !== "string") return <code class="primitive-value">{String(value)}</code>;
  if (type?.head === "address") return <AddressLink address={value} full />;
  if (type !== undefined && /^[ui]\d+$/.test(type.head)) {
    return (
      <code class="primitive-value" title={value}>
        {formatCount(value)}
      </code>
    );
  }
  const bytes = /^0x[0-9a-f]*$/.test(value);
  const spelled = bytes && type?.head === "vector" ? hexAsText(value) : undefined;
  const text = bytes || type === undefined ? value : `“${value}”`;
  return (
    <>
      {text.length > shownCharacters ? <LongText text={text} /> : <code class="primitive-value">{text}</code>}
      {spelled !== undefined && <span class="quiet"> “{spelled}”</span>}
    </>
  );
}

function LongText({ text }: { text: string }) {
  return (
    <details class="long-text">
      <summary>
        <code class="primitive-value">{text.slice(0, shownCharacters)}…</code>{" "}
        <span class="quiet">{text.length.toLocaleString("en")} characters</span>
      </summary>
      <code class="primitive-value">{text}</code>
    </details>
  );
}
