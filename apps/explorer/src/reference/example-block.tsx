import { CopyButton } from "../ui/copy-button.tsx";
import { ScrollRegion } from "../ui/scroll-region.tsx";

/** A value as JSON, or a text as it is, to look at and to copy. */
export function ExampleBlock({ title, value }: { title: string; value: unknown }) {
  const text = JSON.stringify(value, null, 2);
  return <CodeBlock title={title} text={text} />;
}

/** A text in a fixed-width font with a button that copies it. */
export function CodeBlock({ title, text }: { title: string; text: string }) {
  return (
    <figure class="code">
      <figcaption>
        {title} <CopyButton text={text} what={title} />
      </figcaption>
      <ScrollRegion label={title} class="code-block">
        <pre>{text}</pre>
      </ScrollRegion>
    </figure>
  );
}
