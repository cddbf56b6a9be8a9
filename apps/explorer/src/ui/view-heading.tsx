import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { beginView } from "../routing/history-entry.ts";
import { takeFocus } from "./focus.ts";

/** True after the first view, which must leave the focus where the browser put it. */
let moved = false;

/** Heading of a view. It names the page, and takes the focus when the reader comes from another view. */
export function ViewHeading({ title, children }: { title: string; children?: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Ledger explorer`;
  }, [title]);
  // Before the reader sees the view and can begin to do something in it.
  useLayoutEffect(() => {
    if (moved) takeFocus(heading.current);
    moved = true;
    beginView();
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children ?? title}
    </h1>
  );
}
