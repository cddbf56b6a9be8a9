import type { ComponentChildren } from "preact";

/** A list of names and values. */
export function Facts({ children, label }: { children: ComponentChildren; label?: string }) {
  return (
    <dl class="facts" aria-label={label}>
      {children}
    </dl>
  );
}

/** One name with its value. @param wide - takes a row of its own */
export function Fact({ name, children, wide = false }: { name: string; children: ComponentChildren; wide?: boolean }) {
  return (
    <div class={wide ? "wide" : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
