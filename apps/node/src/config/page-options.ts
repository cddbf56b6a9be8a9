import type { ApiConfig } from "@ledger/api-core";
import { InvalidArgumentError, Option } from "commander";

type PageSizes = ApiConfig["pageSizes"];

/** Greatest numbers of items on a page, where they are not the default. Plain data: it crosses process boundaries. */
export type PageMaxima = Readonly<Partial<Record<keyof PageSizes, number>>>;

/** How the pages of the API may be bounded. */
export interface PageOptions {
  readonly maxPage: PageMaxima;
}

/** The listings by the names that the option has for them. */
const listings = {
  modules: "modules",
  resources: "resources",
  summaries: "summaries",
  transactions: "transactions",
  "account-transactions": "accountTransactions",
  events: "events",
  "block-transactions": "blockTransactions",
} as const satisfies Readonly<Record<string, keyof PageSizes>>;

/** The most that a `limit` can ask for: it is a u16. */
const MOST_ITEMS = 65_535;

/** Parses `modules=100`, or several with commas between, and adds them to those given before. @throws InvalidArgumentError */
export function parsePageMaxima(text: string, previous: PageMaxima): PageMaxima {
  const maxima: Partial<Record<keyof PageSizes, number>> = { ...previous };
  for (const entry of text.split(",")) {
    const [, name = "", digits = ""] = /^([a-z-]+)=(\d{1,5})$/.exec(entry) ?? [];
    const items = Number(digits);
    if (!Object.hasOwn(listings, name) || items < 1 || items > MOST_ITEMS) {
      const names = Object.keys(listings).join(", ");
      throw new InvalidArgumentError(`expected LISTING=ITEMS, items 1 to ${MOST_ITEMS}; listings are ${names}.`);
    }
    maxima[listings[name as keyof typeof listings]] = items;
  }
  return maxima;
}

/** The option that bounds the pages of the API. */
export function maxPageOption(): Option {
  return new Option("--max-page <listing=items>", "maximum items per page of a listing; repeat it for more than one")
    .env("LEDGER_MAX_PAGE")
    .argParser(parsePageMaxima)
    .default({}, "as the reference network's nodes");
}
