import { useState } from "preact/hooks";
import { parseHex } from "../text/hex.ts";
import { hexDump } from "../text/hex-dump.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { ScrollRegion } from "../ui/scroll-region.tsx";

/** The bytes of a module, on request. */
export function Bytecode({ hex }: { hex: string }) {
  const [open, setOpen] = useState(false);
  const bytes = open ? parseHex(hex) : undefined;
  return (
    <section>
      <h2>Bytecode</h2>
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>Show the bytes</summary>
        <p>
          <CopyButton text={hex} what="bytecode" />
        </p>
        {bytes !== undefined && (
          <ScrollRegion label="Bytecode" class="code-block">
            <pre>{hexDump(bytes)}</pre>
          </ScrollRegion>
        )}
      </details>
    </section>
  );
}
