import { useEffect, useState } from "preact/hooks";
import { Link } from "../routing/link.tsx";
import { usePlace } from "../routing/place.tsx";
import type { Route } from "../routing/route.ts";
import { SearchBox } from "../search/search-box.tsx";
import { ChainMark } from "./chain-mark.tsx";
import { ThemeButton } from "./theme-button.tsx";

const items = [
  { title: "Ledger", to: { view: "overview" } },
  { title: "Transactions", to: { view: "transactions" } },
  { title: "Accounts", to: { view: "accounts" } },
  { title: "Assets", to: { view: "assets" } },
  { title: "Events", to: { view: "events" } },
  { title: "Tables", to: { view: "table", handle: "" } },
  { title: "Validators", to: { view: "validators" } },
  { title: "Signing", to: { view: "signing" } },
  { title: "API", to: { view: "reference" } },
] as const satisfies readonly { readonly title: string; readonly to: Route }[];

/** The item that each view belongs to: a view that is left out does not compile. */
const itemOf: Readonly<Record<Route["view"], (typeof items)[number]["title"] | undefined>> = {
  overview: "Ledger",
  block: "Ledger",
  execution: "Ledger",
  transactions: "Transactions",
  transaction: "Transactions",
  accounts: "Accounts",
  account: "Accounts",
  module: "Accounts",
  assets: "Assets",
  asset: "Assets",
  collection: "Assets",
  token: "Assets",
  validators: "Validators",
  events: "Events",
  table: "Tables",
  signing: "Signing",
  reference: "API",
  schema: "API",
  trust: undefined,
  unknown: undefined,
};

/** The header of every page: name, navigation, search, chain, theme. On a phone the navigation is a menu. */
export function TopBar() {
  const { route } = usePlace();
  const [open, setOpen] = useState(false);
  useEffect(() => setOpen(false), [route]);
  return (
    <header class="top">
      <p class="brand">
        <Link to={{ view: "overview" }}>
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d="M3 4h14M3 8h14M3 12h9M3 16h5" />
          </svg>
          <span>Ledger explorer</span>
        </Link>
      </p>
      <nav id="views" aria-label="Views" class={open ? "open" : undefined}>
        {items.map(({ title, to }) => (
          <Link key={title} to={to} aria-current={itemOf[route.view] === title ? "page" : undefined}>
            {title}
          </Link>
        ))}
      </nav>
      <SearchBox />
      <ChainMark />
      <ThemeButton />
      <button
        type="button"
        class="menu"
        aria-expanded={open}
        aria-controls="views"
        aria-label="Views"
        onClick={() => setOpen(!open)}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d={open ? "M3.5 3.5l9 9m0-9l-9 9" : "M2 4h12M2 8h12M2 12h12"} />
        </svg>
      </button>
    </header>
  );
}
