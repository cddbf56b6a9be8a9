import { createDataDir, launchNodeIn, type NodeProcess, untilServing } from "@ledger/node-process";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { describeInBrowser, launchBrowser, screens } from "./browser.ts";
import { closeExplorer, eventually, openExplorer, overflow, readJson, waitForShop } from "./explorer-page.ts";

interface Written {
  readonly changes: readonly {
    readonly type: string;
    readonly address: string;
    readonly data?: { readonly type: string; readonly data: { readonly owner?: string } };
  }[];
}

describeInBrowser("accounts of a local network", () => {
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

  /** An object that a transaction wrote lately, and whose it is now. */
  function findOwned(): Promise<{ readonly object: string; readonly owner: string }> {
    return vi.waitUntil(
      async () => {
        const latest = await readJson<Written[]>(node, "/transactions?limit=100");
        const written = latest.flatMap(({ changes }) => changes).toReversed();
        for (const { address, data } of written) {
          if (data?.type !== "0x1::object::ObjectCore" || address === "0xa") continue;
          const core = await readJson<{ data: { owner: string } }>(
            node,
            `/accounts/${address}/resource/0x1::object::ObjectCore`,
          );
          return { object: address, owner: core.data.owner };
        }
        return undefined;
      },
      { timeout: 60_000, interval: 500 },
    );
  }

  for (const screen of screens) {
    test(`show what they own, ${screen.width} pixels wide`, { timeout: 120_000 }, async () => {
      const { object, owner } = await findOwned();
      const page = await openExplorer(browser, node, `#/account/${owner}/objects`, screen);
      await eventually(() => page.locator("tbody th a").count()).toBeGreaterThan(0);
      const links = await page
        .locator("tbody th a")
        .evaluateAll((found) => found.map((link) => link.getAttribute("href") ?? ""));
      expect(links).toContain(`#/account/${object}`);
      expect(await overflow(page)).toBe(0);
      await closeExplorer(page);
    });

    test(`show the events of their handles, ${screen.width} pixels wide`, { timeout: 120_000 }, async () => {
      const page = await openExplorer(browser, node, "#/account/0x1/events", screen);
      const blocks = page.locator(".disclosure", { hasText: "0x1::block::BlockResource.new_block_events" });
      await blocks.getByRole("button").first().click();
      await eventually(() => blocks.getByRole("link", { name: "block::NewBlockEvent" }).count()).toBe(10);
      expect(await overflow(page)).toBe(0);
      await closeExplorer(page);
    });
  }

  test("are listed, and known by name", { timeout: 60_000 }, async () => {
    const page = await openExplorer(browser, node, "#/accounts");
    await eventually(() => page.getByRole("link", { name: /^alice / }).count()).toBe(1);
    const views = page.getByRole("navigation", { name: "Views" });
    expect(await views.locator("[aria-current]").innerText()).toBe("Accounts");
    await page.getByRole("link", { name: /^alice / }).click();
    await eventually(() => page.getByRole("heading", { level: 1 }).innerText()).toContain("alice");
    expect(await views.locator("[aria-current]").innerText()).toBe("Accounts");
    await closeExplorer(page);
  });
});
