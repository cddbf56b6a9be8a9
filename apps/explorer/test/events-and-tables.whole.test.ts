import { expect, test } from "vitest";
import { describeInBrowser, screens } from "./browser.ts";
import {
  closeExplorer,
  demo,
  eventually,
  overflow,
  readJson,
  useSharedExplorer,
  waitForShop,
} from "./explorer-page.ts";

interface Shop {
  readonly data: { readonly orders: { readonly handle: string } };
}

describeInBrowser("events and tables of a local network", () => {
  const explorer = useSharedExplorer(demo, waitForShop);

  for (const screen of screens) {
    test(`a table shows what it holds, ${screen.width} pixels wide`, async () => {
      const shop = await readJson<Shop>(explorer, "/accounts/0xcafe/resource/0xcafe::shop::Shop");
      const ordered = () => readJson<unknown[]>(explorer, `/tables/${shop.data.orders.handle}/items`);
      await eventually(async () => (await ordered()).length).toBeGreaterThan(0);
      const page = await explorer.open(`#/table/${shop.data.orders.handle}`, screen);
      // The form knows what the node found of the table.
      await eventually(() => page.getByLabel("Key type").inputValue()).toBe("0xcafe::shop::Ticket");
      const items = page.getByRole("region", { name: "What it holds" });
      const first = items.locator(".disclosure").first();
      // Orders that come in between take the first place.
      await eventually(async () => {
        const isOpen = (await first.innerText()).includes("Written last by transaction");
        if (!isOpen) await first.getByRole("button").first().click();
        return first.innerText();
      }).toContain("Written last by transaction");
      await eventually(() => first.innerText()).toContain("total");
      expect(await overflow(page)).toBe(0);
      await closeExplorer(page);
    });

    test(`events are found by type and by account, ${screen.width} pixels wide`, async () => {
      const page = await explorer.open("#/events", screen);
      await page.getByLabel("Type", { exact: true }).fill("0xcafe::shop::OrderPlaced");
      await page.getByLabel("Account", { exact: true }).fill("0xcafe");
      await page.getByRole("button", { name: "Show events" }).click();
      await eventually(() => page.locator(".disclosure").count()).toBeGreaterThan(0);
      expect(new URL(page.url()).hash).toBe("#/events?type=0xcafe::shop::OrderPlaced&account=0xcafe");
      const first = page.locator(".disclosure").first();
      // The event says how much; of what, its transaction says.
      await eventually(() => first.locator(".event-data").innerText()).toMatch(/^[\d.]+ APT$/);
      await first.getByRole("button").first().click();
      await eventually(() => first.innerText()).toContain("customer");
      expect(await overflow(page)).toBe(0);
      await closeExplorer(page);
    });
  }

  for (const [type, declares] of [
    ["0x1::block::NewBlockEvent", "of a handle"],
    ["0xcafe::shop::OrderPlaced", "of a module"],
  ] as const) {
    test(`a module leads to its events ${declares}`, async () => {
      const [address, module, name] = type.split("::");
      const page = await explorer.open(`#/account/${address}/module/${module}/${name}`);
      await page.locator(`#item-${name}`).getByRole("link", { name: "Events of this type" }).click();
      await eventually(() => page.getByLabel("Type", { exact: true }).inputValue()).toBe(type);
      // Each has its age, its version and what it says.
      await eventually(() => page.locator(".disclosure-line").first().innerText()).toMatch(
        /^[^\n]+\n[\d,]+\s.*\w+ \w+/s,
      );
      await closeExplorer(page);
    });
  }
});
