import { type Awaitable, whenReady } from "@ledger/types";
import type { Session } from "../../port/session.ts";
import type { ValueLayout } from "../../value/layout.ts";
import { Closure, Reference, type Value } from "../../value/value.ts";

/** Layouts of what the function values inside a value captured. */
export type CapturedLayouts = (closure: Closure) => readonly ValueLayout[];

/**
 * Finds the layouts of everything that function values inside a value captured. Those that may be stored know them; the others
 * know only the types.
 */
export function captureLayouts(session: Session, value: Value, layout: ValueLayout): Awaitable<CapturedLayouts> {
  const found = new Map<Closure, readonly ValueLayout[]>();
  const pending: Promise<unknown>[] = [];
  if (mayHoldFunctions(layout)) {
    for (const closure of closuresIn(value)) {
      const layouts = closure.capturedLayouts ?? layoutsOf(session, closure);
      if (layouts instanceof Promise) pending.push(layouts.then((known) => found.set(closure, known)));
      else found.set(closure, layouts);
    }
  }
  const lookUp: CapturedLayouts = (closure) => found.get(closure) ?? [];
  return pending.length === 0 ? lookUp : Promise.all(pending).then(() => lookUp);
}

function layoutsOf(session: Session, { capturedTypes = [] }: Closure): Awaitable<readonly ValueLayout[]> {
  let layouts: Awaitable<readonly ValueLayout[]> = [];
  for (const type of capturedTypes) {
    layouts = whenReady(layouts, (before) => whenReady(session.layout(type), (layout) => [...before, layout]));
  }
  return layouts;
}

function* closuresIn(root: Value): Generator<Closure> {
  const rest: Value[] = [root];
  for (let value = rest.pop(); value !== undefined; value = rest.pop()) {
    if (value instanceof Closure) {
      yield value;
      for (const item of value.captured) rest.push(item);
    } else if (value instanceof Reference) {
      rest.push(value.target);
    } else if (Array.isArray(value)) {
      for (const item of value) if (typeof item === "object") rest.push(item);
    }
  }
}

const holdsFunctions = new WeakMap<ValueLayout, boolean>();

function mayHoldFunctions(layout: ValueLayout): boolean {
  switch (layout.kind) {
    case "Function":
      return true;
    case "Vector":
      return mayHoldFunctions(layout.element);
    case "Struct":
    case "Enum": {
      const known = holdsFunctions.get(layout);
      if (known !== undefined) return known;
      const fields = layout.kind === "Struct" ? layout.fields : layout.variants.flatMap((variant) => variant.fields);
      const holds = fields.some((field) => mayHoldFunctions(field.layout));
      holdsFunctions.set(layout, holds);
      return holds;
    }
    default:
      return false;
  }
}
