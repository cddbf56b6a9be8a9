import type { ComponentChildren } from "preact";
import { usePlace } from "./place.tsx";
import { formatPlace, type Route } from "./route.ts";

/** Views that read the state at a version: a link between them stays at the version chosen. */
const stateViews: ReadonlySet<string> = new Set(["account", "module", "table"]);

interface LinkProps {
  readonly to: Route;
  readonly children: ComponentChildren;
  readonly class?: string;
  readonly title?: string;
  readonly "aria-current"?: "page" | "true" | undefined;
}

/** A link to a view. */
export function Link({ to, children, ...rest }: LinkProps) {
  const { route, at } = usePlace();
  const keptAt = stateViews.has(to.view) && stateViews.has(route.view) ? at : undefined;
  return (
    <a href={formatPlace({ route: to, at: keptAt })} {...rest}>
      {children}
    </a>
  );
}
