import { expect, test, vi } from "vitest";
import { describeInBrowser, screens } from "./browser.ts";
import {
  closeExplorer,
  demo,
  eventually,
  overflow,
  readJson,
  useSharedExplorer,
  waitForLedger,
  waitForShop,
} from "./explorer-page.ts";

interface Written {
  readonly changes: readonly {
    readonly type: string;
    readonly address: string;
    readonly data?: { readonly type: string; readonly data: { readonly owner?: string } };
  }[];
}

describeInBrowser("accounts of a local network", () => {
  const explorer = useSharedExplorer(demo, waitForShop);

  /** An object that a transaction wrote lately, and whose it is now. */
  function findOwned(): Promise<{ readonly object: string; readonly owner: string }> {
    return vi.waitUntil(
      async () => {
        const latest = await readJson<Written[]>(explorer, "/transactions?limit=100");
        const written = latest.flatMap(({ changes }) => changes).toReversed();
        for (const { address, data } of written) {
          if (data?.type !== "0x1::object::ObjectCore" || address === "0xa") continue;
          const core = await readJson<{ data: { owner: string } }>(
            explorer,
            `/accounts/${address}/resource/0x1::object::ObjectCore`,
          );
          return { object: address, owner: core.data.owner };
        }
        return undefined;
      },
      { timeout: 300_000, interval: 500 },
    );
  }

  for (const screen of screens) {
    test(`show what they own, ${screen.width} pixels wide`, async () => {
      const { object, owner } = await findOwned();
      const page = await explorer.open(`#/account/${owner}/objects`, screen);
      await eventually(() => page.locator("tbody th a").count()).toBeGreaterThan(0);
      const links = await page
        .locator("tbody th a")
        .evaluateAll((found) => found.map((link) => link.getAttribute("href") ?? ""));
      expect(links).toContain(`#/account/${object}`);
      expect(await overflow(page)).toBe(0);
      await closeExplorer(page);
    });

    test(`show the events of their handles, ${screen.width} pixels wide`, async () => {
      // Of a handle the last ten are shown, as they are when it is opened.
      await waitForLedger(explorer, "block_height", 10);
      const page = await explorer.open("#/account/0x1/events", screen);
      const blocks = page.locator(".disclosure", { hasText: "0x1::block::BlockResource.new_block_events" });
      await blocks.getByRole("button").first().click();
      await eventually(() => blocks.getByRole("link", { name: "block::NewBlockEvent" }).count()).toBe(10);
      expect(await overflow(page)).toBe(0);
      await closeExplorer(page);
    });
  }

  test("are listed, and known by name", async () => {
    const page = await explorer.open("#/accounts");
    await eventually(() => page.getByRole("link", { name: /^alice / }).count()).toBe(1);
    const views = page.getByRole("navigation", { name: "Views" });
    expect(await views.locator("[aria-current]").innerText()).toBe("Accounts");
    await page.getByRole("link", { name: /^alice / }).click();
    await eventually(() => page.getByRole("heading", { level: 1 }).innerText()).toContain("alice");
    expect(await views.locator("[aria-current]").innerText()).toBe("Accounts");
    await closeExplorer(page);
  });
});
