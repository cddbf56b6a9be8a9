import { expect, test } from "vitest";
import { describeInBrowser, screens } from "./browser.ts";
import {
  closeExplorer,
  demo,
  eventually,
  overflow,
  useSharedExplorer,
  waitForLedger,
  waitForShop,
} from "./explorer-page.ts";

const [, phone] = screens;

describeInBrowser("on a phone", () => {
  const explorer = useSharedExplorer(demo, waitForShop);

  test("the header leaves the page its room, and its menu leads to every view", async () => {
    const page = await explorer.open("", phone);
    await page.getByRole("heading", { level: 1, name: "Local network" }).waitFor();
    const header = await page.locator("header.top").boundingBox();
    expect(header?.height).toBeLessThanOrEqual(72);
    const menu = page.getByRole("button", { name: "Views" });
    expect(await page.getByRole("link", { name: "Transactions", exact: true }).isVisible()).toBe(false);
    await menu.click();
    expect(await menu.getAttribute("aria-expanded")).toBe("true");
    await page.getByRole("link", { name: "Validators", exact: true }).click();
    await eventually(() => page.getByRole("heading", { level: 1 }).innerText()).toBe("Validators");
    expect(await menu.getAttribute("aria-expanded")).toBe("false");
    expect(await overflow(page)).toBe(0);
    await closeExplorer(page);
  });

  test("25 transactions take no more than 2,200 pixels", async () => {
    await waitForLedger(explorer, "ledger_version", 300);
    const page = await explorer.open("#/transactions", phone);
    const rows = page.locator("tbody tr", { has: page.locator("th") });
    await eventually(() => rows.count()).toBe(25);
    const { height } = (await page.locator("table").boundingBox()) ?? { height: Number.NaN };
    expect(height).toBeLessThanOrEqual(2_200);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(2_200);
    expect(await overflow(page)).toBe(0);
    await closeExplorer(page);
  });
});
