import { gzipSync } from "node:zlib";
import { openTestNode } from "@ledger/node-process/open-test-node";
import { expect, test } from "vitest";
import { describeInBrowser, openTestBrowser } from "./browser.ts";
import { demo } from "./explorer-page.ts";

/** Bytes that the first page may take, compressed with gzip. */
const budget = 48_000;

describeInBrowser("the first load", () => {
  test("stays within its budget, and keeps to the policy", async () => {
    using node = await openTestNode(...demo);
    await using browser = await openTestBrowser();
    const page = await browser.newPage();
    const sizes = new Map<string, number>();
    page.on("response", async (response) => {
      const { pathname } = new URL(response.url());
      if (!/\/spec(-assets\/.*)?$/.test(pathname)) return;
      sizes.set(pathname, gzipSync(await response.body(), { level: 9 }).length);
    });
    // A network that tells its accounts: what finds them elsewhere is loaded when the page has been there for a while.
    await page.route("**/v1/-/local", (route) => route.fulfill({ json: { faucet: null, accounts: [], verbs: [] } }));
    const response = await page.goto(`${node.url}/v1/spec`);
    // Until all of the first screen is there: what is loaded later is no part of it.
    await page.locator(".block-chart .bar").first().waitFor();
    await page.locator(".deeds ol").waitFor({ state: "attached" });
    await page.locator(".settling").waitFor({ state: "detached" });
    const policy = (await fetch(`${node.url}/v1/spec`)).headers.get("content-security-policy") ?? "";
    expect(response?.status()).toBe(200);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("unsafe");
    expect(sizes.size).toBeGreaterThan(2);
    expect([...sizes.values()].reduce((sum, size) => sum + size, 0)).toBeLessThan(budget);
  });
});
