import type { ComponentChildren } from "preact";

/** A region that scrolls by itself; with the keyboard too, which is why it can be focused. */
export function ScrollRegion({
  label,
  children,
  class: name = "",
}: {
  label: string;
  children: ComponentChildren;
  class?: string;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard
    <section class={`scroll ${name}`} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
