import { readdirSync } from "node:fs";
import type { Browser } from "@ledger/browser";
import { openTestBrowser } from "@ledger/browser/open-test-browser";
import { askDoor } from "@ledger/test-run/door";
import { afterAll, beforeAll, inject } from "vitest";
import type { ServedSite } from "./test-site.ts";

/** The site, built and served from a folder of a server, and a browser to look at it with. */
export interface BuiltSite extends ServedSite {
  readonly browser: Browser;
  /** Addresses of all pages, from the site's root. */
  readonly addresses: readonly string[];
}

/** Gives the tests of a file the run's site, from before the first of them to after the last. */
export function useSite(): BuiltSite {
  let site: BuiltSite | undefined;

  beforeAll(async () => {
    const served = await askDoor<ServedSite>(inject("testSite"));
    const names = readdirSync(served.folder, { recursive: true, encoding: "utf8" });
    const addresses = names.filter((name) => name.endsWith(".html"));
    site = { ...served, addresses, browser: await openTestBrowser() };
  });
  afterAll(() => site?.browser.close());

  return new Proxy({} as BuiltSite, {
    get(_, name) {
      if (site === undefined) throw new Error("the site is there from the first test on");
      return Reflect.get(site, name);
    },
  });
}
