import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";

interface DisclosureProps {
  /** Subject of the line, for screen readers: "0x1::coin::CoinInfo". */
  readonly label: string;
  /** The line, which may hold links; that is why this is no `details` element. */
  readonly line: ComponentChildren;
  readonly startsOpen?: boolean;
  /** Content of the opened line. It is not made before that. */
  readonly children: () => ComponentChildren;
}

/** A line that opens to show more. */
export function Disclosure({ label, line, startsOpen = false, children }: DisclosureProps) {
  const id = useId();
  const [open, setOpen] = useState(startsOpen);
  return (
    <div class="disclosure">
      <div class="disclosure-line">
        <button
          type="button"
          class="twist"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          aria-label={`Details of ${label}`}
          onClick={() => setOpen(!open)}
        >
          <svg viewBox="0 0 10 10" aria-hidden="true">
            <path d="M3 1l4 4-4 4" />
          </svg>
        </button>
        <div>{line}</div>
      </div>
      {open && (
        <div id={id} class="disclosed">
          {children()}
        </div>
      )}
    </div>
  );
}
