import { type ApiConfig, defaultApiConfig, type PageSize } from "@ledger/api-core";
import { InvalidArgumentError } from "commander";
import * as Type from "typebox";
import type { Value } from "./option.ts";

type PageSizes = ApiConfig["pageSizes"];

/** Greatest numbers of items on a page, where they are not the default. Plain data: it crosses process boundaries. */
export type PageMaxima = Readonly<Partial<Record<keyof PageSizes, number>>>;

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

const names = Object.values(listings);

/** The most that a `limit` can ask for: it is a u16. */
const mostItems = 65_535;

/** Maxima such as `modules=100`, each added to those given before. */
export const pageMaxima: Value<PageMaxima> = {
  schema: Type.String({ pattern: `^(${names.join("|")})=[1-9]\\d{0,4}$` }),
  isList: true,
  parse: (given, previous = {}) => given.split(",").reduce((maxima, part) => addMaximum(part.trim(), maxima), previous),
};

function addMaximum(given: string, previous: PageMaxima): PageMaxima {
  const [, name = "", digits = ""] = /^([a-z-]+)=(\d{1,5})$/.exec(given) ?? [];
  const items = Number(digits);
  const [listing] = Object.entries(listings).find(([, called]) => called === name) ?? [];
  if (listing === undefined || items < 1 || items > mostItems) {
    throw new InvalidArgumentError(
      `expected LISTING=ITEMS, items 1 to ${mostItems}; listings are ${names.join(", ")}.`,
    );
  }
  return { ...previous, [listing]: items };
}

/** Page sizes as {@link pageMaxima} are written. */
export function formatPageMaxima(sizes: PageSizes): string {
  return Object.entries(listings)
    .map(([name, called]) => {
      const size = sizes[name as keyof PageSizes];
      return `${called}=${typeof size === "number" ? size : size.max}`;
    })
    .join(",");
}

/** The page sizes of the API: a default never exceeds its maximum. */
export function pageSizes(maxima: PageMaxima): PageSizes {
  const { blockTransactions, ...listed } = defaultApiConfig.pageSizes;
  const sizes = Object.entries(listed).map(([name, size]): [string, PageSize] => {
    const max = maxima[name as keyof PageSizes] ?? size.max;
    return [name, { default: Math.min(size.default, max), max }];
  });
  return {
    ...(Object.fromEntries(sizes) as Omit<PageSizes, "blockTransactions">),
    blockTransactions: maxima.blockTransactions ?? blockTransactions,
  };
}
