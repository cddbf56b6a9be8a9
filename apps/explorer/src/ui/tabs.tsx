import { Link } from "../routing/link.tsx";
import type { Route } from "../routing/route.ts";

export interface Tab {
  readonly title: string;
  readonly to: Route;
  readonly current: boolean;
}

/** The parts of a view, each with a link of its own. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ title, to, current }) => (
        <Link key={title} to={to} aria-current={current ? "page" : undefined}>
          {title}
        </Link>
      ))}
    </nav>
  );
}
