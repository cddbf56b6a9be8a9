import type { ComponentChildren } from "preact";

/** A list of names and values. */
export function Facts({ children, label }: { children: ComponentChildren; label?: string }) {
  return (
    <dl class="facts" aria-label={label}>
      {children}
    </dl>
  );
}

interface FactProps {
  readonly name: string;
  readonly children: ComponentChildren;
  /** Takes a row of its own. */
  readonly wide?: boolean;
  /** Takes what is left of its row. */
  readonly span?: boolean;
}

/** One name with its value. */
export function Fact({ name, children, wide = false, span = false }: FactProps) {
  return (
    <div class={wide ? "wide" : span ? "span" : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
