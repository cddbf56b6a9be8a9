import { useState } from "preact/hooks";
import { formatCount } from "../text/number.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { ScrollRegion } from "../ui/scroll-region.tsx";

/** The source that was published with a module, on request. */
export function PublishedSource({ text }: { text: string }) {
  const [open, setOpen] = useState(false);
  return (
    <section>
      <h2>
        Source <small>{formatCount(text.split("\n").length)} lines</small>
      </h2>
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>Show the source</summary>
        <p class="quiet note">
          As published with the package. Nothing proves that the bytecode was made from it.{" "}
          <CopyButton text={text} what="source" />
        </p>
        {open && (
          <ScrollRegion label="Source" class="code-block">
            <pre>{text}</pre>
          </ScrollRegion>
        )}
      </details>
    </section>
  );
}
