/** Parts of the account page. */
export const accountTabs = [
  "balances",
  "objects",
  "resources",
  "modules",
  "transactions",
  "history",
  "events",
] as const;
export type AccountTab = (typeof accountTabs)[number];

/** Which transactions a list shows, the newest first. */
export interface TransactionsQuery {
  /** The newest version that is looked at; the latest when absent. */
  readonly start?: string | undefined;
  /** `user` or `system`. */
  readonly kind?: string | undefined;
  readonly sender?: string | undefined;
  /** Part of a called function's name. */
  readonly function?: string | undefined;
  /** `only` for failed ones. */
  readonly failed?: string | undefined;
}

/** A view with what it shows. Addresses, versions and names are as the reader typed them: the API judges them. */
export type Route =
  | { readonly view: "overview" }
  | ({ readonly view: "transactions" } & TransactionsQuery)
  | { readonly view: "transaction"; readonly id: string }
  | { readonly view: "accounts" }
  | { readonly view: "assets" }
  /** A coin by its type, a fungible asset by the address of its metadata. */
  | { readonly view: "asset"; readonly asset: string }
  | { readonly view: "token"; readonly token: string }
  | { readonly view: "collection"; readonly collection: string }
  | { readonly view: "validators" }
  /** The outcome of executing one version again, or of all. */
  | { readonly view: "execution"; readonly version?: string | undefined }
  /** By height, or by the version chosen when there is none. */
  | { readonly view: "block"; readonly height?: string | undefined }
  | {
      readonly view: "account";
      readonly address: string;
      readonly tab: AccountTab;
      /** An asset to ask the balance of, besides those that are found. */
      readonly asset?: string | undefined;
    }
  | {
      readonly view: "module";
      readonly address: string;
      readonly name: string;
      /** A function or struct to point out. */
      readonly item?: string | undefined;
    }
  | {
      readonly view: "table";
      readonly handle: string;
      readonly keyType?: string | undefined;
      readonly valueType?: string | undefined;
      /** BCS of a key as hex. */
      readonly rawKey?: string | undefined;
    }
  | { readonly view: "events"; readonly type?: string | undefined; readonly account?: string | undefined }
  | { readonly view: "signing"; readonly function?: string | undefined }
  | { readonly view: "reference"; readonly operation?: string | undefined }
  | { readonly view: "schema"; readonly name: string }
  /** The ground that the page rests on, and the nodes that it asks. */
  | { readonly view: "trust" }
  | { readonly view: "unknown" };

/** A view, and the ledger version chosen for it; the latest when there is none. */
export interface Place {
  readonly route: Route;
  readonly at?: string | undefined;
}

function isAccountTab(text: string): text is AccountTab {
  return (accountTabs as readonly string[]).includes(text);
}

function parseSegments(segments: readonly string[], query: URLSearchParams): Route {
  const [view = "", first, second, third, fourth] = segments;
  const text = (name: string): string | undefined => query.get(name) ?? undefined;
  switch (view) {
    case "":
      return { view: "overview" };
    case "transactions":
      return {
        view: "transactions",
        start: text("start"),
        kind: text("kind"),
        sender: text("sender"),
        function: text("function"),
        failed: text("failed"),
      };
    case "transaction":
      return first === undefined ? { view: "transactions" } : { view: "transaction", id: first };
    case "block":
      return { view: "block", height: first };
    case "execution":
      return { view, version: first };
    case "accounts":
    case "assets":
    case "validators":
    case "trust":
      return { view };
    case "account":
      if (first === undefined) return { view: "unknown" };
      if (second === "module" && third !== undefined) {
        return { view: "module", address: first, name: third, item: fourth };
      }
      if (second !== undefined && !isAccountTab(second)) return { view: "unknown" };
      return { view: "account", address: first, tab: second ?? "balances", asset: text("asset") };
    case "asset":
      return first === undefined ? { view: "assets" } : { view, asset: first };
    case "token":
      return first === undefined ? { view: "unknown" } : { view, token: first };
    case "collection":
      return first === undefined ? { view: "unknown" } : { view, collection: first };
    case "table":
      return {
        view: "table",
        handle: first ?? "",
        keyType: text("key_type"),
        valueType: text("value_type"),
        rawKey: text("raw_key"),
      };
    case "events":
      return { view: "events", type: text("type"), account: text("account") };
    case "signing":
      return { view: "signing", function: text("function") };
    case "reference":
      if (first === "schema" && second !== undefined) return { view: "schema", name: second };
      return { view: "reference", operation: first };
    default:
      return { view: "unknown" };
  }
}

/** Reads the part of the address after `#`. */
export function parsePlace(hash: string): Place {
  const [path = "", search = ""] = hash.replace(/^#?\/?/, "").split("?", 2);
  const query = new URLSearchParams(search);
  try {
    const segments = path.split("/").filter((part) => part !== "");
    return { route: parseSegments(segments.map(decodeURIComponent), query), at: query.get("at") ?? undefined };
  } catch {
    return { route: { view: "unknown" } };
  }
}

function formatRoute(route: Route): readonly [segments: readonly (string | undefined)[], query: object] {
  switch (route.view) {
    case "overview":
    case "unknown":
      return [[], {}];
    case "transactions": {
      const { view: _, ...query } = route;
      return [["transactions"], query];
    }
    case "transaction":
      return [["transaction", route.id], {}];
    case "block":
      return [["block", route.height], {}];
    case "execution":
      return [["execution", route.version], {}];
    case "accounts":
    case "assets":
    case "validators":
    case "trust":
      return [[route.view], {}];
    case "asset":
      return [["asset", route.asset], {}];
    case "token":
      return [["token", route.token], {}];
    case "collection":
      return [["collection", route.collection], {}];
    case "account":
      return [["account", route.address, route.tab === "balances" ? undefined : route.tab], { asset: route.asset }];
    case "module":
      return [["account", route.address, "module", route.name, route.item], {}];
    case "table":
      return [["table", route.handle], { key_type: route.keyType, value_type: route.valueType, raw_key: route.rawKey }];
    case "events":
      return [["events"], { type: route.type, account: route.account }];
    case "signing":
      return [["signing"], { function: route.function }];
    case "reference":
      return [["reference", route.operation], {}];
    case "schema":
      return [["reference", "schema", route.name], {}];
  }
}

/** Address of a place, from `#` on. */
export function formatPlace({ route, at }: Place): string {
  const [segments, members] = formatRoute(route);
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...members, at })) {
    if (typeof value === "string" && value !== "") query.set(name, value);
  }
  const path = segments.filter((part) => part !== undefined).map(encodeURIComponent);
  // Colons stand for themselves: names of types and functions stay readable.
  return `#/${path.join("/")}${query.size === 0 ? "" : `?${query}`}`.replaceAll("%3A", ":");
}
