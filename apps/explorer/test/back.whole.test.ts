import { expect, test } from "vitest";
import { describeInBrowser } from "./browser.ts";
import {
  closeExplorer,
  demo,
  eventually,
  readJson,
  useSharedExplorer,
  waitForLedger,
  waitForShop,
} from "./explorer-page.ts";

describeInBrowser("going back", () => {
  const explorer = useSharedExplorer(demo, waitForShop);

  test("leads to the same place of the same list, which the ledger has outgrown", async () => {
    await waitForLedger(explorer, "ledger_version", 300);
    const page = await explorer.open("#/transactions");
    const rows = page.locator("tbody tr");
    await eventually(() => rows.count()).toBeGreaterThan(25);
    const listed = await page.locator("tbody").innerText();
    const versions = (text: string) => [...text.matchAll(/^[\d,]+$/gm)].map(([version]) => version);
    await page.evaluate(() => scrollTo(0, 400));
    await page.locator('td[data-label="Version"] a').nth(12).click();
    await eventually(() => page.getByRole("heading", { level: 1 }).innerText()).toMatch(/^Transaction /);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.waitForTimeout(1_500);
    await page.goBack();
    await eventually(() => page.evaluate(() => scrollY)).toBe(400);
    expect(versions(await page.locator("tbody").innerText())).toEqual(versions(listed));
    // A reload keeps it, too.
    await page.waitForTimeout(300);
    await page.reload();
    await eventually(() => page.evaluate(() => scrollY)).toBe(400);
    await closeExplorer(page);
  });

  test("leads to as many pages of a list, and not to what a link points out", async () => {
    const page = await explorer.open("#/account/0x1/resources");
    const resources = page.locator(".disclosure");
    // A page has 25 items of state; a group is one of them, and has a resource or more.
    const [first, both] = await Promise.all(
      [25, 50].map(
        async (limit) => (await readJson<unknown[]>(explorer, `/accounts/0x1/resources?limit=${limit}`)).length,
      ),
    );
    await eventually(() => resources.count()).toBe(first);
    await page.getByRole("button", { name: "Load more" }).click();
    await eventually(() => resources.count()).toBe(both);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const bottom = await page.evaluate(() => scrollY);
    await resources.nth(40).getByRole("link").first().click();
    await eventually(() => page.getByRole("heading", { level: 1 }).innerText()).toMatch(/^Module /);
    await page.locator(".settling").waitFor({ state: "detached" });
    await page.locator(".definition.marked").waitFor();
    await page.evaluate(() => scrollTo(0, 10));
    await eventually(() => page.evaluate(() => scrollY)).toBe(10);
    await page.goBack();
    await eventually(() => resources.count()).toBe(both);
    await eventually(() => page.evaluate(() => scrollY)).toBe(bottom);
    await page.goForward();
    await eventually(() => page.getByRole("heading", { level: 1 }).innerText()).toMatch(/^Module /);
    await eventually(() => page.evaluate(() => scrollY)).toBe(10);
    await closeExplorer(page);
  });
});
