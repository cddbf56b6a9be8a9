import type { ApiConfig } from "@ledger/api-core";
import { InvalidArgumentError, type Option } from "commander";
import { ListOption } from "./list-option.ts";

type PageSizes = ApiConfig["pageSizes"];

/** Greatest numbers of items on a page, where they are not the default. Plain data: it crosses process boundaries. */
export type PageMaxima = Readonly<Partial<Record<keyof PageSizes, number>>>;

/** How the pages of the API may be bounded. */
export interface PageOptions {
  readonly maxPage: PageMaxima;
}

/** The names of the listings in the option: one that is left out does not compile. */
const listings = {
  modules: "modules",
  resources: "resources",
  summaries: "summaries",
  transactions: "transactions",
  accountTransactions: "account-transactions",
  events: "events",
  tableItems: "table-items",
  lists: "lists",
  blockTransactions: "block-transactions",
} as const satisfies Readonly<Record<keyof PageSizes, string>>;

/** The most that a `limit` can ask for: it is a u16. */
const mostItems = 65_535;

/** Parses `modules=100` and adds it to the maxima given before. @throws InvalidArgumentError */
export function parsePageMaximum(text: string, previous: PageMaxima): PageMaxima {
  const [, name = "", digits = ""] = /^([a-z-]+)=(\d{1,5})$/.exec(text) ?? [];
  const items = Number(digits);
  const [listing] = Object.entries(listings).find(([, called]) => called === name) ?? [];
  if (listing === undefined || items < 1 || items > mostItems) {
    const names = Object.values(listings).join(", ");
    throw new InvalidArgumentError(`expected LISTING=ITEMS, items 1 to ${mostItems}; listings are ${names}.`);
  }
  return { ...previous, [listing]: items };
}

/** Page sizes as {@link parsePageMaximum} reads their maxima. */
export function formatPageMaxima(sizes: PageSizes): string {
  return Object.entries(listings)
    .map(([name, called]) => {
      const size = sizes[name as keyof PageSizes];
      return `${called}=${typeof size === "number" ? size : size.max}`;
    })
    .join(",");
}

/** The option that bounds the pages of the API. */
export function maxPageOption(): Option {
  return new ListOption<PageMaxima>(
    "--max-page <listing=items>",
    "maximum items per page of a listing",
    {},
    parsePageMaximum,
  )
    .env("LEDGER_MAX_PAGE")
    .default({}, "the same as the reference network's nodes");
}
