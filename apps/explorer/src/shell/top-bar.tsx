import { Link } from "../routing/link.tsx";
import { usePlace } from "../routing/place.tsx";
import type { Route } from "../routing/route.ts";
import { SearchBox } from "../search/search-box.tsx";
import { ChainMark } from "./chain-mark.tsx";
import { ThemeButton } from "./theme-button.tsx";

const views: readonly { readonly title: string; readonly to: Route; readonly holds: readonly Route["view"][] }[] = [
  { title: "Ledger", to: { view: "overview" }, holds: ["overview", "block"] },
  { title: "Transactions", to: { view: "transactions" }, holds: ["transactions", "transaction"] },
  { title: "Accounts", to: { view: "accounts" }, holds: ["accounts", "account", "module"] },
  { title: "Events", to: { view: "events" }, holds: ["events"] },
  { title: "Tables", to: { view: "table", handle: "" }, holds: ["table"] },
  { title: "Signing", to: { view: "signing" }, holds: ["signing"] },
  { title: "API", to: { view: "reference" }, holds: ["reference", "schema"] },
];

/** What stands above every view. */
export function TopBar() {
  const { route } = usePlace();
  return (
    <header class="top">
      <p class="brand">
        <Link to={{ view: "overview" }}>
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d="M3 4h14M3 8h14M3 12h9M3 16h5" />
          </svg>
          Ledger explorer
        </Link>
      </p>
      <nav aria-label="Views">
        {views.map(({ title, to, holds }) => (
          <Link key={title} to={to} aria-current={holds.includes(route.view) ? "page" : undefined}>
            {title}
          </Link>
        ))}
      </nav>
      <SearchBox />
      <ChainMark />
      <ThemeButton />
    </header>
  );
}
