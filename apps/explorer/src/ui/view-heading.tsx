import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** Whether a view was shown before: the first one must not take the focus from where the browser put it. */
let moved = false;

/** Heading of a view. It names the page, and takes the focus when the reader comes from another view. */
export function ViewHeading({ title, children }: { title: string; children?: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Ledger explorer`;
  }, [title]);
  useEffect(() => {
    if (moved) heading.current?.focus({ preventScroll: true });
    moved = true;
    scrollTo(0, 0);
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children ?? title}
    </h1>
  );
}
