import { createDataDir, launchNodeIn, type NodeProcess, untilServing } from "@ledger/node-process";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInBrowser, launchBrowser, screens } from "./browser.ts";
import { closeExplorer, eventually, openExplorer, overflow, readJson, waitForShop } from "./explorer-page.ts";

interface Shop {
  readonly data: { readonly orders: { readonly handle: string } };
}

describeInBrowser("events and tables of a local network", () => {
  const dataDir = createDataDir();
  let node: NodeProcess;
  let browser: Browser;

  beforeAll(async () => {
    [node, browser] = await Promise.all([
      untilServing(launchNodeIn({ OLD_DEVELOPMENT_LEDGER: "" }, "--data-dir", dataDir.path)),
      launchBrowser(),
    ]);
    await waitForShop(node);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await node.stop();
    dataDir[Symbol.dispose]();
  });

  for (const screen of screens) {
    test(`a table shows what it holds, ${screen.width} pixels wide`, { timeout: 120_000 }, async () => {
      const shop = await readJson<Shop>(node, "/accounts/0xcafe/resource/0xcafe::shop::Shop");
      const ordered = () => readJson<unknown[]>(node, `/tables/${shop.data.orders.handle}/items`);
      await eventually(async () => (await ordered()).length).toBeGreaterThan(0);
      const page = await openExplorer(browser, node, `#/table/${shop.data.orders.handle}`, screen);
      const items = page.getByRole("region", { name: "What it holds" });
      const first = items.locator(".disclosure").first();
      await first.getByRole("button").first().click();
      await eventually(() => first.innerText()).toContain("Written last by transaction");
      await eventually(() => first.innerText()).toContain("total");
      expect(await overflow(page)).toBe(0);
      await closeExplorer(page);
    });

    test(`events are found by type and by account, ${screen.width} pixels wide`, { timeout: 120_000 }, async () => {
      const page = await openExplorer(browser, node, "#/events", screen);
      await page.getByLabel("Type").fill("0xcafe::shop::OrderPlaced");
      await page.getByLabel("Account").fill("0xcafe");
      await page.getByRole("button", { name: "Show events" }).click();
      await eventually(() => page.locator(".disclosure").count()).toBeGreaterThan(0);
      expect(new URL(page.url()).hash).toBe("#/events?type=0xcafe%3A%3Ashop%3A%3AOrderPlaced&account=0xcafe");
      const first = page.locator(".disclosure").first();
      await first.getByRole("button").first().click();
      await eventually(() => first.innerText()).toContain("customer");
      expect(await overflow(page)).toBe(0);
      await closeExplorer(page);
    });
  }
});
