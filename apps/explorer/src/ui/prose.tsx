import { Fragment } from "preact";

/** Text of the description: paragraphs, and `code` between backticks. It is Markdown of no more than that. */
export function Prose({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <>
      {text.split(/\n{2,}/).map((paragraph) => (
        <p key={paragraph}>
          <InlineProse text={paragraph} />
        </p>
      ))}
    </>
  );
}

/** One paragraph without its element. */
export function InlineProse({ text }: { text: string | undefined }) {
  return (
    <>
      {(text ?? "").split("`").map((piece, i) => (
        <Fragment key={i}>{i % 2 === 1 ? <code>{piece}</code> : piece}</Fragment>
      ))}
    </>
  );
}
