import { type ApiConfig, defaultApiConfig, type PageSize } from "@ledger/api-core";
import type { PageMaxima } from "./page-options.ts";

type PageSizes = ApiConfig["pageSizes"];

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
